// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The rule by which an app describes the accessory that it looks for.
///
/// Every property that is set must match. Descriptors in different items are alternatives. If a descriptor cannot be
/// right, showing the picker fails with ``ASError/Code/invalidRequest`` and the property's name; phones end the app.
/// The rules: only one of ``ssid`` and ``ssidPrefix`` may be set, and not to an empty text. Bluetooth properties need
/// ``bluetoothServiceUUID`` or ``bluetoothCompanyIdentifier``. A blob and its mask come together, in one length, at
/// most 27 bytes. Manufacturer data needs the company, service data the service. And the app's manifest must allow it.
public final class ASDiscoveryDescriptor: Sendable {
    /// How near the accessory must be.
    public enum Range: Int, Hashable, Sendable {
        /// Anywhere in range.
        case `default` = 0
        /// Right beside this machine.
        case immediate = 10
    }

    /// The app's side of a Wi-Fi Aware service. Not supported on Linux.
    public enum WiFiAwareServiceRole: Int, Hashable, Sendable {
        /// It looks for the service.
        case subscriber = 10
        /// It offers the service.
        case publisher = 20
    }

    /// A band of Wi-Fi. The raw values are what people call it, in GHz.
    public enum WiFiBand: String, Hashable, Sendable, CaseIterable {
        case band2GHz = "2.4"
        case band5GHz = "5"
        case band6GHz = "6"
    }

    struct Values: Equatable, Sendable {
        var supportedOptions: ASAccessory.SupportOptions = []
        var company = ASBluetoothCompanyIdentifier(0)
        var manufacturerBlob: Data?
        var manufacturerMask: Data?
        var name: String?
        var nameOptions: String.CompareOptions = []
        var range = Range.default
        var service: CBUUID?
        var serviceBlob: Data?
        var serviceMask: Data?
        var ssid: String?
        var ssidPrefix: String?
        var band: WiFiBand?
        var awareName: String?
        var awareRole = WiFiAwareServiceRole.subscriber
        var awareModel: ASPropertyCompareString?
        var awareVendor: ASPropertyCompareString?
    }

    private let storage: Mutex<Values>

    /// A descriptor without any properties; it matches nothing yet.
    public init() { storage = Mutex(Values()) }

    init(_ values: Values) { storage = Mutex(values) }

    var values: Values { storage.withLock { $0 } }

    private func set<Value: Sendable>(_ property: any WritableKeyPath<Values, Value> & Sendable, _ value: Value) {
        storage.withLock { $0[keyPath: property] = value }
    }

    /// What the accessory can do beyond being found.
    public var supportedOptions: ASAccessory.SupportOptions {
        get { values.supportedOptions }
        set { set(\.supportedOptions, newValue) }
    }

    /// The maker whose manufacturer data it sends; 0 is none.
    public var bluetoothCompanyIdentifier: ASBluetoothCompanyIdentifier {
        get { values.company }
        set { set(\.company, newValue) }
    }

    /// The contents of its manufacturer data at the bits of ``bluetoothManufacturerDataMask``.
    public var bluetoothManufacturerDataBlob: Data? {
        get { values.manufacturerBlob }
        set { set(\.manufacturerBlob, newValue) }
    }

    /// The bits of its manufacturer data that are compared.
    public var bluetoothManufacturerDataMask: Data? {
        get { values.manufacturerMask }
        set { set(\.manufacturerMask, newValue) }
    }

    /// A part of the name that it advertises.
    public var bluetoothNameSubstring: String? {
        get { values.name }
        set { set(\.name, newValue) }
    }

    /// How ``bluetoothNameSubstring`` is compared: `[.caseInsensitive, .anchored]`. The bits are `NSString`'s.
    public var bluetoothNameSubstringCompareOptions: String.CompareOptions {
        get { values.nameOptions }
        set { set(\.nameOptions, newValue) }
    }

    /// How near it must be, by its signal.
    public var bluetoothRange: Range {
        get { values.range }
        set { set(\.range, newValue) }
    }

    /// A service that it advertises, in its list of services or as the key of service data.
    public var bluetoothServiceUUID: CBUUID? {
        get { values.service }
        set { set(\.service, newValue) }
    }

    /// The contents of its service data at the bits of ``bluetoothServiceDataMask``.
    public var bluetoothServiceDataBlob: Data? {
        get { values.serviceBlob }
        set { set(\.serviceBlob, newValue) }
    }

    /// The bits of its service data that are compared.
    public var bluetoothServiceDataMask: Data? {
        get { values.serviceMask }
        set { set(\.serviceMask, newValue) }
    }

    /// The name of its hotspot: 1 to 32 bytes of UTF-8, compared byte by byte.
    public var ssid: String? {
        get { values.ssid }
        set { set(\.ssid, newValue) }
    }

    /// The beginning of its hotspot's name. If several match, the person chooses.
    public var ssidPrefix: String? {
        get { values.ssidPrefix }
        set { set(\.ssidPrefix, newValue) }
    }

    /// The only band on which its hotspot counts, for ``ssid`` or ``ssidPrefix``; nil for any. Phones do not have it.
    public var wifiBand: WiFiBand? {
        get { values.band }
        set { set(\.band, newValue) }
    }

    /// A Wi-Fi Aware service. Not supported on Linux: a descriptor with it is refused.
    public var wifiAwareServiceName: String? {
        get { values.awareName }
        set { set(\.awareName, newValue) }
    }

    /// The app's side of the Wi-Fi Aware service. Has no effect without ``wifiAwareServiceName``.
    public var wifiAwareServiceRole: WiFiAwareServiceRole {
        get { values.awareRole }
        set { set(\.awareRole, newValue) }
    }

    /// The model that a Wi-Fi Aware device names. Not supported on Linux: a descriptor with it is refused.
    public var wifiAwareModelNameMatch: ASPropertyCompareString? {
        get { values.awareModel }
        set { set(\.awareModel, newValue) }
    }

    /// The vendor that a Wi-Fi Aware device names. Not supported on Linux: a descriptor with it is refused.
    public var wifiAwareVendorNameMatch: ASPropertyCompareString? {
        get { values.awareVendor }
        set { set(\.awareVendor, newValue) }
    }
}

extension ASDiscoveryDescriptor: Hashable {
    /// True if every property is equal.
    public static func == (left: ASDiscoveryDescriptor, right: ASDiscoveryDescriptor) -> Bool {
        left.values == right.values
    }
    /// Hashes the networks and the Bluetooth identifiers.
    public func hash(into hasher: inout Hasher) {
        let values = values
        hasher.combine(values.ssid)
        hasher.combine(values.ssidPrefix)
        hasher.combine(values.service)
        hasher.combine(values.company)
    }
}
