// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning

/// The input is a message in the wire format of protocol buffers.
func checkProtobuf(_ input: [UInt8]) throws {
    guard let message = try? ProtobufMessage(decoding: input) else { return }
    let encoded = message.encoded
    try hold(encoded.count <= input.count, "no message is longer than its shortest form")
    try hold(try ProtobufMessage(decoding: encoded) == message, "a message survives")
    try hold(try ProtobufMessage(decoding: input + encoded).fields == message.fields + message.fields, "messages join")
    for field in message.fields {
        try hold((1...ProtobufMessage.greatestField).contains(field.number), "a field's number is in range")
        if case .bytes(let inner) = field.value { try checkProtobuf(inner) }
    }
}
