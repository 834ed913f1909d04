// SPDX-License-Identifier: Apache-2.0

/// A message in the wire format of protocol buffers (protobuf.dev, "Encoding"): its fields in their order. Readers name
/// the fields that they know and skip the others.
package struct ProtobufMessage: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        case number(UInt64)
        case bytes([UInt8])
    }

    package struct Field: Hashable, Sendable {
        package var number: Int
        package var value: Value
    }

    /// The longest message that is read, in bytes.
    package static let limit = 16_384
    /// The greatest number of a field.
    package static let greatestField = 0x1FFF_FFFF

    package var fields: [Field]

    package init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// The last value of a field counts, as the format demands for fields that are not repeated.
    func number(_ field: Int) throws(ProtobufFault) -> UInt64? {
        guard let last = fields.last(where: { $0.number == field }) else { return nil }
        guard case .number(let number) = last.value else { throw .wrongType(field: field) }
        return number
    }

    func bytes(_ field: Int) throws(ProtobufFault) -> [UInt8]? {
        guard let last = fields.last(where: { $0.number == field }) else { return nil }
        guard case .bytes(let bytes) = last.value else { throw .wrongType(field: field) }
        return bytes
    }

    func message(_ field: Int) throws(ProtobufFault) -> ProtobufMessage? {
        guard let bytes = try bytes(field) else { return nil }
        return try ProtobufMessage(decoding: bytes)
    }

    /// A default value takes no bytes (proto3).
    mutating func add(_ field: Int, _ number: UInt64) {
        guard number != 0 else { return }
        fields.append(Field(number: field, value: .number(number)))
    }

    mutating func add(_ field: Int, _ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        fields.append(Field(number: field, value: .bytes(bytes)))
    }

    /// An inner message is written even if it is empty: its presence selects one of several.
    mutating func add(_ field: Int, _ message: ProtobufMessage) {
        fields.append(Field(number: field, value: .bytes(message.encoded)))
    }
}

/// Why bytes are no message.
package enum ProtobufFault: Error, Hashable, Sendable, CustomStringConvertible {
    case tooLong(Int)
    case truncated
    case numberTooLong
    case fieldNumber
    case wireType(Int)
    case wrongType(field: Int)

    package var description: String {
        switch self {
        case .tooLong(let count): "a message has at most \(ProtobufMessage.limit) bytes, this one has \(count)"
        case .truncated: "the message ends within a field"
        case .numberTooLong: "a number has more than 64 bits"
        case .fieldNumber: "a field's number is out of range"
        case .wireType(let type): "a field has the wire type \(type), which does not exist or is no longer in use"
        case .wrongType(let field): "the field \(field) is not of its type"
        }
    }
}
