// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import SimulatedRadios

@Suite struct BluetoothLinkTests {
    private static let keys = [
        "Characteristics=FFF0/FFF1:00 read write notify; FFF0/FFF2:000000000102 notify; "
            + "180A/2A29:'Acme Co' read encrypted; FFF0/FFF3:07 write-without-response",
        "Descriptors=FFF0/FFF1/2901:'Switch'", "Notifies=FFF0/FFF2:100ms",
    ].joined(separator: "\n")

    private func air(_ more: String = "") throws -> BluetoothAir {
        try Air(try bluetoothAir(Self.keys + "\n" + more)).bluetooth
    }

    /// An air with a link since 300 ms.
    private func linked(_ more: String = "") throws -> (air: BluetoothAir, progress: BluetoothAir.LinkProgress) {
        var air = try air(more)
        var progress = air.link(to: try mac(1), at: .zero)
        #expect(try air.next(for: &progress, at: .milliseconds(299)) == .wait(until: .milliseconds(300)))
        #expect(try air.next(for: &progress, at: .milliseconds(300)) == .now(.connected(mtu: 185)))
        return (air, progress)
    }

    private func failure<Value>(_ outcome: Outcome<Value>) -> BluetoothFailure? {
        if case .failure(let failure) = outcome.result { failure } else { nil }
    }

