// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

struct ServiceInfoTests {
    private let info = ServiceInfo(vendor: "V", product: "P", version: "1", url: "https://example.org")
    private let lamp = Interface(name: "org.example.Lamp", description: "interface org.example.Lamp\n")

    private func answer(_ call: String, _ interfaces: [Interface]) throws -> ServiceInfo.Answer {
        try info.answer(Call(Array(call.utf8)), interfaces: interfaces)
    }

    @Test func namesItselfAndTheInterfacesThatTheCallerMaySee() throws {
        let call = #"{"method":"org.varlink.service.GetInfo"}"#
        #expect(try answer(call, [lamp]) == .info(info, interfaces: ["org.varlink.service", "org.example.Lamp"]))
        #expect(try answer(call, []) == .info(info, interfaces: ["org.varlink.service"]))
        let bytes = try Reply.encode(answer(call, []))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"parameters":{"interfaces":["org.varlink.service"],"product":"P","url":"https://example.org","#
                + #""vendor":"V","version":"1"}}"# + "\0")
    }

    @Test func describesAnInterfaceAndItself() throws {
        func call(_ name: String) -> String {
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(name)"}}"#
        }
        #expect(try answer(call(lamp.name), [lamp]) == .description(lamp.description))
        #expect(try answer(call("org.varlink.service"), []) == .description(Interface.service.description))
        #expect(throws: VarlinkError.interfaceNotFound(lamp.name)) { try answer(call(lamp.name), []) }
    }

    @Test func refusesWhatItDoesNotKnow() {
        #expect(throws: VarlinkError.methodNotFound("org.varlink.service.Fly")) {
            try answer(#"{"method":"org.varlink.service.Fly"}"#, [])
        }
        #expect(throws: VarlinkError.invalidParameter("interface")) {
            try answer(#"{"method":"org.varlink.service.GetInterfaceDescription"}"#, [])
        }
    }
}
