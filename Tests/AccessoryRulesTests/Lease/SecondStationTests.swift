// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct SecondStationTests {
    /// A radio that is at 2462 MHz and may have so many stations on so many channels.
    private func concurrency(stations: Int, channels: Int, frequency: Int? = 2462) -> RadioConcurrency {
        let limit = InterfaceCombination.Limit(most: stations, types: [.station])
        let peers = InterfaceCombination.Limit(most: 1, types: [.peerDevice])
        return RadioConcurrency(
            combinations: [InterfaceCombination(limits: [limit, peers], most: stations + 1, channels: channels)],
            interfaces: [.init(.station, at: frequency), .init(.peerDevice)])
    }

    private func station(
        _ mode: SecondStation.Mode = .auto, hasLink: Bool = true, stations: Int = 2, channels: Int = 1
    ) -> SecondStation {
        SecondStation(
            mode: mode, hasLink: hasLink, concurrency: concurrency(stations: stations, channels: channels))
    }

    @Test func joinsBesideTheUplinkOnItsOwnChannel() {
        #expect(station().obstacle(at: 2462) == nil)
        #expect(station().channels == 1)
    }

    @Test func cutsTheUplinkForAnotherChannelIfTheRadioHasOne() {
        #expect(station().obstacle(at: 2437) == .otherChannel([2462], accessory: 2437))
        #expect(station().obstacle(at: nil) == .notSeen)
    }

    @Test func joinsOnAnyChannelIfTheRadioHasTwo() {
        for frequency in [2412, 2462, 5180] { #expect(station(channels: 2).obstacle(at: frequency) == nil) }
        #expect(station(channels: 2).obstacle(at: nil) == nil)
        #expect(station(channels: 2).channels == 2)
    }

    @Test func countsTheChannelsOfTheRadiosOtherInterfaces() {
        var station = station(stations: 3, channels: 2)
        station.concurrency?.interfaces.append(.init(.station, at: 5180))
        #expect(station.obstacle(at: 5180) == nil)
        #expect(station.obstacle(at: 2437) == .tooManyChannels(2))
        #expect(station.obstacle(at: nil) == .notSeen)
    }

    @Test func cutsTheUplinkOfARadioThatIsOneStation() {
        #expect(station(stations: 1, channels: 2).obstacle(at: 2462) == .oneStation)
        #expect(station(stations: 1, channels: 2).channels == 0)
        let none = RadioConcurrency(combinations: [], interfaces: [.init(.station, at: 2462)])
        #expect(SecondStation(concurrency: none).obstacle(at: 2462) == .oneStation)
    }

    @Test func cutsTheUplinkIfTheSettingsOrTheMachineForbidIt() {
        #expect(station(.never).obstacle(at: 2462) == .forbidden)
        #expect(station(.never).channels == 0)
        #expect(station(hasLink: false).obstacle(at: 2462) == .noLink)
        #expect(SecondStation(concurrency: nil).obstacle(at: 2462) == .unknownRadio)
    }

    @Test func namesTheFactOfTheRadioBeforeTheMissingProgram() {
        #expect(station(hasLink: false, stations: 1).obstacle == .oneStation)
    }
}
