// SPDX-License-Identifier: Apache-2.0

/// The name of a field on the wire, for the generated types.
struct FieldName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral: String) { stringValue = stringLiteral }

    /// No field has a number.
    var intValue: Int? { nil }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<FieldName> {
    func value<Value: Decodable>(_ name: FieldName) throws -> Value { try decode(Value.self, forKey: name) }

    func optional<Value: Decodable>(_ name: FieldName) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: name)
    }
}
