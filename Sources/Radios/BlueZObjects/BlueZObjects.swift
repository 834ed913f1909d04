// SPDX-License-Identifier: Apache-2.0

/// The properties of bluetoothd's objects, by path and interface (org.freedesktop.DBus.ObjectManager).
struct BlueZObjects: Hashable {
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let service = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"

    private(set) var all: [String: [String: [String: Variant]]] = [:]
    /// The devices among them, read once for each change: several parts of the agent look at each signal.
    private var devices: [String: DeviceProperties] = [:]

    /// What is read of each interface. Nothing else is kept: any user may have bluetoothd give a device an alias of megabytes.
    private static let read: [String: Set<String>] = [
        adapter: ["Address", "Class", "PowerState", "Powered", "Roles"],
        device: [
            "Address", "AddressType", "AdvertisingData", "AdvertisingFlags", "Bonded", "Class", "Connected",
            "ManufacturerData", "Name", "Paired", "RSSI", "ServiceData", "ServicesResolved", "UUIDs",
        ],
        service: ["Includes", "Primary", "UUID"], characteristic: ["Flags", "Service", "UUID", "Value"],
        descriptor: ["UUID"],
    ]

    /// Nil for an interface that is not read at all.
    fileprivate static func kept(_ properties: [String: Variant], of interface: String) -> [String: Variant]? {
        read[interface].map { read in properties.filter { read.contains($0.key) } }
    }

    fileprivate static func kept(_ interfaces: [String: [String: Variant]]) -> [String: [String: Variant]] {
        var kept: [String: [String: Variant]] = [:]
        for (interface, properties) in interfaces { kept[interface] = Self.kept(properties, of: interface) }
        return kept
    }

    /// One signal.
    enum Change: Hashable, Sendable {
        case added(String, [String: [String: Variant]])
        case removed(String, [String])
        case changed(String, String, [String: Variant], invalidated: [String])
    }

    mutating func apply(_ change: Change) {
        switch change {
        case .added(let path, let interfaces):
            guard !interfaces.isEmpty else { return }
            all[path, default: [:]].merge(interfaces) { _, new in new }
            readDevice(at: path)
        case .removed(let path, let interfaces):
            for interface in interfaces { all[path]?[interface] = nil }
            if all[path]?.isEmpty == true { all[path] = nil }
            readDevice(at: path)
        case .changed(let path, let interface, let properties, let invalidated):
            // The object is gone, or was never announced.
            guard all[path]?[interface] != nil else { return }
            all[path]?[interface]?.merge(properties) { _, new in new }
            for name in invalidated { all[path]?[interface]?[name] = nil }
            if interface == Self.device { readDevice(at: path) }
        }
    }

    private mutating func readDevice(at path: String) {
        devices[path] = properties(path, Self.device).flatMap { DeviceProperties($0) }
    }

    func properties(_ path: String, _ interface: String) -> [String: Variant]? { all[path]?[interface] }

    /// Those with this interface, in the order of their paths.
    func paths(with interface: String) -> [String] { all.filter { $0.value[interface] != nil }.keys.sorted() }

    func firstCharacteristic(below device: String) -> String? {
        all.first { $0.key.hasPrefix(device + "/") && $0.value[Self.characteristic] != nil }?.key
    }

    func device(at path: String) -> DeviceProperties? { devices[path] }

    /// The objects of one characteristic; a device may have several of them.
    func characteristics(_ uuid: String, of service: String, below device: String) -> [String] {
        paths(with: Self.characteristic).filter { path in
            guard path.hasPrefix(device + "/"), let properties = properties(path, Self.characteristic),
                properties["UUID"]?.text?.uppercased() == uuid, let parent = properties["Service"]?.text
            else { return false }
            return self.properties(parent, Self.service)?["UUID"]?.text?.uppercased() == service
        }
    }
}

extension BlueZObjects {
    /// Reads the reply of GetManagedObjects.
    init(managed reply: [Variant]) {
        guard case .list(_, let entries) = reply.first else { return }
        for case .tuple(let entry) in entries {
            if entry.count == 2, let path = entry[0].text, case .sections(let interfaces) = entry[1] {
                let kept = Self.kept(interfaces)
                if !kept.isEmpty { all[path] = kept }
                readDevice(at: path)
            }
        }
    }
}

extension BlueZObjects.Change {
    init?(interfacesAdded arguments: [Variant]) {
        guard arguments.count == 2, let path = arguments[0].text, case .sections(let interfaces) = arguments[1] else {
            return nil
        }
        self = .added(path, BlueZObjects.kept(interfaces))
    }

    init?(interfacesRemoved arguments: [Variant]) {
        guard arguments.count == 2, let path = arguments[0].text, case .list(_, let names) = arguments[1] else {
            return nil
        }
        self = .removed(path, names.compactMap(\.text))
    }

    init?(propertiesChangedAt path: String, _ arguments: [Variant]) {
        guard arguments.count == 3, let interface = arguments[0].text, case .dictionary(let all) = arguments[1],
            let properties = BlueZObjects.kept(all, of: interface), case .list(_, let invalidated) = arguments[2]
        else { return nil }
        self = .changed(path, interface, properties, invalidated: invalidated.compactMap(\.text))
    }
}
