// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

extension ShowPickerRequest {
    /// The largest size of all pictures of a picker, so that the message stays below the agent's limit of 1 MiB.
    private static let largestPictures = 900 << 10

    /// Throws `invalidRequest` that names the item and the field.
    init(_ items: [ASPickerDisplayItem], _ settings: ASPickerDisplaySettings?) throws(AccessoryError) {
        self.init(items: [])
        guard !items.isEmpty else {
            throw AccessoryError(.invalidRequest, "items: a picker needs at least one item", field: "items")
        }
        var pictures = 0
        for (index, item) in items.enumerated() {
            let place = "items[\(index)]"
            _ = try DisplayName.checked(item.name, field: "\(place).name")
            let image = item.productImage.reference
            pictures += image?.utf8.count ?? 0
            guard pictures <= Self.largestPictures else {
                throw AccessoryError(
                    .invalidRequest, "\(place).productImage: the pictures of one picker are too large together",
                    field: "\(place).productImage")
            }
            if let item = item as? ASMigrationDisplayItem {
                migrations = try (migrations ?? []) + [MigrationItem(item, image, at: place)]
            } else {
                self.items.append(try DisplayItem(item, image, at: place))
            }
        }
        guard let settings else { return }
        try take(settings)
    }

    private mutating func take(_ settings: ASPickerDisplaySettings) throws(AccessoryError) {
        let seconds = settings.discoveryTimeout.rawValue
        if settings.discoveryTimeout == .unbounded {
            isUnbounded = true
        } else if seconds > 0, seconds <= 3600 {
            discoveryTimeout = Int(seconds.rounded(.up))
        } else {
            throw AccessoryError(
                .invalidRequest, "discoveryTimeout: \(seconds) is not between 1 and 3600 seconds",
                field: "discoveryTimeout")
        }
        if settings.options.contains(.filterDiscoveryResults) { filterDiscoveryResults = true }
        if settings.showsOwnAccessories { showsOwn = true }
    }
}

extension DisplayItem {
    init(_ item: ASPickerDisplayItem, _ image: String?, at place: String) throws(AccessoryError) {
        self.init(name: item.name, image: image, descriptor: try item.descriptor.fields(at: "\(place).descriptor"))
        if let text = item.hotspotPassphrase {
            passphrase = try DescriptorFields.passphrase(text, field: "\(place).hotspotPassphrase").secret
        }
        let setup = SetupOption.allCases.filter { item.setupOptions.contains(.init($0)) }
        setupOptions = setup.isEmpty ? nil : setup
        renameOptions = item.renameOptions.contains(.ssid) ? [.ssid] : nil
        if item.showsOwnAccessories { showsOwn = true }
    }
}

extension ASPickerDisplayItem.SetupOptions {
    init(_ name: SetupOption) {
        switch name {
        case .rename: self = .rename
        case .confirmAuthorization: self = .confirmAuthorization
        case .finishInApp: self = .finishInApp
        }
    }
}

extension MigrationItem {
    init(_ item: ASMigrationDisplayItem, _ image: String?, at place: String) throws(AccessoryError) {
        func refused(_ field: String, _ why: String) -> AccessoryError {
            AccessoryError(.invalidRequest, "\(place).\(field): \(why)", field: "\(place).\(field)")
        }
        guard item.wifiAwarePairedDeviceID == 0 else {
            throw refused("wifiAwarePairedDeviceID", "Wi-Fi Aware is not supported on Linux")
        }
        guard item.hotspotSSID != nil || item.bluetoothAddress != nil || item.peripheralIdentifier != nil else {
            throw refused(
                "hotspotSSID", "a migration item sets hotspotSSID, bluetoothAddress or peripheralIdentifier")
        }
        if let address = item.bluetoothAddress, MACAddress(address) == nil {
            throw refused("bluetoothAddress", "'\(address)' is no address such as 02:00:00:00:01:00")
        }
        self.init(name: item.name, image: image, bluetoothAddress: item.bluetoothAddress)
        if item.bluetoothAddress == nil {
            bluetoothIdentifier = item.peripheralIdentifier?.uuidString.lowercased()
        }
        if let text = item.hotspotSSID {
            ssid = try SSID(plain: text, field: "\(place).hotspotSSID").description
        }
    }
}

extension UpdatePickerRequest {
    init(_ items: [ASDiscoveredDisplayItem]) throws(AccessoryError) {
        self.init(items: [])
        for (index, item) in items.enumerated() {
            _ = try DisplayName.checked(item.name, field: "items[\(index)].name")
            self.items.append(
                DiscoveredItem(
                    accessory: item.accessory.identifier, name: item.name, image: item.productImage.reference))
        }
    }
}
