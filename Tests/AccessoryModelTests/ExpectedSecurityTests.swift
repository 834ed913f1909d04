// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

struct ExpectedSecurityTests {
    /// Under each expectation, what may be joined.
    private static let table: [(remembered: Security?, hasPassphrase: Bool, allowed: Set<Security>)] = [
        (nil, false, Set(Security.allCases)),
        (.open, false, Set(Security.allCases)),
        (.wep, false, Set(Security.allCases)),
        (.enterprise, false, Set(Security.allCases)),
        (.unknown, false, Set(Security.allCases)),
        (.owe, false, [.owe, .wpa2, .wpa2wpa3, .wpa3]),
        (nil, true, [.wpa2, .wpa2wpa3, .wpa3]),
        (.open, true, [.wpa2, .wpa2wpa3, .wpa3]),
        (.owe, true, [.wpa2, .wpa2wpa3, .wpa3]),
        (.wpa2, false, [.wpa2, .wpa2wpa3, .wpa3]),
        (.wpa2, true, [.wpa2, .wpa2wpa3, .wpa3]),
        // It may have been joined with WPA2.
        (.wpa2wpa3, true, [.wpa2, .wpa2wpa3, .wpa3]),
        (.wpa3, false, [.wpa2wpa3, .wpa3]),
        (.wpa3, true, [.wpa2wpa3, .wpa3]),
    ]

    @Test func allowsWhatIsSecuredAtLeastAsExpected() {
        for (remembered, hasPassphrase, allowed) in Self.table {
            let expected = ExpectedSecurity(remembered: remembered, hasPassphrase: hasPassphrase)
            for seen in Security.allCases {
                #expect(expected.allows(seen) == allowed.contains(seen), "\(seen) for \(expected)")
                let change = allowed.contains(seen) ? nil : SecurityChange(expected: expected.least, seen: seen)
                #expect(expected.change(to: seen) == change)
            }
        }
    }

    @Test func insistsOnSAEWhereItWasSeenOnce() {
        for announced in Security.allCases {
            #expect(ExpectedSecurity(.wpa2).demand(of: announced) == announced)
            let forced: Security = announced == .wpa2wpa3 ? .wpa3 : announced
            #expect(ExpectedSecurity(.wpa3).demand(of: announced) == forced)
        }
    }

    @Test func isOnlyEverRaised() {
        for one in Security.allCases {
            for other in Security.allCases {
                let raised = ExpectedSecurity(one).raised(to: other)
                #expect(raised.allows(one) || !ExpectedSecurity(other).allows(one))
                for seen in Security.allCases where raised.allows(seen) {
                    #expect(ExpectedSecurity(one).allows(seen) && ExpectedSecurity(other).allows(seen))
                }
            }
        }
    }

    @Test func remembersTheBetterOfBeforeAndNow() {
        let table: [(joined: Security?, earlier: Security?, kept: Security?)] = [
            (nil, nil, nil), (.open, nil, .open), (nil, .wpa2, .wpa2), (.wpa2, .open, .wpa2), (.open, .wpa2, .wpa2),
            (.wpa3, .wpa2, .wpa3), (.wpa2, .wpa3, .wpa3), (.wpa2wpa3, .wpa3, .wpa3), (.wpa3, .wpa2wpa3, .wpa3),
            (.owe, .open, .owe), (.open, .owe, .owe),
        ]
        for (joined, earlier, kept) in table {
            #expect(ExpectedSecurity.remembering(joined, after: earlier) == kept)
        }
    }

    @Test func reportsTheExpectedAndTheSeenSecurity() throws {
        let change = SecurityChange(expected: .wpa2, seen: .open)
        #expect("\(change)" == "WPA2 or better was expected, and it is open")
        #expect(
            "\(SecurityChange(expected: .wpa3, seen: .wpa2))" == "WPA3 was expected, and it uses WPA2")
        let bssid = try #require(MACAddress("02:00:00:00:01:01"))
        let error = AccessoryError(JoinFailure(change, at: bssid), joining: try SSID(text: "MyCam-1"))
        #expect(error.code == .securityChanged && error.change == change)
        #expect(error.message.contains("'MyCam-1'") && error.message.contains("WPA2 or better was expected"))
        #expect(error.message.contains("02:00:00:00:01:01") && error.message.contains("--security open"))
    }

    // MARK: Records

    private func record(_ security: Security?) throws -> AccessRecord {
        AccessRecord(
            app: "a", uid: nil,
            accessory: Accessory(id: "1", displayName: "A", ssid: nil, bssid: nil, state: .authorized),
            security: security, frequency: nil, isHidden: false, origin: .administrator, grantedBy: "root",
            granted: Timestamp(seconds: 1))
    }

    private func link(_ last: UInt8, _ security: Security?) throws -> Link {
        Link(
            interface: "wlan0", bssid: try #require(MACAddress([2, 0, 0, 0, 1, last])), address: "192.168.4.2",
            prefixLength: 24, gateway: nil, security: security)
    }

    @Test func aJoinRaisesTheRecordOnlyByAKey() throws {
        let table: [(before: Security?, joined: Security?, after: Security?)] = [
            (nil, .open, nil), (nil, .owe, nil), (.open, .owe, .open), (nil, .wpa2, .wpa2), (.open, .wpa3, .wpa3),
            (.wpa2, .wpa3, .wpa3), (.wpa3, .wpa2, .wpa3), (.wpa2, nil, .wpa2),
        ]
        for (before, joined, after) in table {
            var record = try record(before)
            record.note(try link(1, joined))
            #expect(record.security == after, "\(before as Any) joined with \(joined as Any)")
        }
    }

    @Test func aRecordRemembersTheLatestAccessPoints() throws {
        var record = try record(nil)
        for last in [1, 2, 1] + Array(3...20) { record.note(try link(UInt8(last), .wpa2)) }
        let latest = try (13...20).map { try link($0, nil).bssid }
        #expect(record.accessPoints == latest)
    }
}