    @Test func listsWhatTheFileHasInItsOrder() throws {
        let (air, _) = try linked()
        let services = try air.services(of: try mac(1), at: .seconds(1)).result.get()
        #expect(services.map(\.uuid) == [try uuid("FFF0"), try uuid("180A")])
        #expect(services.map(\.handle) == [1, 9])
        let characteristics = services.flatMap(\.characteristics)
        #expect(characteristics.map(\.handle) == [2, 5, 7, 10])
        #expect(
            characteristics.map(\.properties) == [
                [.read, .write, .notify], [.notify], [.writeWithoutResponse], [.read],
            ])
        #expect(characteristics[0].descriptors == [GATTDescriptor(handle: 4, uuid: try uuid("2901"))])
    }

    @Test func readsAndWritesOnlyAsTheFileAllows() throws {
        var (air, _) = try linked()
        let (plug, now) = (try mac(1), Duration.seconds(1))
        #expect(air.read(4, of: plug, at: now).result == .success(Array("Switch".utf8)))
        #expect(failure(air.read(5, of: plug, at: now))?.attributeCode == 2)
        #expect(failure(air.write([1], to: 5, of: plug, withResponse: true, at: now).0)?.attributeCode == 3)
        #expect(failure(air.write([1], to: 2, of: plug, withResponse: false, at: now).0)?.attributeCode == 3)
        #expect(
            air.write([9], to: 7, of: plug, withResponse: false, at: now).0 == Outcome(at: now, result: .success(true)))
        #expect(failure(air.read(10, of: plug, at: now))?.attributeCode == 5)
        #expect(failure(air.read(99, of: plug, at: now))?.reason == .unsupported)
        #expect(air.write([1], to: 2, of: plug, withResponse: true, at: now).0.at == .milliseconds(1050))
        #expect(air.read(2, of: plug, at: now).result == .success([1]))
    }

    @Test func needsALinkForEverything() throws {
        var air = try air()
        let plug = try mac(1)
        #expect(failure(air.services(of: plug, at: .zero))?.reason == .notConnected)
        #expect(failure(air.read(2, of: plug, at: .zero))?.reason == .notConnected)
        #expect(failure(air.subscribe(to: 2, of: plug, at: .zero))?.reason == .notConnected)
        let progress = air.link(to: plug, at: .zero)
        #expect(
            failure(air.read(2, of: plug, at: .milliseconds(200)))?.reason == .notConnected, "it is still connecting")
        air.leave(progress)
        #expect(failure(air.read(2, of: plug, at: .seconds(1)))?.reason == .notConnected)
    }

    @Test func keepsASharedLinkForTheLastReader() throws {
        let (linked, first) = try linked()
        var air = linked
        var second = air.link(to: try mac(1), at: .seconds(1))
        #expect(try air.next(for: &second, at: .seconds(1)) == .now(.connected(mtu: 185)))
        air.leave(first)
        #expect(air.read(2, of: try mac(1), at: .seconds(2)).result == .success([0]))
        air.leave(second)
        #expect(failure(air.read(2, of: try mac(1), at: .seconds(2)))?.reason == .notConnected)
    }

    @Test func breaksTheLinkInTheFilesTime() throws {
        var (air, progress) = try linked("Drops=2s")
        #expect(try air.next(for: &progress, at: .seconds(1)) == .wait(until: .milliseconds(2300)))
        #expect(failure(air.read(2, of: try mac(1), at: .milliseconds(2280)))?.reason == .notReached)
        #expect(throws: BluetoothFailure.self) { try air.next(for: &progress, at: .milliseconds(2300)) }
        air.leave(progress)
        var again = air.link(to: try mac(1), at: .seconds(3))
        #expect(try air.next(for: &again, at: .milliseconds(3300)) == .now(.connected(mtu: 185)))
    }

    @Test func failsAfterTheConnectingIfTheDeviceIsAway() throws {
        var air = try air("Appears=9s")
        var progress = air.link(to: try mac(1), at: .zero)
        #expect(try air.next(for: &progress, at: .zero) == .wait(until: .milliseconds(300)))
        #expect(throws: BluetoothFailure.self) { try air.next(for: &progress, at: .milliseconds(300)) }
    }

    @Test func sendsWhatIsWrittenToEachSubscriber() throws {
        var (air, _) = try linked()
        let numbers = try (0..<2).map { _ in try air.subscribe(to: 2, of: try mac(1), at: .seconds(1)).result.get() }
        _ = air.write([1], to: 2, of: try mac(1), withResponse: true, at: .seconds(2))
        _ = air.write([2], to: 2, of: try mac(1), withResponse: true, at: .seconds(2))
        for number in numbers {
            #expect(try air.next(forSubscription: number, at: .seconds(2)) == .wait(until: .milliseconds(2050)))
            #expect(try air.next(forSubscription: number, at: .seconds(3)) == .now([1]))
            #expect(try air.next(forSubscription: number, at: .seconds(3)) == .now([2]))
            #expect(try air.next(forSubscription: number, at: .seconds(3)) == .wait(until: nil))
        }
    }

    @Test func countsWhatItSendsByItself() throws {
        var (air, _) = try linked()
        let number = try air.subscribe(to: 5, of: try mac(1), at: .seconds(1)).result.get()
        #expect(try air.next(forSubscription: number, at: .seconds(1)) == .wait(until: .milliseconds(1150)))
        for count in UInt8(0)..<9 {
            let now = Duration.milliseconds(1150 + 100 * Int(count))
            #expect(try air.next(forSubscription: number, at: now) == .now([count, 0, 0, 0, 1, 2]))
            #expect(try air.next(forSubscription: number, at: now) == .wait(until: now + .milliseconds(100)))
        }
        #expect(
            try air.next(forSubscription: number, at: .seconds(60)) == .now([9, 0, 0, 0, 1, 2]), "none is left out")
    }

    @Test func failsForASlowReaderRatherThanLeaveValuesOut() throws {
        var (air, _) = try linked()
        let number = try air.subscribe(to: 2, of: try mac(1), at: .seconds(1)).result.get()
        func write() throws { _ = air.write([1], to: 2, of: try mac(1), withResponse: true, at: .seconds(2)) }
        for _ in 0..<GATTLimits.waitingValues { try write() }
        #expect(try air.next(forSubscription: number, at: .seconds(3)) == .now([1]))
        for _ in 0..<2 { try write() }
        let error = #expect(throws: BluetoothFailure.self) { try air.next(forSubscription: number, at: .seconds(3)) }
        #expect(error?.reason == .tooSlow)
    }

    @Test func subscribesOnlyToWhatNotifies() throws {
        var (air, _) = try linked()
        #expect(failure(air.subscribe(to: 7, of: try mac(1), at: .seconds(1)))?.attributeCode == 6)
        #expect(failure(air.subscribe(to: 4, of: try mac(1), at: .seconds(1)))?.attributeCode == 6)
    }

    @Test(arguments: [
        ("Characteristics=FFF0/FFF1:00 loud", "Characteristics"),
        ("Characteristics=FFF0/FFF1:00\nDescriptors=FFF0/FFF2/2901:00", "Descriptors"),
        ("Characteristics=FFF0/FFF1:00\nDescriptors=FFF0/FFF1:00", "Descriptors"),
        ("Characteristics=FFF0/FFF1:00\nDescriptors=FFF0/FFF1/2901:00; FFF0/FFF1/2901:01", "Descriptors"),
        ("Characteristics=FFF0/FFF1:00\nNotifies=FFF0/FFF1:10ms", "Notifies"),
        ("Characteristics=FFF0/FFF1:00 notify\nNotifies=FFF0/FFF1:0ms", "Notifies"),
        ("Characteristics=FFF0/FFF1:00 notify\nNotifies=FFF0/FFF1:fast", "Notifies"),
        ("MTU=22", "MTU"), ("Drops=never", "Drops"),
    ])
    func refusesWhatIsNoAttribute(keys: String, key: String) throws {
        let fault = #expect(throws: KeyFileFault.self) { try Air(try bluetoothAir(keys)) }
        #expect(fault?.description.contains(key) == true, "\(String(describing: fault))")
    }
}
