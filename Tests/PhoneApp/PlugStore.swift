// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import AccessorySetupKit
import CoreBluetooth
import Foundation

// The sources of a phone's app, as its developers write them. Only PhoneApp.swift, which draws its windows on a phone,
// is another file here: it prints.

/// The plugs that the app has, and the session that sets them up.
class PlugStore: NSObject {
    private let session = ASAccessorySession()
    private(set) var plug: ASAccessory?
    private var isPickerPresented = false

    var onPlug: ((ASAccessory) -> Void)?
    var onMessage: ((String) -> Void)?

    private static let pickerItem: ASPickerDisplayItem = {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.bluetoothServiceUUID = CBUUID(string: "FFF0")
        return ASPickerDisplayItem(
            name: "Desk plug",
            productImage: PlugPicture.image,
            descriptor: descriptor
        )
    }()

    override init() {
        super.init()
        session.activate(on: DispatchQueue.main, eventHandler: handleSessionEvent(event:))
    }

    func presentPicker() {
        session.showPicker(for: [Self.pickerItem]) { error in
            if let error {
                self.onMessage?("picker: \((error as NSError).code)")
            }
        }
    }

    func removePlug() {
        guard let plug else { return }
        session.removeAccessory(plug) { [weak self] error in
            self?.onMessage?("removed: \(error == nil)")
        }
    }

    private func handleSessionEvent(event: ASAccessoryEvent) {
        switch event.eventType {
        case .activated:
            guard let known = session.accessories.first else {
                presentPicker()
                return
            }
            plug = known
            onPlug?(known)
        case .accessoryAdded, .accessoryChanged:
            plug = event.accessory
        case .accessoryRemoved:
            plug = nil
            onMessage?("plug removed")
        case .pickerDidPresent:
            isPickerPresented = true
        case .pickerDidDismiss:
            isPickerPresented = false
            if let plug { onPlug?(plug) }
        case .invalidated:
            onMessage?("session over")
        default:
            break
        }
    }
}
