// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import SimulatedRadios

@Suite struct AirUplinkTests {
    private func home() throws -> Adapter.Activity {
        .connected(name: "HomeNet", ssid: try SSID(text: "HomeNet"))
    }

    private func returning() throws -> Adapter.Activity {
        .connecting(name: "HomeNet", ssid: try SSID(text: "HomeNet"))
    }

    private func accessory() throws -> Adapter.Activity { .accessory(try SSID(text: "CAM")) }

    /// An air with `CAM` joined under a protection, at second 1.
    private func joined(radio: String = "SSID=HomeNet") throws -> (air: Air, protection: Protection) {
        var subject = try Air(try air(radio: radio))
        let protection = try subject.protect(interface: "wlan0", profile: "ours", at: .zero)
        _ = subject.join(try request(), at: .zero)
        return (subject, protection)
    }

    @Test func remembersTheUplinkWithoutCuttingIt() throws {
        var subject = try Air(try air(radio: "SSID=HomeNet\nProfile=At home"))
        let uplink = try subject.protect(interface: "wlan0", profile: "ours", at: .zero).uplink
        #expect(try uplink.ssid == SSID(text: "HomeNet"))
        #expect(uplink.name == "At home" && uplink.profile != nil)
        #expect(subject.activity(at: .zero) == .connected(name: "At home", ssid: uplink.ssid))
    }

    @Test func bringsTheUplinkBackOnceAndOnlyOnce() throws {
        var (subject, protection) = try joined()
        #expect(try subject.activity(at: .seconds(1)) == accessory())
        let due = try subject.restore(protection, at: .seconds(1))
        #expect(due == .milliseconds(1300))
        #expect(try subject.activity(at: .seconds(1)) == returning())
        #expect(try subject.restore(protection, at: .milliseconds(1100)) == due)
        #expect(try subject.activity(at: due) == home())
        try subject.confirm(protection, at: due)
        let before = subject
        #expect(try subject.restore(protection, at: .seconds(2)) == .seconds(2))
        #expect(subject == before)
    }

    @Test func bringsItBackByItselfUnlessExtended() throws {
        var (subject, protection) = try joined()
        try subject.extend(protection, at: .seconds(20))
        #expect(try subject.activity(at: .seconds(49)) == accessory())
        #expect(try subject.activity(at: .seconds(50)) == returning())
        #expect(try subject.activity(at: .milliseconds(50_300)) == home())
        #expect(throws: JoinFailure.self) { try subject.extend(protection, at: .seconds(51)) }
        #expect(try subject.restore(protection, at: .seconds(51)) == .seconds(51))
    }

    @Test func notifiesTheReaderOfAnUplinkThatReturnsByItself() throws {
        var subject = try Air(try air())
        _ = try subject.protect(interface: "wlan0", profile: "ours", at: .zero)
        #expect(subject.play(try request()).log.last == "30.0 seconds linkLost")
    }

    @Test func disarmsTheSwitchWhenRestoredOrReleased() throws {
        var (restored, protection) = try joined()
        try restored.confirm(protection, at: try restored.restore(protection, at: .seconds(1)))
        #expect(restored.stations[0].armed == nil)
        var (released, other) = try joined()
        released.release(other, at: .seconds(1))
        #expect(released.stations[0].armed == nil)
        #expect(released.activity(at: .seconds(60)) == .idle)
    }

    @Test func keepsAnothersNetworkWhenReleased() throws {
        var subject = try Air(try air(cam: "Interrupts=1s"))
        let protection = try subject.protect(interface: "wlan0", profile: "ours", at: .zero)
        #expect(subject.play(try request()).log.last == "1.4 seconds interrupted")
        subject.release(protection, at: .seconds(2))
        #expect(try subject.activity(at: .seconds(60)) == home())
    }

    @Test func putsAnIdleRadioOnThePersonsNetwork() throws {
        let more = "[Radio wlan1]\nSSID=Office"
        var subject = try Air(try air(cam: "Interrupts=1s", radio: "", more: more))
        let protection = try subject.protect(interface: "wlan0", profile: "ours", at: .zero)
        #expect(protection.uplink == Uplink(interface: "wlan0"))
        _ = subject.join(try request(), at: .zero)
        #expect(subject.activity(at: .seconds(2)) == .connected(name: "Office", ssid: try SSID(text: "Office")))
    }

    @Test func leavesAnIdleRadioIdle() throws {
        var (subject, protection) = try joined(radio: "")
        #expect(try subject.restore(protection, at: .seconds(1)) == .seconds(1))
        try subject.confirm(protection, at: .seconds(1))
        #expect(subject.activity(at: .seconds(1)) == .idle)
    }

