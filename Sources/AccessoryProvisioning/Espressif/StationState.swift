// SPDX-License-Identifier: Apache-2.0

/// How far the accessory is on its way to the home network.
enum StationState: Hashable, Sendable {
    case connecting
    /// The address is nil if the accessory names none that can be one.
    case connected(address: String?)
    case disconnected
    case wrongPassphrase
    case networkNotFound
    /// It failed for a reason without a name.
    case failed

    private enum Field {
        static let state = 2
        static let reason = 10
        static let connected = 11
        static let address = 1
    }

    /// Reads the answer to ``ConfigMessage/getStatus``.
    init(_ bytes: [UInt8]) throws(EspressifFault) {
        let content = try ConfigMessage.content(of: bytes, .status)
        self = try checked {
            switch try content.number(Field.state) ?? 0 {
            case 0:
                // Zero is also what is missing. Only an accessory that is on the network describes it.
                guard let connection = try content.message(Field.connected) else { throw EspressifFault.garbled }
                let text = try connection.bytes(Field.address).map { String(decoding: $0.prefix(64), as: UTF8.self) }
                return .connected(address: DeviceText.address(text))
            case 1: return .connecting
            case 2: return .disconnected
            case 3:
                switch try content.number(Field.reason) {
                case 0: return .wrongPassphrase
                case 1: return .networkNotFound
                case _: return .failed
                }
            case _: throw EspressifFault.garbled
            }
        }
    }
}
