// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import SimulatedRadios

@Suite struct AirJoinTests {
    private let secured = "Security=wpa2\nPassphrase=right-one\n"

    @Test func joinsStepByStep() throws {
        var open = try Air(try air())
        #expect(
            open.play(try request()).log == [
                "0.0 seconds associating", "0.2 seconds addressing", "0.4 seconds joined 192.168.4.2/24",
            ])
        var wpa2 = try Air(try air(cam: secured))
        #expect(
            wpa2.play(try request(passphrase: "right-one")).log == [
                "0.0 seconds associating", "0.2 seconds authenticating", "0.3 seconds addressing",
                "0.5 seconds joined 192.168.4.2/24",
            ])
    }

    @Test(arguments: [
        ("Fault=reject", "0.2 seconds rejected"),
        ("Fault=vanish", "0.2 seconds networkNotFound"),
        ("Fault=no-dhcp", "2.2 seconds noAddress"),
        ("Fault=silent", "25.0 seconds timedOut"),
        ("Fault=slow", "4.0 seconds joined 192.168.4.2/24"),
        ("Security=wep", "0.2 seconds rejected"),
        ("Security=wpa2\nPassphrase=right-one", "0.2 seconds passphraseMissing"),
        ("Goes=100ms", "0.1 seconds networkNotFound"),
        ("Appears=1s", "0.2 seconds networkNotFound"),
        ("Goes=6s", "6.0 seconds linkLost"),
        ("Drops=3s", "3.4 seconds linkLost"),
        ("Interrupts=3s", "3.4 seconds interrupted"),
    ])
    func endsAsTheFileDemands(keys: String, last: String) throws {
        var subject = try Air(try air(cam: keys))
        #expect(subject.play(try request()).log.last == last)
    }

    @Test func refusesAPassphraseThatIsNotTheFiles() throws {
        var subject = try Air(try air(cam: secured))
        #expect(subject.play(try request(passphrase: "wrong-one")).log.last == "0.7 seconds wrongPassphrase")
        #expect(subject.play(try request(passphrase: "right-one"), at: .seconds(1)).log.count == 4)
    }

    @Test func refusesTheRightPassphraseWhileTheFaultLasts() throws {
        var subject = try Air(try air(cam: secured + "Fault=wrong-passphrase\nFaultCount=1"))
        let first = subject.play(try request(passphrase: "right-one"))
        #expect(first.log.last == "0.7 seconds wrongPassphrase")
        let second = subject.play(try request(passphrase: "right-one"), at: first.end)
        #expect(second.log.last == "0.5 seconds joined 192.168.4.2/24")
    }

    @Test func takesALinkLocalAddressWhereThatIsEnough() throws {
        var subject = try Air(try air(cam: "Fault=no-dhcp"))
        let log = subject.play(try request(addressing: .linkLocal)).log
        #expect(log.last == "0.4 seconds joined 169.254.1.0/16")
    }

    @Test func givesTheAddressesOfTheFile() throws {
        var subject = try Air(try air(cam: "Address=10.1.2.3/8\nGateway=10.0.0.1"))
        var progress = subject.join(try request(), at: .zero)
        for _ in 1...2 { _ = try subject.next(for: &progress, at: .seconds(1)) }
        let link = Link(
            interface: "wlan0", bssid: try bssid(0), address: "10.1.2.3", prefixLength: 8, gateway: "10.0.0.1",
            security: .open)
        #expect(try subject.next(for: &progress, at: .seconds(1)) == .now(.joined(link)))
    }

    @Test func joinsNoAccessPointThatWasNotMeant() throws {
        var subject = try Air(try air())
        #expect(subject.play(try request(bssid: 9)).log.last == "0.2 seconds networkNotFound")
        #expect(subject.play(try request(interface: "wlan7")).log == ["0.0 seconds radioUnavailable"])
    }

    @Test func staysOffTheAirAfterItVanished() throws {
        var subject = try Air(try air(cam: "Fault=vanish"))
        let end = subject.play(try request()).end
        #expect(subject.points[0].isOnAir(at: .zero))
        #expect(!subject.points[0].isOnAir(at: end))
    }

    @Test func cutsTheUplinkWhileItLasts() throws {
        let ssid = try SSID(text: "CAM")
        let home = Adapter.Activity.connected(name: "HomeNet", ssid: try SSID(text: "HomeNet"))
        var dropped = try Air(try air(cam: "Drops=3s"))
        #expect(dropped.activity(at: .zero) == home)
        _ = dropped.join(try request(), at: .zero)
        #expect(dropped.activity(at: .zero) == .accessory(ssid))
        #expect(dropped.activity(at: .milliseconds(3300)) == .accessory(ssid))
        #expect(dropped.activity(at: .milliseconds(3400)) == .idle)
        var interrupted = try Air(try air(cam: "Interrupts=3s"))
        _ = interrupted.join(try request(), at: .zero)
        #expect(interrupted.activity(at: .milliseconds(3400)) == home)
    }

    @Test func sendsASlowReaderEveryStepAndThenTheEnd() throws {
        var subject = try Air(try air(cam: "Drops=3s"))
        var progress = subject.join(try request(), at: .zero)
        for _ in 1...3 {
            guard case .now = try subject.next(for: &progress, at: .seconds(60)) else {
                Issue.record("a step is missing")
                return
            }
        }
        #expect(throws: JoinFailure.self) { try subject.next(for: &progress, at: .seconds(60)) }
    }

    @Test func endsTheJoinWhenTheRadioGoes() throws {
        var subject = try Air(try air(radio: "SSID=HomeNet\nUnusable=hardBlocked\nUnusableAfter=5s"))
        #expect(subject.play(try request()).log.last == "5.0 seconds radioUnavailable")
        #expect(subject.activity(at: .seconds(5)) == .unusable(.hardBlocked))
        #expect(subject.play(try request(), at: .seconds(6)).log == ["0.0 seconds radioUnavailable"])
    }

    @Test func isOverForTheReaderWhenTheNextJoinBegins() throws {
        var subject = try Air(try air())
        var first = subject.join(try request(), at: .zero)
        _ = subject.join(try request(), at: .seconds(1))
        #expect(try subject.next(for: &first, at: .seconds(1)) == .over)
    }
}
