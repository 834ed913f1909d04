// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import FoundationEssentials
import Testing

/// The lines of the program that hands a network over.
struct ProvisioningReportTests {
    private func read(_ line: String) throws -> ProvisioningReport {
        try JSONDecoder().decode(ProvisioningReport.self, from: Data(line.utf8))
    }

    private static let station = MACAddress("c0:49:ef:8c:48:0c")

    @Test(arguments: [
        ProvisioningReport.step(.identified(DeviceIdentity(name: "plug", model: "A1", address: station))),
        .step(.securing), .step(.handingOver(.session)), .step(.waitingForAccessory),
        .outcome(.onNetwork(address: "192.168.2.7", page: "http://192.168.2.7/")),
        .outcome(.refused(ProvisioningRefusal(words: "not now"))),
        .outcome(.refused(ProvisioningRefusal(.accessoryError, "it refused with the status 403", names: ["HTTP 403"]))),
        .outcome(.refused(ProvisioningRefusal(.termsNeeded, "it wants its terms accepted"))),
    ])
    func keepsItsMeaningAsALine(report: ProvisioningReport) throws {
        let line = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        #expect(try read(line) == report)
    }

    @Test(arguments: ProvisioningEnd.allCases) func everyEndHasAName(end: ProvisioningEnd) throws {
        guard case .outcome(let outcome) = try read(#"{"outcome":"\#(end.name)"}"#) else {
            Issue.record("no outcome")
            return
        }
        #expect(outcome.end == end)
    }

    @Test(arguments: ["", #","kind":"of a later version""#])
    func aReasonWithoutAKnownCodeIsTheAccessorysWord(kind: String) throws {
        let report = try read(#"{"outcome":"refused","reason":"not now"\#(kind)}"#)
        #expect(report == .outcome(.refused(ProvisioningRefusal(words: "not now"))))
    }

    @Test(arguments: ["", "{}", "[]", #"{"step":"dancing"}"#, #"{"outcome":"well"}"#, #"{"step":"handingOver"}"#])
    func refusesAnotherLine(line: String) {
        #expect(throws: DecodingError.self) { try read(line) }
    }

    @Test func boundsWhatTheAccessorySays() throws {
        let long = String(repeating: "x", count: 4000)
        guard
            case .outcome(.refused(let refused)) = try read(
                #"{"outcome":"refused","reason":"\u001b\#(long)","kind":"ownWords","names":["\u001b\#(long)"]}"#),
            case .outcome(.onNetwork(let address, let page)) = try read(
                #"{"outcome":"onNetwork","address":"\#(long)","page":"javascript:alert(1)"}"#)
        else {
            Issue.record("no outcomes")
            return
        }
        for text in [refused.text, try #require(refused.reason.names?.first)] {
            #expect(text.utf8.count < 700 && !text.contains("\u{1B}"))
        }
        #expect(address == nil && page == nil)
    }
}
