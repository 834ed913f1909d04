// SPDX-License-Identifier: Apache-2.0

/// `SessionData` of protocomm: one step of making a session. All three securities number their messages alike.
struct SessionMessage: Hashable, Sendable {
    /// The number in the message and, from 20 on, the field of its content.
    enum Step: UInt64 {
        case command0 = 0
        case response0 = 1
        case command1 = 2
        case response1 = 3

        var field: Int { 20 + Int(rawValue) }
    }

    var security: EspressifSecurity
    var step: Step
    var content = ProtobufMessage()

    private enum Field {
        static let security = 2
        static let step = 1
        static let status = 1
    }

    private static func payloadField(_ security: EspressifSecurity) -> Int { 10 + Int(security.rawValue) }

    var encoded: [UInt8] {
        var payload = ProtobufMessage()
        payload.add(Field.step, step.rawValue)
        payload.add(step.field, content)
        var message = ProtobufMessage()
        message.add(Field.security, security.rawValue)
        message.add(Self.payloadField(security), payload)
        return message.encoded
    }

    /// The content of an answer to this step, if it says that all went well.
    ///
    /// A missing number means zero, and zero means success. So every message on the way has to be there.
    static func content(
        of bytes: [UInt8], security: EspressifSecurity, step: Step
    ) throws(EspressifFault) -> ProtobufMessage {
        try checked {
            let message = try ProtobufMessage(decoding: bytes)
            guard try message.number(Field.security) ?? 0 == security.rawValue,
                let payload = try message.message(payloadField(security)),
                // Security 0 has one step only, whose answer has the number 1.
                try payload.number(Field.step) ?? 0 == step.rawValue,
                let content = try payload.message(step.field)
            else { throw EspressifFault.garbled }
            let status = EspressifStatus(try content.number(Field.status) ?? 0)
            guard status == .success else { throw EspressifFault.refused(status) }
            return content
        }
    }
}

/// How a session is made.
enum EspressifSecurity: UInt64, Hashable, Sendable {
    /// Nothing is encrypted.
    case none = 0
    /// X25519 and AES-CTR, with a proof of possession if the accessory wants one.
    case keyExchange = 1
    /// SRP6a and AES-GCM.
    case password = 2
}
