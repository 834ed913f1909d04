// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A characteristic or a descriptor, as bluetoothd offers it.
struct AttributeObject: Hashable {
    var path: String
    var interface: String
}

/// bluetoothd's objects of a device's attributes. Their paths end with the attribute's handle, in four hexadecimal
/// digits: `/serviceXXXX/charXXXX/descXXXX`, where a characteristic's handle is that of its declaration
/// (src/gatt-client.c of BlueZ 5.66, service_create, characteristic_create, descriptor_create).
extension BlueZObjects {
    static let descriptor = "org.bluez.GattDescriptor1"

    /// The device's services in the order of their handles. bluetoothd does not offer those that it uses itself.
    func services(below device: String) -> [GATTService] {
        var services: [String: GATTService] = [:]
        var characteristics: [String: GATTCharacteristic] = [:]
        let paths = all.keys.filter { $0.hasPrefix(device + "/") }.sorted()
        // A path comes before those below it.
        for path in paths {
            if let properties = properties(path, Self.service), let handle = Self.handle(path, "service") {
                services[path] = GATTService(handle, properties)
            } else if let properties = properties(path, Self.characteristic), let handle = Self.handle(path, "char") {
                characteristics[path] = GATTCharacteristic(handle, properties)
            } else if let properties = properties(path, Self.descriptor), let handle = Self.handle(path, "desc"),
                let uuid = BluetoothUUID(properties)
            {
                characteristics[Self.parent(path)]?.descriptors.append(GATTDescriptor(handle: handle, uuid: uuid))
            }
        }
        for (path, characteristic) in characteristics.sorted(by: { $0.key < $1.key }) {
            services[Self.parent(path)]?.characteristics.append(characteristic)
        }
        return services.values.sorted { $0.handle < $1.handle }
    }

    /// The characteristic or the descriptor with this handle.
    func attribute(_ handle: UInt16, below device: String) -> AttributeObject? {
        for (path, interfaces) in all where path.hasPrefix(device + "/") {
            for (interface, prefix) in [(Self.characteristic, "char"), (Self.descriptor, "desc")] {
                if interfaces[interface] != nil, Self.handle(path, prefix) == handle {
                    return AttributeObject(path: path, interface: interface)
                }
            }
        }
        return nil
    }

    /// The handle at the end of an object's path; also that of a service that was removed.
    static func handle(_ path: String, _ prefix: String) -> UInt16? {
        let last = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
        guard last.hasPrefix(prefix), last.utf8.count == prefix.utf8.count + 4 else { return nil }
        return UInt16(last.dropFirst(prefix.count), radix: 16)
    }

    private static func parent(_ path: String) -> String {
        String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
    }
}

extension BluetoothUUID {
    fileprivate init?(_ properties: [String: Variant]) {
        guard let text = properties["UUID"]?.text else { return nil }
        self.init(text)
    }
}

extension GATTService {
    fileprivate init?(_ handle: UInt16, _ properties: [String: Variant]) {
        guard let uuid = BluetoothUUID(properties) else { return nil }
        var includes: [UInt16] = []
        if case .list(_, let paths) = properties["Includes"] {
            includes = paths.compactMap { $0.text.flatMap { BlueZObjects.handle($0, "service") } }
        }
        self.init(
            handle: handle, uuid: uuid, isPrimary: properties["Primary"] != .bool(false), includes: includes,
            characteristics: [])
    }
}

extension GATTCharacteristic {
    fileprivate init?(_ handle: UInt16, _ properties: [String: Variant]) {
        guard let uuid = BluetoothUUID(properties) else { return nil }
        var flags: [String] = []
        if case .list(_, let texts) = properties["Flags"] { flags = texts.compactMap(\.text) }
        self.init(handle: handle, uuid: uuid, properties: Set(flags.compactMap { Property(flag: $0) }))
    }
}

extension GATTCharacteristic.Property {
    /// Reads bluetoothd's word (src/gatt-client.c, chrc_props and chrc_ext_props).
    fileprivate init?(flag: String) {
        switch flag {
        case "broadcast": self = .broadcast
        case "read": self = .read
        case "write-without-response": self = .writeWithoutResponse
        case "write": self = .write
        case "notify": self = .notify
        case "indicate": self = .indicate
        case "authenticated-signed-writes": self = .authenticatedSignedWrites
        case "reliable-write": self = .reliableWrite
        case "writable-auxiliaries": self = .writableAuxiliaries
        case _: return nil
        }
    }
}
