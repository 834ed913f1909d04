// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel

extension ASAccessoryEvent {
    convenience init(_ event: Event, from sockets: AgentSockets) {
        let accessory = event.accessory.map { accessory in
            event.type == .accessoryDiscovered
                ? ASDiscoveredAccessory(accessory, from: sockets, discovered: event)
                : ASAccessory(accessory, from: sockets)
        }
        self.init(
            ASAccessoryEventType(event.type), accessory: accessory, error: event.error.map { ASError($0) },
            link: event.link.map(ASHotspotLink.init))
    }
}

extension ASAccessoryEventType {
    init(_ type: EventType) {
        self =
            switch type {
            case .activated: .activated
            case .invalidated: .invalidated
            case .migrationComplete: .migrationComplete
            case .accessoryAdded: .accessoryAdded
            case .accessoryRemoved: .accessoryRemoved
            case .accessoryChanged: .accessoryChanged
            case .accessoryDiscovered: .accessoryDiscovered
            // The session's state sends these to the streams of locations.
            case .accessoryArrived, .accessoryMoved, .accessoryGone: .unknown
            case .pickerDidPresent: .pickerDidPresent
            case .pickerDidDismiss: .pickerDidDismiss
            case .pickerSetupBridging: .pickerSetupBridging
            case .pickerSetupFailed: .pickerSetupFailed
            case .pickerSetupPairing: .pickerSetupPairing
            case .pickerSetupRename: .pickerSetupRename
            }
    }
}
