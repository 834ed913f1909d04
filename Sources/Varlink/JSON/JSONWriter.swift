// SPDX-License-Identifier: Apache-2.0

/// Writes values as JSON, in one pass.
///
/// Foundation's `JSONEncoder` makes a tree first, which took three fifths of the time of a reply. Members come in the
/// order in which their type encodes them, those of a ``JSONValue`` sorted, so equal values are equal bytes.
struct JSONWriter: Encoder {
    /// The common text of all parts of one value.
    private final class Sheet {
        var text = JSONText()
    }

    private let sheet: Sheet
    /// The value's depth, and its beginning.
    private let depth: Int
    private let start: Int

    static func bytes(of value: some Encodable) throws -> [UInt8] {
        let sheet = Sheet()
        try JSONWriter(sheet: sheet, depth: 0, start: 0).write(value)
        return sheet.text.bytes
    }

    private func write<T: Encodable>(_ value: T) throws {
        if T.self == [String: JSONValue].self, let members = value as? [String: JSONValue] {
            try JSONValue.object(members).encode(to: self)
        } else {
            try value.encode(to: self)
        }
        sheet.text.end(value: start, depth: depth)
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        sheet.text.enter(isObject: true, at: start, depth: depth)
        return KeyedEncodingContainer(Members<Key>(sheet: sheet, depth: depth + 1))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        sheet.text.enter(isObject: false, at: start, depth: depth)
        return Elements(sheet: sheet, depth: depth + 1)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let sheet: Sheet
        let depth: Int
        var codingPath: [any CodingKey] { [] }

        func encode(_ value: String, forKey key: Key) {
            sheet.text.write(key: key.stringValue, value, at: depth)
        }

        func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
            try member(key).write(value)
        }

        func encodeNil(forKey key: Key) {
            sheet.text.write(key: key.stringValue, at: depth)
            sheet.text.write(word: "null")
        }

        func nestedContainer<Inner: CodingKey>(
            keyedBy type: Inner.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Inner> {
            member(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }

        func superEncoder() -> any Encoder { member("super") }
        func superEncoder(forKey key: Key) -> any Encoder { member(key.stringValue) }

        private func member(_ key: Key) -> JSONWriter { member(key.stringValue) }

        private func member(_ key: String) -> JSONWriter {
            JSONWriter(sheet: sheet, depth: depth, start: sheet.text.write(key: key, at: depth))
        }
    }

    private struct Elements: UnkeyedEncodingContainer {
        let sheet: Sheet
        let depth: Int
        var count = 0
        var codingPath: [any CodingKey] { [] }

        mutating func encode<T: Encodable>(_ value: T) throws {
            try element().write(value)
        }

        mutating func encodeNil() {
            element().encodeNil()
        }

        mutating func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
            element().container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
        mutating func superEncoder() -> any Encoder { element() }

        private mutating func element() -> JSONWriter {
            count += 1
            return JSONWriter(sheet: sheet, depth: depth, start: sheet.text.separate(at: depth))
        }
    }
}

extension JSONWriter: SingleValueEncodingContainer {
    func encodeNil() { sheet.text.write(word: "null") }
    func encode(_ value: Bool) { sheet.text.write(word: value ? "true" : "false") }
    func encode(_ value: String) { sheet.text.write(value) }
    func encode(_ value: Int) { sheet.text.write(number: value) }
    func encode(_ value: Int8) { sheet.text.write(number: value) }
    func encode(_ value: Int16) { sheet.text.write(number: value) }
    func encode(_ value: Int32) { sheet.text.write(number: value) }
    func encode(_ value: Int64) { sheet.text.write(number: value) }
    func encode(_ value: UInt) { sheet.text.write(number: value) }
    func encode(_ value: UInt8) { sheet.text.write(number: value) }
    func encode(_ value: UInt16) { sheet.text.write(number: value) }
    func encode(_ value: UInt32) { sheet.text.write(number: value) }
    func encode(_ value: UInt64) { sheet.text.write(number: value) }
    func encode(_ value: Float) throws { try encode(Double(value)) }

    func encode(_ value: Double) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: [], debugDescription: "JSON has no number \(value)"))
        }
        sheet.text.write(number: value)
    }

    func encode<T: Encodable>(_ value: T) throws { try write(value) }
}
