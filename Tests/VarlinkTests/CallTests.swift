// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

struct CallTests {
    private static func call(_ text: String) throws -> Call {
        try Call(Array(text.utf8))
    }

    @Test func readsTheEnvelope() throws {
        let call = try Self.call(#"{"method":"org.example.Lamp.Blink","more":true,"parameters":{"times":3},"x":[]}"#)
        #expect(call.method == "org.example.Lamp.Blink")
        #expect(call.interface == "org.example.Lamp")
        #expect(call.member == "Blink")
        #expect(call.more)
        #expect(!call.oneway)
        #expect(!call.upgrade)
    }

    @Test(arguments: [("Blink", "", "Blink"), ("", "", ""), ("a.", "a", ""), (".b", "", "b")])
    func splitsOddMethodNames(method: String, interface: String, member: String) throws {
        let call = try Self.call(#"{"method":"\#(method)"}"#)
        #expect(call.interface == interface)
        #expect(call.member == member)
    }

    @Test func readsNamesAndTextWithEscapes() throws {
        let call = try Self.call(
            #"{"\u006dethod":"a.\u0042\/","\ud800":1,"more\n":true,"parameters":{"\u0061":"b"}}"#)
        #expect(call.method == "a.B/")
        #expect(!call.more)
        #expect(try call.parameters(as: [String: String].self) == ["a": "b"])
    }

    @Test func takesNullForAnAbsentFlag() throws {
        let call = try Self.call(#"{"method":"a.B","more":null,"oneway":null,"parameters":null}"#)
        #expect(!call.more && !call.oneway)
        #expect(try call.parameters(as: Nothing.self) == Nothing())
    }

    @Test(arguments: [
        (#"{}"#, "method"), (#"{"method":null}"#, "method"), (#"{"method":7}"#, "method"),
        (#"{"method":"a.B","more":"yes"}"#, "more"), (#"{"method":"a.B","oneway":1}"#, "oneway"),
        (#"{"method":"\ud800"}"#, "method"), (#"{"method":"a.B","\u006dethod":"a.C"}"#, "method"),
        (#"{"method":"a.B","more":true,"more":null}"#, "more"),
        (#"{"method":"a.B","parameters":{},"parameters":{}}"#, "parameters"),
    ])
    func refusesAnEnvelopeThatIsNoCall(text: String, member: String) {
        #expect(throws: ProtocolViolation.notACall(member: member)) { try Self.call(text) }
    }

    struct Setup: Decodable {
        struct Item: Decodable {
            struct FileDescriptor: Decodable { let ssid: String }
            let descriptor: FileDescriptor
        }
        let items: [Item]
        let limit: Int8?
    }

    @Test(arguments: [
        (#"{"items":[{"descriptor":{"ssid":7}}]}"#, "items[0].descriptor.ssid"),
        (#"{"items":[{"descriptor":{"ssid":"a"}},{"descriptor":{}}]}"#, "items[1].descriptor.ssid"),
        (#"{"items":[null]}"#, "items[0]"),
        (#"{"items":{}}"#, "items"),
        (#"{}"#, "items"),
        (#"{"items":[],"limit":"much"}"#, "limit"),
        (#"[]"#, "parameters"),
        (#""text""#, "parameters"),
    ])
    func namesTheParameterThatIsNotValid(parameters: String, field: String) throws {
        let call = try Self.call(#"{"method":"a.B","parameters":\#(parameters)}"#)
        #expect(throws: VarlinkError.invalidParameter(field)) { try call.parameters(as: Setup.self) }
    }

    /// Foundation's decoder gives no path for a number that does not fit or an escape that is no character.
    @Test(arguments: [
        #"{"items":[],"limit":300}"#, #"{"items":[],"limit":1.5}"#, #"{"items":[{"descriptor":{"ssid":"\ud800"}}]}"#,
    ])
    func blamesTheParametersAsAWholeWhereNoPathIsKnown(parameters: String) throws {
        let call = try Self.call(#"{"method":"a.B","parameters":\#(parameters)}"#)
        #expect(throws: VarlinkError.invalidParameter("parameters")) { try call.parameters(as: Setup.self) }
    }

    @Test func takesMissingParametersForNone() throws {
        let call = try Self.call(#"{"method":"a.B"}"#)
        #expect(try call.parameters(as: Nothing.self) == Nothing())
        #expect(throws: VarlinkError.invalidParameter("items")) { try call.parameters(as: Setup.self) }
    }
}
