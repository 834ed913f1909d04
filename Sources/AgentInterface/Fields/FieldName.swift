// SPDX-License-Identifier: Apache-2.0

/// The name of a field on the wire, for the generated types.
package struct FieldName: CodingKey, ExpressibleByStringLiteral {
    package let stringValue: String

    package init(stringValue: String) { self.stringValue = stringValue }
    package init(stringLiteral: String) { stringValue = stringLiteral }

    /// No field has a number.
    package var intValue: Int? { nil }
    package init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<FieldName> {
    package func value<Value: Decodable>(_ name: FieldName) throws -> Value { try decode(Value.self, forKey: name) }

    package func optional<Value: Decodable>(_ name: FieldName) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: name)
    }
}
