// SPDX-License-Identifier: Apache-2.0

/// A D-Bus method call, little-endian (D-Bus specification, "Message Protocol").
struct BusMessage {
    private(set) var bytes: [UInt8] = []

    static let hello = BusMessage(
        to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")

    /// One property, as most clients read it.
    static let networkManagerState = BusMessage(
        to: "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager", "org.freedesktop.DBus.Properties",
        "Get", signature: "ss"
    ) { body in
        body.string("org.freedesktop.NetworkManager")
        body.string("State")
    }

    static let permissionLookup = BusMessage(
        to: "org.freedesktop.impl.portal.PermissionStore", "/org/freedesktop/impl/portal/PermissionStore",
        "org.freedesktop.impl.portal.PermissionStore", "Lookup", signature: "ss"
    ) { body in
        body.string("devices")
        body.string("camera")
    }

    /// Whether a process may control networks; without asking a person.
    static func checkAuthorization(process: UInt32, started: UInt64) -> BusMessage {
        BusMessage(
            to: "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority",
            "org.freedesktop.PolicyKit1.Authority", "CheckAuthorization", signature: "(sa{sv})sa{ss}us"
        ) { body in
            body.align(8)
            body.string("unix-process")
            body.array(alignment: 8) { details in
                details.align(8)
                details.string("pid")
                details.signature("u")
                details.number(process)
                details.align(8)
                details.string("start-time")
                details.signature("t")
                details.align(8)
                details.number(UInt32(truncatingIfNeeded: started))
                details.number(UInt32(started >> 32))
            }
            body.string("org.freedesktop.NetworkManager.network-control")
            body.array(alignment: 8) { _ in }
            body.number(0)
            body.string("")
        }
    }

    private init(
        to destination: String, _ path: String, _ interface: String, _ member: String, signature: String = "",
        body write: (inout BusMessage) -> Void = { _ in }
    ) {
        var body = BusMessage()
        write(&body)
        bytes = [UInt8(ascii: "l"), 1, 0, 1]
        number(UInt32(body.bytes.count))
        number(1)
        array(alignment: 8) { fields in
            for (code, type, value) in [(1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination)] {
                fields.align(8)
                fields.bytes.append(UInt8(code))
                fields.signature(type)
                fields.string(value)
            }
            guard !signature.isEmpty else { return }
            fields.align(8)
            fields.bytes.append(8)
            fields.signature("g")
            fields.signature(signature)
        }
        align(8)
        bytes += body.bytes
    }

    private init() {}

    private mutating func align(_ alignment: Int) {
        while bytes.count % alignment != 0 { bytes.append(0) }
    }

    private mutating func number(_ value: UInt32) {
        align(4)
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    private mutating func string(_ text: String) {
        number(UInt32(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    private mutating func signature(_ text: String) {
        bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
    }

    private mutating func array(alignment: Int, _ elements: (inout BusMessage) -> Void) {
        number(0)
        let length = bytes.count - 4
        align(alignment)
        let start = bytes.count
        elements(&self)
        let count = UInt32(bytes.count - start)
        for index in 0..<4 { bytes[length + index] = UInt8(truncatingIfNeeded: count >> (8 * UInt32(index))) }
    }
}

extension BusMessage {
    /// The complete messages at the beginning of `bytes`.
    static func count(in bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { bytes in
            var (count, start) = (0, 0)
            while let length = length(of: bytes[start...]), start + length <= bytes.count {
                if bytes[start + 1] == 3 { fail("the bus replied with an error") }
                count += 1
                start += length
            }
            return count
        }
    }

    /// The method return that ends `bytes`; signals before it are left out.
    static func reply(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var start = 0
        while let length = length(of: bytes[start...]), start + length <= bytes.count {
            let message = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
            switch message[1] {
            case 2: return message
            case 3: fail("the reply is an error: \(String(decoding: message.filter { 32..<127 ~= $0 }, as: UTF8.self))")
            case _: start += length
            }
        }
        return nil
    }

    private static func length(of bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard bytes.count >= 16 else { return nil }
        let number = { (offset: Int) in
            (0..<4).reduce(0) { $0 | Int(bytes[bytes.startIndex + offset + $1]) << (8 * $1) }
        }
        return 16 + (number(12) + 7) / 8 * 8 + number(4)
    }
}