    @Test func knowsAnUplinkOfAnEarlierRun() throws {
        let (_, protection) = try joined()
        var next = try Air(try air())
        #expect(try next.restore(protection, at: .zero) == .zero)
        try next.confirm(protection, at: .zero)
        _ = next.join(try request(profile: "the next"), at: .zero)
        #expect(try next.restore(protection, at: .seconds(1)) == .milliseconds(1300))
        var moved = try Air(try air(radio: "SSID=Elsewhere"))
        #expect(throws: JoinFailure(.interrupted, detail: "'Elsewhere' was chosen meanwhile")) {
            try moved.restore(protection, at: .zero)
        }
        #expect(try moved.activity(at: .zero) == .connected(name: "Elsewhere", ssid: SSID(text: "Elsewhere")))
    }

    @Test func failsToRestoreAsOftenAsTheFileDemands() throws {
        var (subject, protection) = try joined(radio: "SSID=HomeNet\nRestoreFailures=1\nRestoreTime=2s")
        #expect(try subject.restore(protection, at: .seconds(1)) == .seconds(3))
        #expect(throws: JoinFailure(.networkNotFound, detail: "'HomeNet' did not come back")) {
            try subject.confirm(protection, at: .seconds(3))
        }
        #expect(subject.activity(at: .seconds(3)) == .idle)
        try subject.confirm(protection, at: try subject.restore(protection, at: .seconds(4)))
        #expect(try subject.activity(at: .seconds(6)) == home())
    }

    @Test func reportsARadioTakenWhileTheUplinkIsRestored() throws {
        var (subject, protection) = try joined()
        let due = try subject.restore(protection, at: .seconds(1))
        _ = subject.join(try request(profile: "another's"), at: .seconds(1))
        let failure = try #require(throws: JoinFailure.self) { try subject.confirm(protection, at: due) }
        #expect(failure.reason == .interrupted)
    }

    @Test func stillOwesTheUplinkWhenProtectedAgain() throws {
        var (subject, protection) = try joined()
        let again = try subject.protect(interface: "wlan0", profile: "ours too", at: .seconds(1))
        #expect(again.uplink == protection.uplink)
        #expect(try subject.activity(at: .seconds(40)) == home())
    }

    @Test(arguments: ["wlan0", "wlan7"]) func refusesARadioThatCannotBeUsed(interface: String) throws {
        var subject = try Air(try air(radio: "SSID=HomeNet\nUnusable=unmanaged"))
        let failure = try #require(throws: JoinFailure.self) {
            try subject.protect(interface: interface, profile: "ours", at: .zero)
        }
        #expect(failure.reason == .radioUnavailable && failure.detail.contains(interface))
    }

    @Test func keepsTheUplinkWhenAJoinThatWasGivenUpComesLate() throws {
        var subject = try Air(try air())
        let protection = try subject.protect(interface: "wlan0", profile: "ours", at: .zero)
        _ = try subject.restore(protection, at: .zero)
        #expect(subject.play(try request()).log == ["0.0 seconds interrupted"])
        #expect(try subject.activity(at: .zero) == home())
    }

    @Test func endsTheReadersJoinWithoutAFailureWhenLeft() throws {
        var (subject, protection) = try joined()
        var progress = subject.join(try request(), at: .seconds(1))
        _ = try subject.restore(protection, at: .seconds(2))
        #expect(try subject.next(for: &progress, at: .seconds(2)) == .over)
        let again = try subject.protect(interface: "wlan0", profile: "again", at: .seconds(3))
        progress = subject.join(try request(profile: "again"), at: .seconds(3))
        subject.release(again, at: .seconds(4))
        #expect(try subject.next(for: &progress, at: .seconds(4)) == .over)
    }

    // MARK: With what it is joined

    private static let secret = "Security=wpa2-wpa3\nPassphrase=home sweet home\nHidden=true"

    private func withHome(_ keys: String, radio: String = "SSID=HomeNet", more: String = "") throws -> Air {
        let point = "[AccessPoint home]\nSSID=HomeNet\nBSSID=02:00:00:00:10:01\n\(keys)\n\(more)"
        return try Air(try air(radio: radio, more: point))
    }

    @Test func reportsTheCredentialsOfAnUplinkThatIsCut() throws {
        var subject = try withHome(Self.secret)
        let expected = UplinkCredentials(
            ssid: try SSID(text: "HomeNet"), security: .wpa2wpa3, passphrase: try Passphrase("home sweet home"),
            isHidden: true)
        #expect(try subject.credentials(of: Uplink(interface: "wlan0"), at: .zero) == expected)
        let protection = try subject.protect(interface: "wlan0", profile: "ours", at: .zero)
        _ = subject.join(try request(), at: .zero)
        #expect(try subject.credentials(of: protection.uplink, at: .seconds(1)) == expected)
        // The radio is on the accessory's network now, which is nobody's uplink.
        #expect(throws: UplinkFault.none(interface: "wlan0")) {
            try subject.credentials(of: Uplink(interface: "wlan0"), at: .seconds(1))
        }
    }

    @Test func reportsNoPassphraseOfAnOpenUplink() throws {
        var subject = try withHome("")
        let credentials = try subject.credentials(of: Uplink(interface: "wlan0"), at: .zero)
        #expect(credentials.security == .open && credentials.passphrase == nil)
    }

    @Test func reportsWhyTheUplinkHasNoReadableCredentials() throws {
        let here = Uplink(interface: "wlan0")
        func fault(_ subject: Air, _ uplink: Uplink) -> UplinkFault? {
            var subject = subject
            return #expect(throws: UplinkFault.self) { try subject.credentials(of: uplink, at: .zero) }
        }
        #expect(fault(try withHome("", radio: ""), here) == .none(interface: "wlan0"))
        #expect(
            fault(try withHome("Security=enterprise"), here) == .unsupported(profile: "HomeNet", .enterprise))
        #expect(fault(try Air(try air()), here) == .notStored(profile: "HomeNet"))
        let gone = Uplink(interface: "wlan0", profile: "simulated/wlan0/Old", name: "Old")
        #expect(fault(try withHome(""), gone) == .unknownProfile("Old"))
        let away = try withHome("", radio: "SSID=HomeNet\nUnusable=backendAway")
        #expect(fault(away, here) == .unavailable(detail: Unavailability.backendAway.rawValue))
    }
}
