// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import SimulatedRadios

/// The class against what `BluetoothRadio` promises. The clock stands still unless a test advances it.
@Suite(.timeLimit(.minutes(5))) struct SimulatedBluetoothTests {
    private let clock = ManualClock()

    private func radios(_ keys: String = "", radio: String = "", more: String = "") throws -> SimulatedRadios {
        try SimulatedRadios(try bluetoothAir(keys, radio: radio, more: more), clock: clock)
    }

    private func cam() throws -> BluetoothAddress { BluetoothAddress(try mac(1), kind: .public) }

    @Test func reportsTheStateAtOnceAndThenEveryChange() async throws {
        let radios = try radios(radio: "Unusable=blocked\nUnusableAfter=1s\nUnusableUntil=2s")
        var states = await radios.bluetoothStates().makeAsyncIterator()
        let adapter = BluetoothAdapter(name: "hci0", address: try mac(0))
        #expect(
            await states.next()
                == BluetoothState(backend: "simulated air air.conf", unavailable: nil, adapters: [adapter]))
        clock.advance(by: .seconds(1))
        #expect(await states.next()?.unavailable == .blocked)
        clock.advance(by: .seconds(1))
        #expect(await states.next()?.unavailable == nil)
    }

    @Test func listensUntilTheRadioGoes() async throws {
        let radios = try radios(radio: "Unusable=switchedOff\nUnusableAfter=1s")
        var heard = await radios.listen(ListenRequest(rules: [])).makeAsyncIterator()
        clock.advance(by: .milliseconds(500))
        #expect(try await heard.next()?.map(\.address) == [try cam()])
        clock.advance(by: .milliseconds(500))
        await #expect(throws: BluetoothUnavailability.switchedOff) { try await heard.next() }
    }

    @Test func pairsAsTheAnswersDecide() async throws {
        let radios = try radios("Pairing=comparison\nNumber=42")
        var steps = await radios.pair(try cam(), asInput: false).makeAsyncIterator()
        clock.advance(by: .milliseconds(300))
        #expect(try await steps.next() == .asks(.comparison(42)))
        await radios.answer(.yes, to: try cam())
        clock.advance(by: .milliseconds(500))
        #expect(try await steps.next() == .paired(try cam()))
        #expect(try await steps.next() == nil)
    }

    @Test func givesThePairingUpThatNobodyReads() async throws {
        let radios = try radios()
        do {
            var steps = await radios.pair(try cam(), asInput: false).makeAsyncIterator()
            clock.advance(by: .milliseconds(300))
            #expect(try await steps.next() == .asks(.consent))
            await radios.answer(.yes, to: try cam())
        }
        clock.advance(by: .seconds(5))
        var heard = await radios.listen(ListenRequest(rules: [])).makeAsyncIterator()
        clock.advance(by: .seconds(1))
        #expect(try await heard.next()?.map(\.isBonded) == [false])
    }

    @Test func failsToPairWithTheReason() async throws {
        let radios = try radios("Pairing=refuse")
        var steps = await radios.pair(try cam(), asInput: false).makeAsyncIterator()
        clock.advance(by: .seconds(1))
        let failure = await #expect(throws: BluetoothFailure.self) { try await steps.next() }
        #expect(failure?.reason == .refused)
    }

    @Test func readsWhenThatIsDone() async throws {
        let radios = try radios("Characteristics=FEA6/0001:2A")
        let step = GATTStep.read(service: try uuid("FEA6"), characteristic: try uuid("0001"))
        async let read = radios.exchange([step], with: try cam())
        await clock.somebodySleeps()
        clock.advance(by: .milliseconds(350))
        #expect(try await read == [[0x2A]])
    }

    @Test func startsAHotspotThatWiFiThenSees() async throws {
        let radios = try radios(
            "Hotspot=p\nStartsHotspot=FEA6/0072:01",
            more: "[AccessPoint p]\nSSID=CAM\nBSSID=02:00:00:00:01:00\n[Radio wlan0]")
        let step = GATTStep.write(service: try uuid("FEA6"), characteristic: try uuid("0072"), value: [1])
        async let done = radios.exchange([step], with: try cam())
        await clock.somebodySleeps()
        clock.advance(by: .seconds(1))
        #expect(try await done == [])
        var looks = await radios.look(LookRequest(interface: "wlan0")).makeAsyncIterator()
        clock.advance(by: .seconds(1))
        #expect(try await looks.next()?.networks.map(\.ssid?.description) == ["CAM"])
    }

    @Test func bringsUpBluetoothClassicOrReportsWhyNot() async throws {
        let radios = try radios(
            "ClassicAddress=02:00:00:00:0B:77", more: "[Device b]\nAddress=02:00:00:00:0B:02\nFault=silent")
        async let classic = radios.bridgeTransport(of: try cam())
        await clock.somebodySleeps()
        clock.advance(by: .seconds(1))
        #expect(try await classic == (try mac(0x77)))
        async let failing = radios.bridgeTransport(of: BluetoothAddress(try mac(2), kind: .public))
        await clock.somebodySleeps()
        clock.advance(by: .seconds(10))
        do {
            _ = try await failing
            Issue.record("it answered")
        } catch let failure as BluetoothFailure {
            #expect(failure.reason == .timedOut)
        }
    }

    @Test func forgetsABond() async throws {
        let radios = try radios("Bonded=true")
        #expect(await radios.path(of: try mac(1)) == "/org/bluez/hci0/dev_02_00_00_00_0B_01")
        try await radios.forget(try mac(1))
        try await radios.forget(try mac(9))
        var heard = await radios.listen(ListenRequest(rules: [])).makeAsyncIterator()
        clock.advance(by: .seconds(1))
        #expect(try await heard.next()?.map(\.isBonded) == [false])
    }
}
