// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Any JSON value, to look at what an encoder made.
enum JSON: Hashable, Decodable {
    case null
    case bool(Bool)
    case int(Int64)
    case float(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .float(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    struct Unequal: Error {
        var sent: String
        var read: String
    }

    /// A value as it is on the wire. Throws when reading it does not give the value back.
    init<Value: Codable & Hashable>(encoding value: Value) throws {
        let data = try JSONEncoder().encode(value)
        let back = try JSONDecoder().decode(Value.self, from: data)
        guard back == value else { throw Unequal(sent: "\(value)", read: "\(back)") }
        self = try JSONDecoder().decode(JSON.self, from: data)
    }

    /// With another value for every member of this name, however deep.
    func replacing(_ member: String, with value: JSON) -> JSON {
        switch self {
        case .null, .bool, .int, .float, .string: self
        case .array(let elements): .array(elements.map { $0.replacing(member, with: value) })
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, content in
                        (name, name == member ? value : content.replacing(member, with: value))
                    }))
        }
    }
}
