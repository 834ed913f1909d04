// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import SimulatedRadios

@Suite struct BluetoothExchangeTests {
    private static let camera = """
        Characteristics=FEA6/0001:'MyCam; 42' ; FEA6/0002:0A0B encrypted
        StartsHotspot=FEA6/0072:03170101
        Hotspot=cam
        """
    private static let point = "[AccessPoint cam]\nSSID=CAM\nBSSID=02:00:00:00:01:00"

    private func air(_ keys: String = camera, radio: String = "") throws -> Air {
        try Air(try bluetoothAir(keys, radio: radio, more: Self.point))
    }

    private func read(_ characteristic: String) throws -> GATTStep {
        .read(service: try uuid("FEA6"), characteristic: try uuid(characteristic))
    }

    private func write(_ characteristic: String, _ value: [UInt8]) throws -> GATTStep {
        .write(service: try uuid("FEA6"), characteristic: try uuid(characteristic), value: value)
    }

    private func reason<Value>(_ outcome: Outcome<Value>) -> BluetoothFailure.Reason? {
        if case .failure(let failure) = outcome.result { failure.reason } else { nil }
    }

    @Test func readsInOrder() throws {
        var subject = try air(Self.camera + "\nBonded=true")
        let outcome = subject.exchange([try read("0002"), try read("0001")], with: try mac(1), at: .seconds(1))
        #expect(outcome == Outcome(at: .milliseconds(1400), result: .success([[10, 11], Array("MyCam; 42".utf8)])))
    }

    @Test func readsWhatWasWritten() throws {
        var subject = try air()
        let outcome = subject.exchange([try write("0001", [7]), try read("0001")], with: try mac(1), at: .zero)
        #expect(outcome.result == .success([[7]]))
    }

    @Test func wantsABondForWhatIsEncrypted() throws {
        var subject = try air()
        let outcome = subject.exchange([try read("0001"), try read("0002")], with: try mac(1), at: .zero)
        #expect(reason(outcome) == .notAuthenticated && outcome.at == .milliseconds(400))
        subject = try air(Self.camera + "\nBonded=true\nLostBond=true")
        #expect(reason(subject.exchange([try read("0002")], with: try mac(1), at: .zero)) == .staleBond)
        #expect(reason(subject.exchange([try read("0001")], with: try mac(1), at: .zero)) == nil)
    }

    @Test func doesNotHaveWhatTheFileDoesNotName() throws {
        var subject = try air()
        #expect(reason(subject.exchange([try read("0003")], with: try mac(1), at: .zero)) == .unsupported)
        #expect(reason(subject.exchange([try write("0003", [])], with: try mac(1), at: .zero)) == .unsupported)
    }

    @Test func startsItsHotspotWhenThatIsWritten() throws {
        var subject = try air()
        #expect(try !heard(&subject, at: .seconds(1)))
        _ = subject.exchange([try write("0072", [3, 0x17, 1, 0])], with: try mac(1), at: .seconds(1))
        #expect(try !heard(&subject, at: .seconds(3)))
        let outcome = subject.exchange([try write("0072", [3, 0x17, 1, 1])], with: try mac(1), at: .seconds(3))
        #expect(outcome == Outcome(at: .milliseconds(3350), result: .success([])))
        #expect(subject.points[0].presence.appears == .milliseconds(3850))
        #expect(try !heard(&subject, at: .milliseconds(3800)))
        #expect(try heard(&subject, at: .milliseconds(3900)))
    }

    @Test func startsNoHotspotForAStranger() throws {
        let keys = "StartsHotspot=FEA6/0072:01 encrypted\nHotspot=cam"
        var subject = try air(keys)
        #expect(reason(subject.exchange([try write("0072", [1])], with: try mac(1), at: .zero)) == .notAuthenticated)
        #expect(subject.points[0].isOff)
    }

    private func heard(_ air: inout Air, at now: Duration) throws -> Bool { air.points[0].isOnAir(at: now) }

    @Test func failsAsTheDeviceDoes() throws {
        let steps = [try read("0001"), try read("0001"), try read("0001"), try read("0001")]
        for (keys, reason, at) in [
            ("Goes=420ms", BluetoothFailure.Reason.notReached, Duration.milliseconds(420)),
            ("Appears=1s", .notReached, .milliseconds(300)), ("Fault=silent", .timedOut, .seconds(10)),
            ("Fault=silent\nGoes=2s", .notReached, .seconds(2)), ("Fault=vanish", .notReached, .milliseconds(300)),
        ] {
            var subject = try air(Self.camera + "\n" + keys)
            let outcome = subject.exchange(steps, with: try mac(1), at: .zero)
            #expect(self.reason(outcome) == reason && outcome.at == at, "\(keys)")
        }
        var subject = try air(radio: "Unusable=switchedOff\nUnusableAfter=420ms")
        let outcome = subject.exchange(steps, with: try mac(1), at: .zero)
        #expect(reason(outcome) == .unavailable && outcome.at == .milliseconds(420))
    }

    @Test func bringsUpBluetoothClassic() throws {
        var subject = try air("ClassicAddress=02:00:00:00:0B:77").bluetooth
        let outcome = subject.bridgeTransport(of: try mac(1), at: .zero)
        #expect(outcome == Outcome(at: .milliseconds(800), result: .success(try mac(0x77))))
    }

    @Test func reportsADeviceWithoutBluetoothClassic() throws {
        var subject = try air("").bluetooth
        #expect(reason(subject.bridgeTransport(of: try mac(1), at: .zero)) == .unsupported)
        subject = try air("ClassicAddress=02:00:00:00:0B:77", radio: "LowEnergyOnly=true").bluetooth
        #expect(reason(subject.bridgeTransport(of: try mac(1), at: .zero)) == .unsupported)
    }
}
