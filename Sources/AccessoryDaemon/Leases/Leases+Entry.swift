// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

extension Leases {
    /// How near a lease is to its end. It never goes back to an earlier stage.
    enum Stage: Comparable {
        case held
        /// It is about to end, so nobody can take it over.
        case leaving
        /// The uplink is being restored.
        case left
        /// Only the agent still waits for its uplink, which makes room for another lease.
        case owed
    }

    struct Entry {
        private(set) var app: String
        /// The uid of the app; nil if the caller acts for the app.
        private(set) var uid: UInt32?
        let ssid: SSID
        /// The grant that it rests on; nil before there is one.
        private(set) var record: AccessRecord.Key?
        /// Of the radio. Its second station has another one.
        let interface: String
        /// The radio's own network, which joining may cut.
        private(set) var uplink: String?
        /// The network that joining cuts, as far as that is known. Nil if it is away already.
        private(set) var cuts: String?
        var station: Station?
        /// The connections that hold it; it ends with the last of them. None if the agent itself holds it.
        private(set) var owners: Set<Sessions.ID>
        /// The agent holds it, too: it does not end with its last owner.
        private(set) var isKept: Bool
        /// The session that holds it until its process does so itself, with JoinHotspot.
        var interim: Sessions.ID?
        let send: Sender<Lease.Event>
        var latest: LeaseUpdate?
        /// Why the agent itself ended it; it replaces the radio's reason.
        var verdict: AccessoryError?
        /// It rests on a hotspot configuration of the app, and ends with it.
        var isApplied = false
        /// Whom the kernel lets through; it only grows, so that no holder loses what it has.
        var fence = Fence()
        /// Whether the fence stood when the agent last looked. Nil before it did.
        var standing: FenceStanding?
        private(set) var stage = Stage.held
        private(set) var listeners: [(owner: Sessions.ID?, send: AsyncStream<LeaseNews>.Continuation)] = []

        /// The app can reach the accessory.
        var isJoined: Bool { stage == .held && latest?.state == .joined }
        /// The network that comes back at the end.
        var returning: String? { station == nil ? uplink : nil }
        /// Nil before there is a grant.
        var accessory: String? { record?.accessory }

        mutating func note(_ report: Lease.Report) {
            switch report {
            case .beside: cuts = nil
            case .cuts: cuts = uplink
            case .scanning, .step, .fenced, .left, .restoring, .owed, .restored, .finished: break
            }
        }

        mutating func reach(_ stage: Stage) { self.stage = max(self.stage, stage) }

        mutating func rests(on record: AccessRecord.Key) { self.record = record }

        /// A claimant without a uid has all leases of its app.
        func belongs(to claimant: Claimant) -> Bool {
            app == claimant.app && (claimant.uid == nil || claimant.uid == uid)
        }

        mutating func listen(_ owner: Sessions.ID?, _ send: AsyncStream<LeaseNews>.Continuation) {
            listeners.append((owner, send))
        }

        mutating func notify(_ news: LeaseNews) {
            listeners.removeAll { listener in
                if case .terminated = listener.send.yield(news) { true } else { false }
            }
        }

        mutating func end(_ error: AccessoryError?) {
            notify(.ended(error))
            for listener in listeners { listener.send.finish() }
            listeners = []
        }

        // MARK: Holders

        mutating func hold(by owner: Sessions.ID, inPlaceOf former: Sessions.ID?) {
            owners.insert(owner)
            guard let former, former != owner else { return }
            owners.remove(former)
            interim = nil
        }

        /// Makes the agent its only holder from now on.
        mutating func keep() {
            owners = []
            isKept = true
        }

        /// Ends one connection's hold. Returns whether anybody holds it still.
        mutating func drop(_ owner: Sessions.ID) -> Bool {
            owners.remove(owner)
            for listener in listeners where listener.owner == owner {
                listener.send.yield(.ended(nil))
                listener.send.finish()
            }
            listeners.removeAll { $0.owner == owner }
            return isKept || !owners.isEmpty
        }

        /// Ends the holders' wait: the agent alone owes the uplink.
        mutating func owe(as itself: String, _ error: AccessoryError) {
            end(error)
            owners = []
            (app, uid, record) = (itself, nil, nil)
            isApplied = false
            reach(.owed)
        }
    }
}

extension Leases.Entry {
    func update(for report: Lease.Report) -> LeaseUpdate? {
        switch report {
        case .scanning: LeaseUpdate(state: .scanning, ssid: ssid, uplink: cuts)
        case .step(let step, _): LeaseUpdate(state: step.state, ssid: ssid, link: step.link, uplink: cuts)
        case .left(let failure, let uplink):
            LeaseUpdate(
                state: .left, ssid: ssid, uplink: uplink?.name,
                error: verdict ?? failure.map { AccessoryError($0, joining: ssid) })
        case .restoring(let uplink, let failure):
            LeaseUpdate(state: .restoring, ssid: ssid, uplink: uplink.name, error: strandedError(failure))
        case .restored(let uplink): LeaseUpdate(state: .restored, ssid: ssid, uplink: uplink.name)
        case .beside, .cuts, .fenced, .owed, .finished: nil
        }
    }

    func error(of outcome: Lease.Outcome) -> AccessoryError? {
        switch outcome {
        case .left(let failure): verdict ?? failure.map { AccessoryError($0, joining: ssid) }
        case .stranded(let failure): strandedError(failure)
        }
    }

    func strandedError(_ failure: JoinFailure) -> AccessoryError {
        guard failure.reason != .uplinkForgotten else { return AccessoryError(failure, joining: ssid) }
        return AccessoryError(
            .restoreFailed,
            "'\(returning ?? interface)' is not restored yet after '\(ssid)': \(failure.detail); "
                + "accessoryd keeps trying, and 'nmcli --ask connection up' restores it at once")
    }
}

extension LeaseUpdate {
    /// For people.
    var line: String {
        switch state {
        case .joined: "'\(ssid)': joined" + (link.map { ", \($0.address) on \($0.interface)" } ?? "")
        case .left: "'\(ssid)': left" + (error.map { ", \($0)" } ?? "")
        case .restoring: "'\(uplink ?? ssid.description)': not restored yet" + (error.map { ", \($0)" } ?? "")
        case .restored: "'\(ssid)': restored" + (uplink.map { ", '\($0)' is back" } ?? "")
        case .scanning, .associating, .authenticating, .addressing: "'\(ssid)': \(state.rawValue)"
        }
    }
}
