// SPDX-License-Identifier: Apache-2.0

/// A checked order to fence an interface. Every text in it is one that nftables reads as one word.
package struct FenceOrder: Hashable, Sendable {
    /// A program that may use the interface.
    package struct Subject: Hashable, Sendable {
        /// Below /sys/fs/cgroup, without a slash at its beginning. Nil if the program has no cgroup of its own.
        package let cgroup: String?
        package let user: UInt32
        /// Whether the cgroup's multicast goes to the accessory, also where another network has the default route.
        package let multicast: Bool

        package init(cgroup: String?, user: UInt32, multicast: Bool = false) {
            self.cgroup = cgroup
            self.user = user
            self.multicast = multicast
        }
    }

    package struct Fault: Error, Hashable, Sendable {
        package let field: String
        package let message: String
    }

    /// The most subjects, and the most ports.
    package static let most = 16
    /// The deepest cgroup; the ruleset has one set for each level.
    package static let deepest = 8

    package let interface: String
    package private(set) var subjects: [Subject]
    package let ports: [AcceptedPort]

    /// - Parameter subjects: none lets no program through.
    package init(interface: String, subjects: [Subject], ports: [AcceptedPort] = []) throws(Fault) {
        guard Self.isInterface(interface) else {
            throw Fault(field: "interface", message: "'\(interface)' is no name of an interface")
        }
        guard subjects.count <= Self.most else {
            throw Fault(field: "subjects", message: "there are \(subjects.count), more than \(Self.most)")
        }
        for cgroup in subjects.compactMap(\.cgroup) where !Self.isCgroup(cgroup) {
            throw Fault(field: "subjects", message: "'\(cgroup)' is no path of a cgroup")
        }
        guard ports.count <= Self.most else {
            throw Fault(field: "accept", message: "there are \(ports.count), more than \(Self.most)")
        }
        self.interface = interface
        self.subjects = subjects.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        self.ports = ports.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The same order for the cgroups that exist.
    package func keeping(_ exists: (_ cgroup: String) -> Bool) -> FenceOrder {
        var order = self
        order.subjects.removeAll { $0.cgroup.map { !exists($0) } ?? false }
        return order
    }

    /// The same order by users alone.
    package var byUser: FenceOrder {
        var order = self
        order.subjects = subjects.map { Subject(cgroup: nil, user: $0.user) }
        return order
    }

    /// The rule of the kernel's `dev_valid_name`, without what a shell or nftables would read as something else.
    private static func isInterface(_ name: String) -> Bool {
        (1...15).contains(name.utf8.count) && name != "." && name != ".." && name != "lo"
            && name.utf8.allSatisfy { $0.isAlphanumeric(or: "-_.@+") }
    }

    /// How many folders deep a cgroup is: the number of its set.
    static func level(of cgroup: String) -> Int { cgroup.utf8.count { $0 == UInt8(ascii: "/") } + 1 }

    /// A folder below the root, as systemd names them (systemd.unit(5)), for text between quotation marks: nftables knows
    /// no escapes there.
    static func isCgroup(_ path: String) -> Bool {
        let folders = path.split(separator: "/", omittingEmptySubsequences: false)
        return (1...deepest).contains(folders.count) && path.utf8.count <= 512
            && folders.allSatisfy { folder in
                !folder.isEmpty && folder != "." && folder != ".."
                    && folder.utf8.allSatisfy { $0.isAlphanumeric(or: ":-_.\\@+=,") }
            }
    }
}
