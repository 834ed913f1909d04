// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryDaemon

@Suite struct BulletinTests {
    @Test func isReadyOnceWithHowItStands() {
        var bulletin = Bulletin()
        #expect(bulletin.receive(.stands("waiting")) == [])
        #expect(bulletin.receive(.started) == [.ready, .status("waiting")])
        #expect(bulletin.receive(.started) == [])
    }

    @Test func sendsTheStatusOnlyWhenItChanges() {
        var bulletin = running()
        #expect(bulletin.receive(.stands("idle")) == [.status("idle")])
        #expect(bulletin.receive(.stands("idle")) == [])
        #expect(bulletin.receive(.stands("busy")) == [.status("busy")])
    }

    @Test func isReadyAgainAfterAReload() {
        var bulletin = running()
        #expect(bulletin.receive(.reload(7)) == [.reloading(since: 7)])
        #expect(bulletin.receive(.reloaded) == [.ready])
        #expect(bulletin.receive(.reloaded) == [])
    }

    @Test func takesNothingBackOnceItStops() {
        var bulletin = running()
        #expect(bulletin.receive(.stop) == [.stopping, .moreTime(seconds: 30)])
        #expect(bulletin.receive(.stop) == [])
        #expect(bulletin.receive(.reload(7)) == [])
        #expect(bulletin.receive(.reloaded) == [])
        #expect(bulletin.receive(.stands("stopping")) == [.status("stopping")])
        #expect(bulletin.receive(.turned) == [.alive])
    }

    @Test func asksForTimeOnlyWhileItStopsAndNotForEver() {
        var bulletin = running()
        #expect(bulletin.receive(.stillStopping) == [])
        _ = bulletin.receive(.stop)
        for _ in 0..<Bulletin.mostExtensions {
            #expect(bulletin.receive(.stillStopping) == [.moreTime(seconds: 30)])
        }
        #expect(bulletin.receive(.stillStopping) == [])
    }

    @Test func noTextMakesAnAssignmentOfItsOwn() {
        let notices: [Notice] = [.status("cam\nWATCHDOG=1"), .moreTime(seconds: 30), .reloading(since: 7)]
        #expect(
            String(decoding: Notice.datagram(notices), as: UTF8.self)
                == "STATUS=cam\\x0aWATCHDOG=1\nEXTEND_TIMEOUT_USEC=30000000\nRELOADING=1\nMONOTONIC_USEC=7")
    }

    private func running() -> Bulletin {
        var bulletin = Bulletin()
        _ = bulletin.receive(.started)
        return bulletin
    }
}

@Suite struct SituationTests {
    @Test func reportsWhatIsThereAndWhatFailed() throws {
        let accessory = try SSID(text: "MyCam-0001")
        var situation = Situation(accessories: 2, joined: 1)
        situation.radios = RadioState(
            backend: "NetworkManager",
            adapters: [
                Adapter(interface: "wlan0", activity: .idle),
                Adapter(interface: "wlan1", activity: .accessory(accessory)),
                Adapter(interface: "wlan2", activity: .unusable(.switchedOff)),
            ])
        situation.failedPlans = [Situation.FailedPlan(id: "porch-camera", why: "wrong passphrase")]
        situation.faults = 1
        #expect(
            situation.text
                == "2 accessories, 1 joined; wlan0 idle; wlan1 on accessory 'MyCam-0001'; wlan2 waiting: Wi-Fi is "
                + "switched off (nmcli radio wifi on); 1 plan failed: porch-camera: wrong passphrase; 1 fault in the "
                + "configuration (accessoryctl general status)")
    }

    @Test(arguments: Unavailability.allCases) func reportsWhatItWaitsFor(why: Unavailability) {
        let radios = RadioState(backend: "NetworkManager", unavailable: why, adapters: [])
        #expect(Situation(accessories: 1, radios: radios).text == "1 accessory; waiting: \(why.rawValue)")
    }

    @Test func reportsOfBluetoothOnlyWhatCanBeChanged() {
        func text(_ why: BluetoothUnavailability) -> String {
            let radios = RadioState(backend: "", adapters: [Adapter(interface: "wlan0", activity: .idle)])
            return Situation(radios: radios, bluetooth: BluetoothState(backend: "", unavailable: why, adapters: []))
                .text
        }
        #expect(text(.noRadio) == "0 accessories; wlan0 idle")
        #expect(text(.blocked) == "0 accessories; wlan0 idle; \(BluetoothUnavailability.blocked.rawValue)")
    }

    @Test func reportsWhyTheEndTakesItsTime() {
        let situation = Situation(accessories: 3, restoring: ["HomeNet"], isStopping: true)
        #expect(situation.text == "stopping; restoring 'HomeNet'")
    }
}
