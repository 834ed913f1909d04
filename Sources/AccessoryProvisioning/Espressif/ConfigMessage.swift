// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// `NetworkConfigPayload` of ESP-IDF's provisioning, `WiFiConfigPayload` in older firmware: the same bytes.
enum ConfigMessage {
    /// The number in the message and, from 10 on, the field of its content.
    enum Kind: UInt64 {
        case getStatus = 0
        case status = 1
        case setNetwork = 2
        case networkSet = 3
        case apply = 4
        case applied = 5

        var field: Int { 10 + Int(rawValue) }
    }

    private static let kindField = 1
    private static let statusField = 1

    static func set(_ network: UplinkCredentials) -> [UInt8] {
        var content = ProtobufMessage()
        content.add(1, network.ssid.bytes)
        content.add(2, Array((network.passphrase?.secret ?? "").utf8))
        return encoded(.setNetwork, content)
    }

    static var apply: [UInt8] { encoded(.apply) }
    static var getStatus: [UInt8] { encoded(.getStatus) }

    private static func encoded(_ kind: Kind, _ content: ProtobufMessage = ProtobufMessage()) -> [UInt8] {
        var message = ProtobufMessage()
        message.add(kindField, kind.rawValue)
        message.add(kind.field, content)
        return message.encoded
    }

    /// The content of an answer of this kind, if it says that all went well.
    @discardableResult
    static func content(of bytes: [UInt8], _ kind: Kind) throws(EspressifFault) -> ProtobufMessage {
        try checked {
            let message = try ProtobufMessage(decoding: bytes)
            guard try message.number(kindField) ?? 0 == kind.rawValue, let content = try message.message(kind.field)
            else { throw EspressifFault.garbled }
            let status = EspressifStatus(try content.number(statusField) ?? 0)
            guard status == .success else { throw EspressifFault.refused(status) }
            return content
        }
    }
}

/// `CtrlPayload`: the accessory forgets a network that failed, and takes another one.
enum ControlMessage {
    static var reset: [UInt8] {
        var message = ProtobufMessage()
        message.add(1, 1)
        message.add(11, ProtobufMessage())
        return message.encoded
    }
}
