// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

struct ReplyTests {
    private struct State: Codable, Equatable {
        var state: String
        var path = "/a"
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func encodesAReply() throws {
        let last = try Reply.encode(State(state: "on"))
        #expect(Self.text(last) == #"{"parameters":{"path":"/a","state":"on"}}"# + "\0")
        let first = try Reply.encode(Nothing(), continues: true)
        #expect(Self.text(first) == #"{"continues":true,"parameters":{}}"# + "\0")
    }

    @Test func encodesAnError() throws {
        let error = VarlinkError("org.example.Lamp.Broken", parameters: ["since": 5, "why": "a \"fuse\""])
        #expect(
            try Self.text(Reply.encode(error: error.name, error.parameters))
                == #"{"error":"org.example.Lamp.Broken","parameters":{"since":5,"why":"a \"fuse\""}}"# + "\0")
    }

    @Test func refusesAReplyOverTheLimit() {
        let state = State(state: String(repeating: "a", count: MessageLimits.messageBytes))
        #expect(throws: ProtocolViolation.messageTooLarge(limit: MessageLimits.messageBytes)) {
            try Reply.encode(state)
        }
    }

    @Test func readsWhatItEncodes() throws {
        let reply = try Reply(Reply.encode(State(state: "é"), continues: true).dropLast())
        #expect(reply.continues)
        #expect(try reply.parameters() == State(state: "é"))
    }

    @Test func throwsTheErrorThatWasReplied() throws {
        struct Reason: Decodable { let why: String }
        let reply = try Reply(Array(#"{"error":"a.Broken","parameters":{"why":"fuse"}}"#.utf8))
        let error = #expect(throws: VarlinkError.self) { try reply.parameters(as: State.self) }
        #expect(error?.name == "a.Broken")
        #expect(try error?.parameters(as: Reason.self).why == "fuse")
    }

    @Test func refusesWhatIsNoReply() {
        #expect(throws: ProtocolViolation.notAReply) { try Reply(Array(#"{"continues":1}"#.utf8)) }
        #expect(throws: ProtocolViolation.notAnObject) { try Reply(Array("[]".utf8)) }
    }

    @Test(arguments: [
        (VarlinkError.interfaceNotFound("a"), #"{"interface":"a"}"#), (.methodNotFound("a.B"), #"{"method":"a.B"}"#),
        (.methodNotImplemented("a.B"), #"{"method":"a.B"}"#), (.invalidParameter("x"), #"{"parameter":"x"}"#),
        (.permissionDenied, "{}"), (.expectedMore, "{}"),
    ])
    func givesTheStandardErrorsTheirParameters(error: VarlinkError, parameters: String) throws {
        #expect(error.name.hasPrefix("org.varlink.service."))
        #expect(
            try Self.text(Reply.encode(error: error.name, error.parameters))
                == #"{"error":"\#(error.name)","parameters":\#(parameters)}"# + "\0")
    }
}
