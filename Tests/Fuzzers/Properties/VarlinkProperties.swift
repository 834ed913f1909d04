// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Varlink

/// The input is what a peer sends, NULs and all.
func checkVarlink(_ input: [UInt8]) throws {
    let whole = received([input])
    try hold(received(input.map { [$0] }) == whole, "byte by byte is as all at once")
    try hold(received(chunks(of: input)) == whole, "in chunks is as all at once")
    try checkText(String(decoding: input, as: UTF8.self))
    for message in whole.messages {
        try checkCall(message)
        try checkReply(message)
    }
}

/// Any text that we write reads as the same bytes, for us and for others.
private func checkText(_ text: String) throws {
    let message = try Array(Reply.encode([text: [text]]).dropLast())
    try hold(!message.contains { $0 < 0x20 }, "control characters are escaped")
    let theirs = try JSONDecoder().decode([String: [String: [String]]].self, from: Data(message))
    let ours = try Reply(message).parameters(as: [String: [String]].self)
    for read in [theirs["parameters"] ?? [:], ours] {
        try hold(read.keys.first?.utf8.elementsEqual(text.utf8) == true, "a name survives")
        try hold(read.values.first?.first?.utf8.elementsEqual(text.utf8) == true, "a text survives")
    }
}

/// A call as Foundation reads it.
private struct Seen: Decodable {
    let method: String
    let more: Bool?
    let oneway: Bool?
    let upgrade: Bool?
    let parameters: JSONValue?
}

private struct Received: Equatable {
    var messages: [[UInt8]] = []
    var violation: ProtocolViolation?
}

/// The limit is small, so that inputs reach it.
private func received(_ chunks: [[UInt8]]) -> Received {
    var framing = Framing(limit: 512)
    var received = Received()
    do {
        for chunk in chunks {
            framing.append(chunk)
            while let message = try framing.next() { received.messages.append(message) }
        }
    } catch {
        received.violation = error
    }
    return received
}

/// Lengths that depend on the input, so that cuts come everywhere.
private func chunks(of input: [UInt8]) -> [[UInt8]] {
    var chunks: [[UInt8]] = []
    var rest = input[...]
    while let first = rest.first {
        let count = 1 + Int(first) % 61
        chunks.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
    }
    return chunks
}

private func checkCall(_ message: [UInt8]) throws {
    let call: Call
    do {
        call = try Call(message)
    } catch {
        return try checkRefusal(error, of: message)
    }
    if call.method.utf8.contains(UInt8(ascii: ".")) {
        try hold("\(call.interface).\(call.member)" == call.method, "interface and member make the method")
    } else {
        try hold(call.interface.isEmpty && call.member == call.method, "a method without a dot has no interface")
    }
    let seen = try? JSONDecoder().decode(Seen.self, from: Data(message))
    if let seen {
        try hold(seen.method == call.method && (seen.more ?? false) == call.more, "a call reads as for others")
        try hold((seen.oneway ?? false) == call.oneway && (seen.upgrade ?? false) == call.upgrade, "so do its flags")
    }
    do {
        let parameters = try call.parameters(as: JSONValue.self)
        try hold(seen.map { $0.parameters ?? .object([:]) == parameters } ?? true, "so do its parameters")
    } catch is VarlinkError {
        // The error that the caller gets for what nobody can read, such as a number that is too large.
    }
}

/// Foundation reads more than RFC 8259 has: a comma before a closing bracket, numbers that begin with zeros. What it
/// makes of that is JSON when it writes it.
private func checkRefusal(_ violation: ProtocolViolation, of message: [UInt8]) throws {
    guard case .notJSON = violation, let value = try? JSONDecoder().decode(JSONValue.self, from: Data(message))
    else { return }
    do {
        _ = try Reply(Array(Reply.encode(value).dropLast()))
    } catch ProtocolViolation.tooDeep {
        // It was too deep as well.
    }
}

private func checkReply(_ message: [UInt8]) throws {
    guard let reply = try? Reply(message) else { return }
    guard reply.error == nil, let parameters = try? reply.parameters(as: JSONValue.self) else { return }
    guard case .object = parameters else { return }
    let bytes = try Reply.encode(parameters, continues: reply.continues)
    try hold(bytes.last == 0 && !bytes.dropLast().contains(0), "a reply ends with its only NUL")
    let again = try Reply(Array(bytes.dropLast()))
    try hold(again.continues == reply.continues, "continues survives")
    try hold(try again.parameters(as: JSONValue.self) == parameters, "a reply's parameters survive")
}
