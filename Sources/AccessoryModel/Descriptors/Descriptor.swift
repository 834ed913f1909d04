// SPDX-License-Identifier: Apache-2.0

/// The rule by which an app describes the accessory that it looks for. Every field that is set must match; several
/// descriptors are alternatives. Only valid rules exist: the initialiser refuses the others and names the field.
package struct Descriptor: Hashable, Sendable {
    package enum Name: Hashable, Sendable {
        case exact(SSID)
        case prefix(SSID)
    }

    /// What the accessory can do beyond being found.
    package enum SupportOption: String, Hashable, Sendable, Codable, CaseIterable {
        /// It pairs over Bluetooth LE, so the picker asks the questions of the pairing.
        case bluetoothPairingLE
        /// Once connected over LE it brings up Bluetooth Classic profiles.
        case bluetoothTransportBridging
        case bluetoothHID
    }

    /// The SSIDs that match, compared byte by byte.
    package let wifi: Name?
    /// The only band on which a network matches; nil for any.
    package let band: Band?
    package let bluetooth: BluetoothRule?
    package let supportedOptions: Set<SupportOption>

    package init(
        ssid: SSID? = nil, ssidPrefix: SSID? = nil, band: Band? = nil, bluetooth: BluetoothRule? = nil,
        supportedOptions: Set<SupportOption> = []
    ) throws(DescriptorFault) {
        switch (ssid, ssidPrefix) {
        case (.some, .some): throw .ssidAndPrefix
        case (let ssid?, nil): wifi = .exact(ssid)
        case (nil, let prefix?): wifi = .prefix(prefix)
        case (nil, nil): wifi = nil
        }
        guard wifi != nil || bluetooth != nil else { throw .empty }
        guard wifi != nil || band == nil else { throw .bandWithoutNetwork }
        self.band = band
        if supportedOptions.contains(.bluetoothHID), bluetooth?.service == .inputService { throw .inputService }
        self.bluetooth = bluetooth
        self.supportedOptions = supportedOptions
    }

    /// Whether the Wi-Fi half allows this name; a descriptor without one allows every name.
    package func allows(_ name: SSID) -> Bool {
        switch wifi {
        case .exact(let ssid)?: name == ssid
        case .prefix(let prefix)?: name.bytes.starts(with: prefix.bytes)
        case nil: true
        }
    }

    /// Whether the Wi-Fi half allows this network.
    package func allows(_ network: WiFiNetwork) -> Bool {
        network.ssid.map(allows) == true && (band.map { $0 == Band(frequency: network.frequency) } ?? true)
    }

    package var ssid: SSID? {
        if case .exact(let ssid) = wifi { ssid } else { nil }
    }

    package var ssidPrefix: SSID? {
        if case .prefix(let prefix) = wifi { prefix } else { nil }
    }
}

