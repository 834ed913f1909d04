// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Testing

/// The accessories that start apps.
struct StartsTests {
    private let order: StartOrder
    private let other: StartOrder
    private var starts = Starts(present: [:])

    init() throws {
        let device = try #require(MACAddress("02:00:00:00:02:01"))
        let start = Manifest.Start(technologies: [.bluetooth], listening: 15)
        let plug = ObservedAccessory(id: "plug", bluetooth: device)
        order = try #require(StartOrder(start, [plug], listening: 60))
        other = try #require(
            StartOrder(start, [plug, ObservedAccessory(id: "lamp", bluetooth: device)], listening: 60))
    }

    @Test mutating func showsWhatIsThereUntilItHasGone() {
        #expect(starts.receive(.ordered(["a": order])) == [.observe(app: "a", order, present: [:])])
        #expect(
            starts.receive(.changed(app: "a", "plug", .appeared(.bluetooth))) == [.show(app: "a", "plug", .bluetooth)])
        #expect(starts.receive(.changed(app: "a", "plug", .appeared(.wifi))) == [])
        #expect(starts.receive(.changed(app: "a", "plug", .reset)) == [])
        #expect(starts.receive(.changed(app: "a", "plug", .disappeared)) == [.hide(app: "a", "plug")])
        #expect(starts.receive(.changed(app: "a", "plug", .disappeared)) == [])
    }

    @Test mutating func anotherOrderStartsNothingAgain() {
        _ = starts.receive(.ordered(["a": order]))
        _ = starts.receive(.changed(app: "a", "plug", .appeared(.bluetooth)))
        #expect(starts.receive(.ordered(["a": order])) == [])
        #expect(
            starts.receive(.ordered(["a": other])) == [.observe(app: "a", other, present: ["plug": .bluetooth])])
        #expect(starts.receive(.changed(app: "a", "plug", .appeared(.bluetooth))) == [])
    }

    @Test mutating func hidesWhatAnAppMayNotUseAnyMore() {
        _ = starts.receive(.ordered(["a": other]))
        _ = starts.receive(.changed(app: "a", "lamp", .appeared(.bluetooth)))
        #expect(
            starts.receive(.ordered(["a": order]))
                == [.hide(app: "a", "lamp"), .observe(app: "a", order, present: [:])])
        #expect(starts.receive(.ordered([:])) == [.stop(app: "a")])
        // The work has ended, and its last word comes late.
        #expect(starts.receive(.changed(app: "a", "plug", .appeared(.bluetooth))) == [])
    }

    @Test mutating func whatAnEarlierAgentHasLeftIsKeptIfItIsStillOrdered() {
        starts = Starts(present: ["a": ["plug": .wifi, "old": .wifi], "b": ["plug": .wifi]])
        #expect(
            starts.receive(.ordered(["a": order])) == [
                .hide(app: "b", "plug"), .hide(app: "a", "old"),
                .observe(app: "a", order, present: ["plug": .bluetooth]),
            ], "only Bluetooth is heard now, and could miss it")
    }

    @Test func observesOnlyWhatTheManifestAndTheAdministratorAllow() throws {
        let both = ObservedAccessory(
            id: "both", bluetooth: MACAddress("02:00:00:00:02:02"), ssid: try SSID(text: "Plug-1234"))
        let wifi = try #require(StartOrder(.init(technologies: [.wifi], listening: 5), [both], listening: 15))
        #expect(wifi.accessories.map(\.bluetooth) == [nil])
        #expect(wifi.accessories.map(\.ssid) == [both.ssid])
        #expect(StartOrder(.init(technologies: [.bluetooth], listening: 5), [], listening: 15) == nil)
        #expect(StartOrder(.init(technologies: [.bluetooth], listening: 5), [both], listening: 0) == nil)
        #expect(other.duty == .starting(15))
        let cut = StartOrder(.init(technologies: [.bluetooth], listening: 60), [both], listening: 15)
        #expect(cut?.duty == .starting(15))
        let many = (0..<40).map { ObservedAccessory(id: "\($0)", bluetooth: both.bluetooth) }
        #expect(
            StartOrder(.init(technologies: [.bluetooth], listening: 5), many, listening: 15)?.accessories.count
                == StartOrder.most)
    }
}
