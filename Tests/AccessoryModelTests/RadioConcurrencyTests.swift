// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryModel

/// Combinations as drivers have them, and what the kernel makes of them (cfg80211_iter_combinations).
struct RadioConcurrencyTests {
    private static func limit(_ most: Int, _ types: InterfaceType...) -> InterfaceCombination.Limit {
        InterfaceCombination.Limit(most: most, types: Set(types))
    }

    /// mac80211_hwsim's.
    private let simulated = InterfaceCombination(
        limits: [limit(2048, .station, .accessPoint), limit(1, .peerDevice)], most: 2050, channels: 1)
    /// iwlwifi's: one station, and something else beside it.
    private let single = InterfaceCombination(
        limits: [limit(1, .station), limit(1, .accessPoint), limit(1, .peerDevice)], most: 3, channels: 2)

    @Test func allowsTypesUpToTheirLimit() {
        #expect(simulated.allows([.station, .station, .peerDevice]))
        #expect(!simulated.allows([.station, .peerDevice, .peerDevice]))
        #expect(single.allows([.station, .accessPoint, .peerDevice]))
        #expect(!single.allows([.station, .station]))
    }

    @Test func refusesATypeThatNoLimitNames() {
        #expect(!simulated.allows([.station, InterfaceType(rawValue: 7)]))
    }

    @Test func refusesMoreInterfacesThanAllTogether() {
        let few = InterfaceCombination(limits: [Self.limit(3, .station, .accessPoint)], most: 2, channels: 1)
        #expect(few.allows([.station, .accessPoint]))
        #expect(!few.allows([.station, .station, .accessPoint]))
    }

    @Test func countsATypeForEveryLimitThatNamesIt() {
        let overlapping = InterfaceCombination(
            limits: [Self.limit(2, .station), Self.limit(2, .station, .accessPoint)], most: 4, channels: 1)
        #expect(overlapping.allows([.station, .accessPoint]))
        #expect(!overlapping.allows([.station, .station, .accessPoint]))
    }

    @Test func countsNoMonitor() {
        #expect(single.allows([.station, .monitor, .monitor, .monitor, .accessPointVLAN]))
    }

    private func channels(_ combinations: InterfaceCombination..., having types: InterfaceType...) -> Int {
        RadioConcurrency(combinations: combinations, interfaces: types.map { .init($0) }).channelsWithOneStationMore
    }

    @Test func takesTheCombinationWithMostChannelsThatHasRoom() {
        var wide = simulated
        wide.channels = 2
        #expect(channels(simulated, having: .station, .peerDevice) == 1)
        #expect(channels(simulated, wide, having: .station) == 2)
        #expect(channels(simulated, single, having: .station) == 1)
        #expect(channels(single, having: .station) == 0)
        #expect(channels(having: .station) == 0)
    }

    @Test func knowsTheChannelsThatTheRadioIsOn() {
        let radio = RadioConcurrency(
            combinations: [],
            interfaces: [.init(.station, at: 2462), .init(.accessPoint, at: 2462), .init(.peerDevice)])
        #expect(radio.frequencies == [2462])
    }
}
