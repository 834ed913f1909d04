// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import SimulatedRadios

@Suite struct BluetoothPairingTests {
    private func play(
        _ keys: String, radio: String = "", _ answers: (at: Duration, answer: PairingAnswer)...
    ) throws -> [String] {
        var air = try Air(try bluetoothAir(keys, radio: radio)).bluetooth
        return air.play(try mac(1), answering: answers)
    }

    @Test func pairsOnRequest() throws {
        let asked = "0.3 seconds consent"
        #expect(try play("", (.seconds(1), .yes)) == [asked, "1.5 seconds paired 02:00:00:00:0b:01"])
        #expect(try play("", (.seconds(1), .no)) == [asked, "1.0 seconds refused"])
        #expect(try play("", (.seconds(1), .passkey(123_456))) == [asked, "30.3 seconds timedOut"])
        #expect(try play("") == [asked, "30.3 seconds timedOut"])
    }

    @Test func comparesDigits() throws {
        let asked = "0.3 seconds comparison(4711)"
        let keys = "Pairing=comparison\nNumber=004711"
        #expect(try play(keys, (.seconds(1), .yes)) == [asked, "1.5 seconds paired 02:00:00:00:0b:01"])
        #expect(try play(keys, (.seconds(1), .no), (.seconds(2), .yes)) == [asked, "1.0 seconds refused"])
        #expect(
            try play("Pairing=fail", (.seconds(1), .yes)) == [
                "0.3 seconds comparison(123456)", "1.5 seconds notAuthenticated",
            ])
    }

    @Test func wantsTheDigitsThatTheDeviceShows() throws {
        let asked = "0.3 seconds passkey"
        let keys = "Pairing=passkey\nNumber=000042"
        #expect(try play(keys, (.seconds(1), .passkey(42))) == [asked, "1.5 seconds paired 02:00:00:00:0b:01"])
        #expect(
            try play(keys, (.seconds(1), .passkey(43)), (.milliseconds(1100), .passkey(42))) == [
                asked, "1.5 seconds notAuthenticated",
            ])
        #expect(try play(keys, (.seconds(1), .yes)) == [asked, "30.3 seconds timedOut"])
    }

    @Test func showsDigitsToBeTypedOnTheDevice() throws {
        let asked = "0.3 seconds display(7)"
        let keys = "Pairing=display\nNumber=7"
        #expect(try play(keys) == [asked, "0.8 seconds paired 02:00:00:00:0b:01"])
        #expect(try play(keys, (.milliseconds(400), .no)) == [asked, "0.4 seconds refused"])
    }

    @Test(arguments: ["refuse", "none"]) func isRefused(pairing: String) throws {
        #expect(try play("Pairing=\(pairing)") == ["0.3 seconds refused"])
    }

    @Test func failsAsTheDeviceDoes() throws {
        #expect(try play("Fault=silent") == ["10.0 seconds timedOut"])
        #expect(try play("Fault=vanish") == ["0.3 seconds notReached"])
        #expect(try play("Appears=1s") == ["0.3 seconds notReached"])
        #expect(try play("Goes=2s") == ["0.3 seconds consent", "2.0 seconds notReached"])
        #expect(try play("Goes=1200ms", (.seconds(1), .yes)) == ["0.3 seconds consent", "1.2 seconds notReached"])
        #expect(
            try play("Fault=slow", (.seconds(4), .yes)) == [
                "3.0 seconds consent", "9.0 seconds paired 02:00:00:00:0b:01",
            ])
    }

    @Test func failsWhenTheRadioGoes() throws {
        #expect(try play("", radio: "Unusable=blocked") == ["0.0 seconds unavailable"])
        let later = "Unusable=blocked\nUnusableAfter=1s"
        #expect(
            try play("", radio: later, (.milliseconds(900), .yes)) == [
                "0.3 seconds consent", "1.0 seconds unavailable",
            ])
    }

    @Test func isPairedAtOnceWithABond() throws {
        #expect(try play("Bonded=true\nFault=silent") == ["0.0 seconds paired 02:00:00:00:0b:01"])
    }

    @Test func findsABondStaleUntilItIsForgotten() throws {
        var air = try Air(try bluetoothAir("Bonded=true\nLostBond=true")).bluetooth
        #expect(air.play(try mac(1)) == ["0.3 seconds staleBond"])
        #expect(air.play(try mac(1), at: .seconds(1)) == ["1.3 seconds staleBond"])
        air.forget(try mac(1), at: .seconds(2))
        let again = air.play(try mac(1), at: .seconds(2), answering: [(.seconds(3), .yes)])
        #expect(again == ["2.3 seconds consent", "3.5 seconds paired 02:00:00:00:0b:01"])
        #expect(air.play(try mac(1), at: .seconds(9)) == ["9.0 seconds paired 02:00:00:00:0b:01"])
    }

    @Test func reportsTheIdentityBehindARotatingAddress() throws {
        var air = try Air(try bluetoothAir("RotatesEvery=1s")).bluetooth
        let first = try #require(try air.listen(until: .milliseconds(500)).first?.heard.first?.address.address)
        #expect(air.play(try mac(1)) == ["0.3 seconds notReached"])
        let paired = air.play(first, at: .milliseconds(500), answering: [(.seconds(5), .yes)])
        #expect(paired == ["0.8 seconds consent", "5.5 seconds paired 02:00:00:00:0b:01"])
        let heard = try #require(try air.listen(from: .seconds(6), until: .seconds(7)).first?.heard.first)
        #expect(heard.isBonded)
        #expect(heard.address.address == (try mac(1)))
    }

    @Test func makesNoBondWhenNobodyReads() throws {
        var air = try Air(try bluetoothAir()).bluetooth
        let progress = air.pair(try mac(1), at: .zero)
        air.answer(.yes, to: try mac(1), at: .seconds(1))
        air.leave(progress, at: .milliseconds(1400))
        #expect(air.play(try mac(1), at: .seconds(2)).first == "2.3 seconds consent")
    }

    @Test func pairsOnceAtATime() throws {
        var air = try Air(try bluetoothAir()).bluetooth
        _ = air.pair(try mac(1), at: .zero)
        #expect(air.play(try mac(1)) == ["0.0 seconds refused"])
    }

    @Test func isCuredOfAFaultThatCounts() throws {
        var air = try Air(try bluetoothAir("Fault=silent\nFaultCount=1")).bluetooth
        #expect(air.play(try mac(1)) == ["10.0 seconds timedOut"])
        #expect(air.play(try mac(1), at: .seconds(20)).first == "20.3 seconds consent")
    }
}
