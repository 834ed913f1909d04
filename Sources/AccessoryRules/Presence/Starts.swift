// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The accessories that are there, of the apps that are started by them. An app's package has systemd wait for what is shown.
///
/// What is shown outlives a change of the order and the agent's own restart: nobody wants an app to be started again for that.
package struct Starts: Machine, Sendable {
    package enum Event: Sendable {
        /// What is to be observed from now on, by app.
        case ordered([String: StartOrder])
        case changed(app: String, Accessory.ID, Presence.Change)
    }

    package enum Effect: Hashable, Sendable {
        /// Observes the app's accessories in place of what it observed before.
        case observe(app: String, StartOrder, present: Present)
        case stop(app: String)
        case show(app: String, Accessory.ID, Presence.Radio)
        case hide(app: String, Accessory.ID)
    }

    /// By the radio that heard it first.
    package typealias Present = [Accessory.ID: Presence.Radio]

    private var orders: [String: StartOrder] = [:]
    private var present: [String: Present]

    /// - Parameter present: what is shown already.
    package init(present: [String: Present]) { self.present = present }

    package mutating func receive(_ event: Event) -> [Effect] {
        switch event {
        case .ordered(let wanted): return order(wanted)
        case .changed(let app, let accessory, .appeared(let radio)):
            guard orders[app] != nil, present[app]?[accessory] == nil else { return [] }
            present[app, default: [:]][accessory] = radio
            return [.show(app: app, accessory, radio)]
        case .changed(let app, let accessory, .disappeared): return hide([accessory], of: app)
        case .changed(_, _, .reset): return []
        }
    }

    private mutating func order(_ wanted: [String: StartOrder]) -> [Effect] {
        var effects: [Effect] = []
        for app in Set(orders.keys).union(present.keys).sorted() where wanted[app] == nil {
            if orders[app] != nil { effects.append(.stop(app: app)) }
            effects += hide(Set((present[app] ?? [:]).keys), of: app)
        }
        for (app, order) in wanted.sorted(by: { $0.key < $1.key }) where orders[app] != order {
            let gone = Set((present[app] ?? [:]).keys).subtracting(order.accessories.map(\.id))
            effects += hide(gone, of: app)
            effects.append(.observe(app: app, order, present: (present[app] ?? [:]).heard(in: order)))
        }
        orders = wanted
        return effects
    }

    private mutating func hide(_ accessories: Set<Accessory.ID>, of app: String) -> [Effect] {
        accessories.sorted().compactMap { accessory in
            present[app]?.removeValue(forKey: accessory).map { _ in .hide(app: app, accessory) }
        }
    }
}

extension Starts.Present {
    /// By radios that the order has: no other one could miss the accessory.
    fileprivate func heard(in order: StartOrder) -> Self {
        order.accessories.reduce(into: [:]) { heard, accessory in
            guard let radio = self[accessory.id] else { return }
            let isHeard = radio == .wifi ? accessory.ssid != nil : accessory.bluetooth != nil
            heard[accessory.id] = isHeard ? radio : accessory.bluetooth != nil ? .bluetooth : .wifi
        }
    }
}
