// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The changes of an app's accessories while there was no connection.
struct AccessoryChanges {
    let events: [Event]

    /// The removed ones first, then the others in the agent's order.
    init(from before: [Accessory], to after: [Accessory]) {
        let gone = before.filter { old in !after.contains { $0.id == old.id } }
        events =
            gone.map { Event(.accessoryRemoved, accessory: $0) }
            + after.compactMap { accessory in
                guard let old = before.first(where: { $0.id == accessory.id }) else {
                    return Event(.accessoryAdded, accessory: accessory)
                }
                return old == accessory ? nil : Event(.accessoryChanged, accessory: accessory)
            }
    }
}
