// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

struct ServiceInfoTests {
    private let info = ServiceInfo(vendor: "V", product: "P", version: "1", url: "https://example.org")
    private let lamp = Interface(name: "org.example.Lamp", description: "interface org.example.Lamp\n")

    private func reply(to call: String, _ interfaces: [Interface]) throws -> ServiceInfo.Reply {
        try info.reply(to: Call(Array(call.utf8)), interfaces: interfaces)
    }

    @Test func namesItselfAndTheInterfacesThatTheCallerMaySee() throws {
        let call = #"{"method":"org.varlink.service.GetInfo"}"#
        #expect(try reply(to: call, [lamp]) == .info(info, interfaces: ["org.varlink.service", "org.example.Lamp"]))
        #expect(try reply(to: call, []) == .info(info, interfaces: ["org.varlink.service"]))
        let bytes = try Reply.encode(reply(to: call, []))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"parameters":{"interfaces":["org.varlink.service"],"product":"P","url":"https://example.org","#
                + #""vendor":"V","version":"1"}}"# + "\0")
    }

    @Test func describesAnInterfaceAndItself() throws {
        func call(_ name: String) -> String {
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(name)"}}"#
        }
        #expect(try reply(to: call(lamp.name), [lamp]) == .description(lamp.description))
        #expect(try reply(to: call("org.varlink.service"), []) == .description(Interface.service.description))
        #expect(throws: VarlinkError.interfaceNotFound(lamp.name)) { try reply(to: call(lamp.name), []) }
    }

    @Test func refusesWhatItDoesNotKnow() {
        #expect(throws: VarlinkError.methodNotFound("org.varlink.service.Fly")) {
            try reply(to: #"{"method":"org.varlink.service.Fly"}"#, [])
        }
        #expect(throws: VarlinkError.invalidParameter("interface")) {
            try reply(to: #"{"method":"org.varlink.service.GetInterfaceDescription"}"#, [])
        }
    }
}
