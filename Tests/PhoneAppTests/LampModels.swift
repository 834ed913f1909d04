// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import NetworkExtension

// The models of a lamp's app, as their developers write them on phones. CompilerTests compiles this file in every mode
// of the language.

/// A model that a view observes.
@MainActor
final class LampModel {
    private let session = ASAccessorySession()
    private let hotspots = NEHotspotConfigurationManager.shared
    private(set) var lamps: [ASAccessory] = []
    private(set) var networks: [String] = []
    private(set) var lastError: (any Error)?
    private let onChange: () -> Void

    init(onChange: @escaping () -> Void) { self.onChange = onChange }

    func start() {
        session.activate(on: DispatchQueue.main) { [weak self] event in
            guard let self else { return }
            handle(event)
        }
    }

    func restart() { session.activate(on: DispatchQueue.main, eventHandler: handle(_:)) }

    private func handle(_ event: ASAccessoryEvent) {
        switch event.eventType {
        case .activated, .accessoryAdded, .accessoryRemoved, .accessoryChanged: lamps = session.accessories
        case .invalidated: lastError = event.error
        default: break
        }
        onChange()
    }

    func add(_ item: ASPickerDisplayItem, then finish: @escaping (Bool) -> Void) {
        session.showPicker(for: [item]) { error in
            self.lastError = error
            self.onChange()
            finish(error == nil)
        }
    }

    func addAndJoin(_ item: ASPickerDisplayItem) async throws {
        try await session.showPicker(for: [item])
        guard let lamp = session.accessories.last else { return }
        try await hotspots.joinAccessoryHotspotWithoutSecurity(lamp)
        lamps.append(lamp)
    }

    func remove(_ lamp: ASAccessory) {
        session.removeAccessory(lamp) { [weak self] in self?.lastError = $0 }
        session.renameAccessory(lamp) { error in
            Task { self.lastError = error }
        }
    }

    func join(_ lamp: ASAccessory) {
        hotspots.joinAccessoryHotspot(lamp, passphrase: "lamp-0042") { error in
            self.lastError = error
            self.onChange()
        }
        hotspots.joinAccessoryHotspotWithoutSecurity(lamp) { [weak self] error in self?.lastError = error }
        hotspots.apply(NEHotspotConfiguration(ssid: "Lamp")) { error in
            if let error { self.lastError = error }
        }
        hotspots.apply(NEHotspotConfiguration(ssidPrefix: "Lamp"))
        hotspots.getConfiguredSSIDs { self.networks = $0 }
    }
}

/// A card with a property of the app's own.
nonisolated final class LampItem: ASPickerDisplayItem, @unchecked Sendable {
    let watts: Int

    init(watts: Int, picture: UIImage, descriptor: ASDiscoveryDescriptor) {
        self.watts = watts
        super.init(name: "Lamp of \(watts) W", productImage: picture, descriptor: descriptor)
    }
}

/// A session with a default of the app's own.
nonisolated final class LampSession: ASAccessorySession, @unchecked Sendable {
    override func activate(on queue: DispatchQueue, eventHandler: @escaping (ASAccessoryEvent) -> Void) {
        pickerDisplaySettings = .default
        pickerDisplaySettings?.discoveryTimeout = .long
        super.activate(on: queue, eventHandler: eventHandler)
    }
}

/// A model without an actor, from before there were any.
final class PlainLampModel {
    private let session = ASAccessorySession()
    private var lamps: [ASAccessory] = []
    private var lastError: (any Error)?

    func start() { session.activate(on: .main, eventHandler: handle) }

    private func handle(_ event: ASAccessoryEvent) { lamps = session.accessories }

    func add(_ item: ASPickerDisplayItem, then finish: @escaping ((any Error)?) -> Void) {
        session.showPicker(for: [item]) { error in
            self.lastError = error
            finish(error)
        }
    }

    func join(_ lamp: ASAccessory, then finish: @escaping ((any Error)?) -> Void) {
        NEHotspotConfigurationManager.shared.joinAccessoryHotspotWithoutSecurity(lamp, completionHandler: finish)
        NEHotspotConfigurationManager.shared.apply(NEHotspotConfiguration(ssid: "Lamp"), completionHandler: finish)
    }
}
