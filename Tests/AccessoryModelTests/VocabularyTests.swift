// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials
import Testing

struct VocabularyTests {
    @Test(arguments: [Int64.min, -1, 0, 1_700_000_000, Int64.max])
    func writesATimestampAsANumber(seconds: Int64) throws {
        let data = try JSONEncoder().encode([Timestamp(seconds: seconds)])
        #expect(String(decoding: data, as: UTF8.self) == "[\(seconds)]")
        #expect(try JSONDecoder().decode([Timestamp].self, from: data) == [Timestamp(seconds: seconds)])
    }

    @Test func ordersTimestamps() {
        #expect(Timestamp(seconds: 1) < Timestamp(seconds: 2))
        #expect(!(Timestamp(seconds: 2) < Timestamp(seconds: 2)))
    }

    @Test func asksForAPassphraseOnlyWhereOneIsUsed() {
        let keys = Security.allCases.map(\.key)
        #expect(
            keys == [
                .none, .none, .unsupported, .passphrase, .passphrase, .passphrase, .unsupported, .unsupported,
            ])
        #expect(Set(Security.allCases.map(\.title)).count == Security.allCases.count)
    }

    @Test func namesTheNetworkAndTheDetailInEveryFailedJoin() throws {
        let ssid = try SSID([0xFF])
        for reason in JoinFailure.Reason.allCases {
            let error = AccessoryError(JoinFailure(reason, detail: "because"), joining: ssid)
            #expect(error.message.contains(#"'\xff'"#))
            #expect(error.message.hasSuffix("because"))
            #expect(error.description == "\(error.code.rawValue): \(error.message)")
        }
    }

    @Test func writesASecurityAsAClause() {
        let clauses = [Security.open, .wpa2wpa3, .unknown].map(\.clause)
        #expect(clauses == ["is open", "is secured with WPA2 WPA3", "has an unknown security"])
    }
}
