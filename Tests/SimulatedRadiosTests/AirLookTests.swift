// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import SimulatedRadios

@Suite struct AirLookTests {
    private let others = """
        [AccessPoint far]
        SSID=FAR
        BSSID=02:00:00:00:01:01
        Frequency=5180
        [AccessPoint hidden]
        SSID=HIDDEN
        BSSID=02:00:00:00:01:02
        Hidden=true
        [AccessPoint late]
        SSID=LATE
        BSSID=02:00:00:00:01:03
        Appears=2s
        Goes=4s
        Returns=6s
        """

    /// The names that one look after the other brings, until that time; `*` after those of all channels.
    private func looks(_ request: LookRequest, until end: Duration) throws -> [String] {
        var subject = try Air(try air(more: others))
        var sweep = Air.Sweep(request: request, began: .zero)
        var looks: [String] = []
        var now = Duration.zero
        while now <= end {
            switch try subject.next(for: &sweep, at: now) {
            case .now(let look):
                let names = look.networks.map { $0.ssid?.description ?? "-" }.joined(separator: " ")
                looks.append("\(now): \(names)\(look.isComplete ? " *" : "")")
            case .wait(until: let due?): now = due
            case .wait(until: nil), .over: return looks
            }
        }
        return looks
    }

    @Test func visitsLikelyChannelsFirstAndThenAllAgainAndAgain() throws {
        #expect(
            try looks(LookRequest(interface: "wlan0"), until: .seconds(4)) == [
                "0.3 seconds: CAM -", "1.0 seconds: CAM FAR - *", "2.0 seconds: CAM FAR - LATE *",
                "3.0 seconds: CAM FAR - LATE *", "4.0 seconds: CAM FAR - *",
            ])
    }

    @Test func seesWhatComesBack() throws {
        let heard = try looks(LookRequest(interface: "wlan0"), until: .seconds(7))
        #expect(
            heard.suffix(3) == [
                "5.0 seconds: CAM FAR - *", "6.0 seconds: CAM FAR - LATE *", "7.0 seconds: CAM FAR - LATE *",
            ])
    }

    @Test func countsTimesFromTheFirstLook() throws {
        let times = "Appears=1s\nGoes=2s\nReturns=3s\nTimesFrom=look"
        var subject = try Air(
            try air(cam: times, more: "[AccessPoint b]\nSSID=B\nBSSID=02:00:00:00:01:01\nGoes=9s\nTimesFrom=look"))
        var heard: [String] = []
        for (began, now) in [(10.0, 10.0), (10, 11), (10, 12), (10, 13), (18, 19)] {
            var sweep = Air.Sweep(request: LookRequest(interface: "wlan0"), began: .seconds(began))
            guard case .now(let look) = try subject.next(for: &sweep, at: .seconds(now + 1)) else { continue }
            heard.append(look.networks.map { $0.ssid?.description ?? "-" }.joined(separator: " "))
        }
        #expect(heard == ["B", "CAM B", "B", "CAM B", "CAM"])
    }

    @Test func seesAHiddenSSIDAndALikelyChannelOnRequest() throws {
        let request = LookRequest(interface: "wlan0", ssids: [try SSID(text: "HIDDEN")], likelyFrequencies: [5180])
        #expect(
            try looks(request, until: .seconds(1)) == ["0.3 seconds: CAM FAR HIDDEN", "1.0 seconds: CAM FAR HIDDEN *"])
        let prefix = LookRequest(interface: "wlan0", ssids: [try SSID(text: "HID")])
        #expect(try looks(prefix, until: .milliseconds(300)) == ["0.3 seconds: CAM -"])
    }

    @Test func movesSignalsALittleAndTheSameWayEachTime() throws {
        func signals(_ more: String = "") throws -> [Int] {
            var subject = try Air(try air(cam: "Signal=60", more: more))
            var sweep = Air.Sweep(request: LookRequest(interface: "wlan0"), began: .zero)
            return try (1...40).map { second in
                guard case .now(let look) = try subject.next(for: &sweep, at: .seconds(second)) else { return 0 }
                return look.networks[0].signal
            }
        }
        let first = try signals()
        #expect(first.allSatisfy { (58...62).contains($0) } && Set(first).count > 2)
        #expect(try signals() == first)
        #expect(Set(try signals("[Air]\nVariesSignals=false")).count == 1)
    }

    @Test func endsWhenTheRadioCannotBeUsedAnyMore() throws {
        var subject = try Air(try air(radio: "Unusable=switchedOff\nUnusableAfter=2s"))
        var sweep = Air.Sweep(request: LookRequest(interface: "wlan0"), began: .zero)
        #expect(try subject.next(for: &sweep, at: .zero) == .wait(until: .milliseconds(300)))
        #expect(throws: Unavailability.switchedOff) { try subject.next(for: &sweep, at: .seconds(2)) }
        var unknown = Air.Sweep(request: LookRequest(interface: "wlan7"), began: .zero)
        #expect(throws: Unavailability.noRadio) { try subject.next(for: &unknown, at: .zero) }
    }
}
