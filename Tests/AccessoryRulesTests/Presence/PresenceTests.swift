// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Testing

/// Accessories on the air, one listening time after the other.
struct PresenceTests {
    private let plug: ObservedAccessory
    private let device: MACAddress
    private let hotspot: WiFiNetwork
    private var presence = Presence()

    init() throws {
        device = try #require(MACAddress("02:00:00:00:02:01"))
        let bssid = try #require(MACAddress("02:00:00:00:01:01"))
        let ssid = try SSID(text: "Plug-1234")
        plug = ObservedAccessory(
            id: "plug", bluetooth: device, ssid: ssid, accessPoints: [bssid], isResetByHotspot: true)
        hotspot = WiFiNetwork(
            ssid: ssid, bssid: bssid, frequency: 2412, signal: 60, security: .open, interface: "wlan0")
    }

    /// One listening time, with what it hears. Returns what follows after its beginning.
    private mutating func listen(
        _ heard: Set<MACAddress> = [], _ seen: [WiFiNetwork] = [], period: Int, works: Bool = true
    ) -> [Presence.Effect] {
        let began = ListeningDuty.observing.period * period + .seconds(1)
        let effects = presence.receive(.began([plug], at: began))
        var all: [Presence.Effect] = []
        if effects.contains(.listen) {
            all += presence.receive(.heard(heard))
            all += presence.receive(.over(.bluetooth, hasListened: works, at: began + .seconds(5)))
        }
        if effects.contains(where: { if case .look = $0 { true } else { false } }) {
            all += presence.receive(.seen(seen))
            all += presence.receive(.over(.wifi, hasListened: works, at: began + .seconds(6)))
        }
        return all.filter { if case .rest = $0 { false } else { true } }
    }

    @Test mutating func appearsOnceAndDisappearsAfterThreeMisses() {
        #expect(listen([device], period: 0) == [.notify("plug", .appeared(.bluetooth))])
        #expect(listen([device], period: 1) == [])
        #expect(listen(period: 2) == [])
        #expect(listen(period: 3) == [])
        #expect(listen(period: 4) == [.notify("plug", .disappeared)])
        #expect(listen(period: 5) == [])
        #expect(listen([device], period: 6) == [.notify("plug", .appeared(.bluetooth))])
    }

    @Test mutating func isPresentAsLongAsEitherRadioHearsIt() {
        #expect(listen([device], [hotspot], period: 0).first == .notify("plug", .appeared(.bluetooth)))
        for period in 1..<12 { #expect(listen([], [hotspot], period: period) == []) }
        let gone = (12..<24).flatMap { listen(period: $0) }
        #expect(gone == [.notify("plug", .disappeared)])
    }

    @Test mutating func itsHotspotMeansThatItWasReset() {
        #expect(listen([device], period: 0) == [.notify("plug", .appeared(.bluetooth))])
        #expect(listen([device], [hotspot], period: 2) == [.notify("plug", .reset)])
        #expect(listen([device], [hotspot], period: 4) == [])
    }

    @Test mutating func anAccessoryWithoutANetworkIsNotReset() throws {
        let camera = ObservedAccessory(id: "camera", ssid: plug.ssid)
        _ = presence.receive(.began([camera], at: .seconds(1)))
        #expect(presence.receive(.seen([hotspot])) == [.notify("camera", .appeared(.wifi))])
    }

    @Test mutating func anotherAccessPointIsNotTheAccessory() throws {
        var twin = hotspot
        twin.bssid = try #require(MACAddress("02:00:00:00:01:99"))
        #expect(listen([], [twin], period: 0) == [])
    }

    @Test mutating func aRadioThatIsOffMissesNothing() {
        _ = listen([device], period: 0)
        for period in 1..<9 { #expect(listen(period: period, works: false) == []) }
    }

    @Test mutating func looksAtFirstAndThenInEverySecondPeriod() {
        let looks = (3..<9).filter { period in
            let effects = presence.receive(.began([plug], at: ListeningDuty.observing.period * period + .seconds(30)))
            return effects.contains { if case .look = $0 { true } else { false } }
        }
        #expect(looks == [3, 4, 6, 8])
    }

    @Test mutating func restsUntilTheNextWholePeriod() throws {
        _ = presence.receive(.began([plug], at: .seconds(61)))
        #expect(presence.receive(.over(.bluetooth, hasListened: true, at: .seconds(66))) == [])
        #expect(presence.receive(.over(.wifi, hasListened: true, at: .seconds(70))) == [.rest(.seconds(50))])
        #expect(presence.receive(.over(.wifi, hasListened: true, at: .seconds(71))) == [])
        #expect(presence.receive(.began([], at: .seconds(120))) == [.rest(.seconds(60))])
    }

    @Test mutating func whatIsObservedNoLongerIsForgotten() {
        _ = listen([device], period: 0)
        _ = presence.receive(.began([], at: .seconds(60)))
        #expect(listen([device], period: 2) == [.notify("plug", .appeared(.bluetooth))])
    }

    @Test mutating func followsAnewOnlyWhenAnIdentityHasChanged() {
        #expect(presence.receive(.identified([:])) == [])
        #expect(presence.receive(.identified(["plug": ExpectedIdentity()])) == [.follow(["plug": ExpectedIdentity()])])
        #expect(presence.receive(.identified(["plug": ExpectedIdentity()])) == [])
        #expect(presence.receive(.identified([:])) == [.follow([:])])
    }

    @Test mutating func endsWithTheAppsAccess() {
        let gone = AccessoryError(.unknownAccessory, "the access is over")
        #expect(presence.receive(.refused(gone)) == [.end(gone)])
    }
}
