// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What keeps a joined hotspot for its app alone: the programs that the kernel is to let through, and the ports at which the
/// accessory may begin.
package struct Fence: Hashable, Sendable {
    /// `Mode=` under `[Fence]` of accessoryd.conf.
    package enum Mode: String, Hashable, Sendable, CaseIterable {
        /// A hotspot without a fence is left.
        case require
        /// The fence stands where this machine can have one.
        case prefer
        case off
    }

    /// Whoever holds a lease.
    package struct Holder: Hashable, Sendable {
        package var identity: Identity
        /// What proves the app; nil for a tool that acts for one.
        package var proof: Proof?

        package init(_ identity: Identity, proof: Proof?) {
            self.identity = identity
            self.proof = proof
        }
    }

    package private(set) var subjects: [FenceOrder.Subject] = []
    package var ports: [AcceptedPort]
    /// Whether the app's multicast goes to the accessory, `Multicast=` in its manifest. That of programs of plans and of
    /// accessoryctl always does.
    package var multicast: Bool
    /// The user of the agent's own program, which hands the home network over in any hotspot.
    package var agentsProgram: UInt32?

    package init(ports: [AcceptedPort] = [], multicast: Bool = false, agentsProgram: UInt32? = nil) {
        self.ports = ports
        self.multicast = multicast
        self.agentsProgram = agentsProgram
    }

    /// Everything that the kernel lets through.
    package var all: [FenceOrder.Subject] {
        subjects.map {
            FenceOrder.Subject(
                cgroup: $0.cgroup, user: $0.user,
                multicast: $0.cgroup.map { multicast || $0 == Self.plans || ProgramScope.isOne($0) } ?? false)
        }
            + (agentsProgram.map { [FenceOrder.Subject(cgroup: nil, user: $0)] } ?? [])
    }

    /// Where the programs of plans run.
    private static let plans = "system.slice/accessoryd-provision.service"

    /// How the app is let through, if the kernel can.
    package var kind: FenceStanding.Kind { subjects.contains { $0.cgroup == nil } ? .user : .cgroup }

    /// Lets a holder through, beside those before it. False if there is no room for it.
    @discardableResult
    package mutating func admit(_ holder: Holder) -> Bool {
        let new = Self.subjects(of: holder).filter { !subjects.contains($0) }
        // One place is the agent's own program's.
        guard subjects.count + new.count < FenceOrder.most else { return false }
        subjects += new
        return true
    }

    private static func subjects(of holder: Holder) -> [FenceOrder.Subject] {
        let identity = holder.identity
        // Such as one that is deeper than the rules have sets for. Then the user counts.
        let cgroup = identity.cgroup.flatMap { FenceOrder.isCgroup($0) ? $0 : nil }
        switch holder.proof?.kind {
        // The manifest names what the cgroup shows.
        case .unit, .snap, .flatpak, .desktop:
            return [FenceOrder.Subject(cgroup: cgroup, user: identity.uid)]
        // Any process of the user may be the app.
        case .executable, .user: return [FenceOrder.Subject(cgroup: nil, user: identity.uid)]
        // A plan's program runs as another user in the same unit. Beside a tool that a person types, the person works with
        // other programs, too, unless it runs the program that is to have the network.
        case nil:
            let own = FenceOrder.Subject(cgroup: cgroup, user: identity.uid)
            if identity.unit != nil || cgroup.map(ProgramScope.isOne) == true { return [own] }
            let users = [identity.uid] + (loginUser(identity).map { [$0] } ?? [])
            return [own] + users.map { FenceOrder.Subject(cgroup: nil, user: $0) }
        }
    }

    /// The user whose login the process is in, whoever it became since: `user.slice/user-1000.slice`.
    private static func loginUser(_ identity: Identity) -> UInt32? {
        guard let cgroup = identity.cgroup else { return nil }
        let folders = cgroup.split(separator: "/")
        guard folders.count > 1, folders[0] == "user.slice", folders[1].hasPrefix("user-"),
            folders[1].hasSuffix(".slice")
        else { return nil }
        return UInt32(folders[1].dropFirst("user-".count).dropLast(".slice".count))
    }
}