/// The Bluetooth half of a descriptor.
package struct BluetoothRule: Hashable, Sendable {
    /// Bytes that a payload must contain where the mask's bits are set.
    package struct Pattern: Hashable, Sendable {
        package let blob: [UInt8]
        package let mask: [UInt8]
    }

    /// How a name is compared: phones' names for the bits of `NSString.CompareOptions`.
    package enum NameComparison: String, Hashable, Sendable, Codable, CaseIterable {
        case caseInsensitive
        case literal
        case backwards
        case anchored
        case numeric
        case diacriticInsensitive
        case widthInsensitive
        case forcedOrdering
        case regularExpression
    }

    /// How near a device must be.
    package enum Range: String, Hashable, Sendable, Codable, CaseIterable {
        case `default`
        /// Right beside this machine.
        case immediate
    }

    package let service: BluetoothUUID?
    package let companyIdentifier: UInt16?
    package let nameSubstring: String?
    package let nameComparison: Set<NameComparison>
    /// The name substring, if it is a regular expression.
    package let namePattern: NamePattern?
    package let range: Range
    package let manufacturerData: Pattern?
    package let serviceData: Pattern?

    /// The longest payload of a legacy advertisement beside its length, type and identifier bytes.
    package static let longestPattern = 27
    /// The most bytes of a device's name (Core Specification, Vol 3 Part C 12.1).
    package static let longestName = 248

    package init(
        service: BluetoothUUID? = nil, companyIdentifier: UInt16? = nil, nameSubstring: String? = nil,
        nameComparison: Set<NameComparison> = [], range: Range = .default,
        manufacturerDataBlob: [UInt8]? = nil, manufacturerDataMask: [UInt8]? = nil,
        serviceDataBlob: [UInt8]? = nil, serviceDataMask: [UInt8]? = nil
    ) throws(DescriptorFault) {
        guard service != nil || companyIdentifier != nil else { throw .bluetoothWithoutServiceOrCompany }
        if let nameSubstring, nameSubstring.isEmpty { throw .emptyName }
        if let nameSubstring, nameSubstring.utf8.count > Self.longestName { throw .longName }
        if nameSubstring == nil, !nameComparison.isEmpty { throw .comparisonWithoutName }
        if manufacturerDataBlob != nil, companyIdentifier == nil { throw .manufacturerDataWithoutCompany }
        if serviceDataBlob != nil, service == nil { throw .serviceDataWithoutService }
        self.service = service
        self.companyIdentifier = companyIdentifier
        namePattern = try Self.namePattern(nameSubstring, nameComparison)
        self.nameSubstring = nameSubstring
        self.nameComparison = nameComparison
        self.range = range
        manufacturerData = try Self.pattern(
            manufacturerDataBlob, manufacturerDataMask, field: "bluetoothManufacturerDataMask")
        serviceData = try Self.pattern(serviceDataBlob, serviceDataMask, field: "bluetoothServiceDataMask")
    }

    private static func namePattern(
        _ name: String?, _ comparison: Set<NameComparison>
    ) throws(DescriptorFault) -> NamePattern? {
        guard let name, comparison.contains(.regularExpression) else { return nil }
        do {
            return try NamePattern(name, ignoresCase: comparison.contains(.caseInsensitive))
        } catch {
            throw .namePattern(reason: error.description)
        }
    }

    private static func pattern(
        _ blob: [UInt8]?, _ mask: [UInt8]?, field: String
    ) throws(DescriptorFault) -> Pattern? {
        switch (blob, mask) {
        case (nil, nil): return nil
        case (let blob?, let mask?) where blob.count == mask.count && (1...longestPattern).contains(blob.count):
            return Pattern(blob: blob, mask: mask)
        case _: throw .pattern(field: field)
        }
    }
}

/// The reason why a descriptor is not valid. The rules are those of AccessorySetupKit, where breaking them ends the
/// app.
package enum DescriptorFault: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case ssidAndPrefix
    case bandWithoutNetwork
    case bluetoothWithoutServiceOrCompany
    case emptyName
    case longName
    case comparisonWithoutName
    /// The name substring should be a regular expression, and is not a supported one.
    case namePattern(reason: String)
    case manufacturerDataWithoutCompany
    case serviceDataWithoutService
    /// With `bluetoothHID`, the service is HID itself, which every input device has.
    case inputService
    /// Blob and mask are incomplete, of different lengths, or longer than a payload.
    case pattern(field: String)

    /// The field to mend.
    package var field: String {
        switch self {
        case .empty: "ssid"
        case .ssidAndPrefix: "ssidPrefix"
        case .bandWithoutNetwork: "band"
        case .bluetoothWithoutServiceOrCompany: "bluetoothServiceUUID"
        case .emptyName, .longName, .comparisonWithoutName, .namePattern: "bluetoothNameSubstring"
        case .manufacturerDataWithoutCompany: "bluetoothCompanyIdentifier"
        case .serviceDataWithoutService, .inputService: "bluetoothServiceUUID"
        case .pattern(let field): field
        }
    }

    package var description: String {
        switch self {
        case .empty: "a descriptor sets ssid, ssidPrefix or Bluetooth fields"
        case .ssidAndPrefix: "a descriptor sets ssid or ssidPrefix, not both"
        case .bandWithoutNetwork: "band needs ssid or ssidPrefix"
        case .bluetoothWithoutServiceOrCompany:
            "Bluetooth matching needs bluetoothServiceUUID or bluetoothCompanyIdentifier"
        case .emptyName: "bluetoothNameSubstring is not empty when it is set"
        case .longName: "bluetoothNameSubstring has at most \(BluetoothRule.longestName) bytes, as a name has"
        case .comparisonWithoutName: "bluetoothNameSubstringCompareOptions need bluetoothNameSubstring"
        case .namePattern(let reason): "bluetoothNameSubstring is not a regular expression: \(reason)"
        case .manufacturerDataWithoutCompany: "manufacturer data needs bluetoothCompanyIdentifier"
        case .serviceDataWithoutService: "service data needs bluetoothServiceUUID"
        case .inputService:
            "with bluetoothHID, bluetoothServiceUUID is a service of the accessory's own: every input device has 1812"
        case .pattern(let field):
            "\(field): blob and mask are set together, of one length, 1 to \(BluetoothRule.longestPattern) bytes"
        }
    }
}
