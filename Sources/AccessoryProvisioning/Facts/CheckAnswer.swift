// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// What one request to an address of the home network brought: the one line of the program that checks it, for whoever
/// ordered that. As JSON it is one object:
///
///     {"check":"named","name":"shellyplus1-c049ef8c480c","model":"Plus1","address":"c0:49:ef:8c:48:0c"}
///     {"check":"reached"}
///     {"check":"silent"}
package enum CheckAnswer: Hashable, Sendable, Codable {
    /// The page of the family names itself.
    case named(DeviceIdentity)
    /// A station is there: it took the connection or refused it, and named nothing that the family's pages have.
    case reached
    /// Nothing came back.
    case silent

    private enum Key: String, CodingKey {
        case check, name, model, version, address
    }

    private enum Kind: String, Codable {
        case named, reached, silent
    }

    /// Throws `DecodingError`. Texts are bounded as those of an accessory.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.decode(Kind.self, forKey: .check) {
        case .reached: self = .reached
        case .silent: self = .silent
        case .named:
            self = .named(
                DeviceIdentity(
                    name: try fields.decodeIfPresent(String.self, forKey: .name),
                    model: try fields.decodeIfPresent(String.self, forKey: .model),
                    version: try fields.decodeIfPresent(String.self, forKey: .version),
                    address: DeviceText.radio(try fields.decodeIfPresent(String.self, forKey: .address))))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .reached: try fields.encode(Kind.reached, forKey: .check)
        case .silent: try fields.encode(Kind.silent, forKey: .check)
        case .named(let device):
            try fields.encode(Kind.named, forKey: .check)
            try fields.encodeIfPresent(device.name, forKey: .name)
            try fields.encodeIfPresent(device.model, forKey: .model)
            try fields.encodeIfPresent(device.version, forKey: .version)
            try fields.encodeIfPresent(device.address?.description, forKey: .address)
        }
    }
}
