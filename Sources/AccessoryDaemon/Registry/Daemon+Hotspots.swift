// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Logging

/// The apps' hotspot configurations. An app sees only its own.
extension Daemon {
    /// Stores a configuration. It gives no access by itself: only a record does, which a person granted.
    func apply(_ order: HotspotOrder, of claimant: Claimant, by caller: Caller) throws(AccessoryError)
        -> HotspotConfiguration
    {
        let hotspot = order.configuration(of: claimant.app, uid: caller.identity.uid, at: now())
        let cause = Cause(who: "\(caller.identity)", proof: claimant.proof, why: "applied by the app")
        try commit([.apply(hotspot, order.passphrase), .note(cause.entry(.hotspotApplied, hotspot, at: now()))])
        publish(.access, app: hotspot.app, "hotspot '\(hotspot.title)' was \(HistoryEntry.Action.hotspotApplied.past)")
        return hotspot
    }

    /// Removes a configuration and its secret, and leaves the network if the app holds it through this one. Returns the
    /// leases that end by it.
    @discardableResult
    func remove(
        _ hotspot: HotspotConfiguration, _ action: HistoryEntry.Action, _ cause: Cause
    ) throws(AccessoryError) -> [Lease.ID] {
        try commit([.withdraw(hotspot), .note(cause.entry(action, hotspot, at: now()))])
        publish(.access, app: hotspot.app, "hotspot '\(hotspot.title)' was \(action.past) by \(cause.who)")
        let held = leases.inOrder.filter { _, entry in
            entry.app == hotspot.app && entry.uid == hotspot.uid && hotspot.contains(entry.ssid) && entry.isApplied
        }.map(\.id)
        for lease in held { leave(lease) }
        return held
    }

    /// With the passphrases, if `secrets`: the caller must have the right.
    func hotspots(of app: String?, secrets: Bool) throws(AccessoryError) -> [HotspotStatus] {
        try hotspots.all(of: app).map { hotspot throws(AccessoryError) in
            HotspotStatus(hotspot: hotspot, passphrase: secrets ? try store.passphrase(of: hotspot)?.secret : nil)
        }
    }

    /// Removes a configuration for one join when its network is left.
    func left(_ lease: Leases.Entry) {
        guard let uid = lease.uid, lease.isApplied else { return }
        for hotspot in hotspots.all(of: lease.app, uid: uid) where hotspot.joinOnce && hotspot.contains(lease.ssid) {
            let cause = Cause(who: "accessoryd", why: "the configuration was for one join, which is over")
            commit(
                [.withdraw(hotspot), .note(cause.entry(.hotspotRemoved, hotspot, at: now()))],
                orLog: "cannot remove the configuration of '\(hotspot.title)', which was for one join", of: hotspot.app)
        }
    }
}
