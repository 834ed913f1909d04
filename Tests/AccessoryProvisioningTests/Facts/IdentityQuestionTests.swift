// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import FoundationEssentials
import Testing

/// The one question to a device of the home network, and the line that answers whoever ordered it.
struct IdentityQuestionTests {
    private static let station = MACAddress("c0:49:ef:8c:48:0c")

    private func identity(_ family: Family?, _ body: String, status: Int = 200) -> DeviceIdentity? {
        IdentityQuestion(family).identity(in: HTTPAnswer(status: status, body: Array(body.utf8)))
    }

    @Test(
        arguments: [
            (Family.shelly, "/shelly", #"{"id":"shellyplus1-c049ef8c480c","mac":"C049EF8C480C","gen":2}"#),
            (.shelly1, "/shelly", #"{"type":"SHPLG-S","mac":"C049EF8C480C","auth":false}"#),
            (.wled, "/json/info", #"{"brand":"WLED","name":"WLED","mac":"c049ef8c480c"}"#),
            (.esphome, "/config.json", #"{"mac":"C0:49:EF:8C:48:0C","name":"plug","aps":[{}"#),
            (.tasmota, "/cm?cmnd=Status%205", #"{"StatusNET":{"Hostname":"t-1","Mac":"C0:49:EF:8C:48:0C"}}"#),
        ]) func eachFamilyNamesItsStation(_ family: Family, target: String, body: String)
    {
        #expect(IdentityQuestion(family).request.target == target)
        #expect(identity(family, body)?.address == Self.station)
    }

    @Test func anotherPageNamesNothing() {
        for family in Family.allCases {
            for body in ["", "[]", "{}", "<html>", #"{"mac":17}"#, #"{"brand":"other","mac":"C049EF8C480C"}"#] {
                guard family != .shelly && family != .shelly1 && family != .esphome || !body.contains("brand") else {
                    continue
                }
                #expect(identity(family, body) == nil)
            }
            #expect(identity(family, #"{"mac":"C049EF8C480C"}"#, status: 401) == nil)
        }
    }

    @Test func aCamerasSerialNumberIsItsName() {
        #expect(identity(.theta, #"{"model":"RICOH THETA Z1","serialNumber":"YN10012345"}"#)?.name == "YN10012345")
    }

    @Test func textsAreBounded() {
        let name = identity(.shelly, #"{"id":"\u001b[2J\#(String(repeating: "x", count: 300))"}"#)?.name
        #expect(name?.contains("\u{1B}") == false && (name?.utf8.count ?? 0) <= 64)
    }

    @Test(arguments: [
        CheckAnswer.reached, .silent, .named(DeviceIdentity(name: "plug", model: "Plus1", address: station)),
    ]) func theAnswerIsOneLine(_ answer: CheckAnswer) throws {
        let line = try JSONEncoder().encode(answer)
        #expect(!line.contains(UInt8(ascii: "\n")))
        #expect(try JSONDecoder().decode(CheckAnswer.self, from: line) == answer)
    }

    @Test(arguments: ["{}", #"{"check":"what"}"#, #"{"outcome":"onNetwork"}"#])
    func anotherLineIsNoAnswer(_ line: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(CheckAnswer.self, from: Data(line.utf8)) }
    }
}
