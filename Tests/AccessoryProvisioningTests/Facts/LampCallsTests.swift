// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryProvisioning

/// How accessories show which one they are.
struct LampCallsTests {
    private func turns(_ family: Family, _ body: String, status: Int = 200) throws -> [String]? {
        let calls = try #require(LampCalls(family))
        return calls.turns(HTTPAnswer(status: status, body: Array(body.utf8))).map { turns in
            [turns.over, turns.back].map { "\($0.target) \(String(decoding: $0.body, as: UTF8.self))" }
        }
    }

    @Test func aLampGoesTheOtherWayAndBack() throws {
        #expect(
            try turns(.wled, #"{"on":true,"bri":128}"#)
                == [#"/json/state {"on":false,"tt":0}"#, #"/json/state {"on":true,"tt":0}"#])
        #expect(
            try turns(.shelly, #"{"sys":{},"light:0":{"output":false}}"#)
                == ["/rpc/Light.Set?id=0&on=true ", "/rpc/Light.Set?id=0&on=false "])
        #expect(
            try turns(.shelly, #"{"rgbw:0":{"output":true}}"#)
                == ["/rpc/RGBW.Set?id=0&on=false ", "/rpc/RGBW.Set?id=0&on=true "])
    }

    @Test(arguments: [
        #"{"switch:0":{"output":true}}"#, #"{"light:0":{"output":"true"}}"#, #"{"light:0":true}"#, "[]", "", "{",
    ])
    func nothingElseIsSwitched(status: String) throws {
        #expect(try turns(.shelly, status) == nil)
        #expect(try turns(.wled, status) == nil)
    }

    @Test func aDeviceBehindAPasswordHasNoLampForUs() throws {
        #expect(try turns(.shelly, #"{"light:0":{"output":true}}"#, status: 401) == nil)
    }

    @Test func otherFamiliesHaveNone() {
        #expect(Set(Family.allCases.filter { LampCalls($0) != nil }) == LampCalls.families)
    }
}
