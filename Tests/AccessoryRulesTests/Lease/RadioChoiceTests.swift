// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct RadioChoiceTests {
    private let idle = Adapter(interface: "wlan0", activity: .idle)
    private let uplink = Adapter(interface: "wlan1", activity: .connected(name: "Home", ssid: nil))
    private let leftover: Adapter
    private let blocked = Adapter(interface: "wlan3", activity: .unusable(.hardBlocked))

    init() throws { leftover = Adapter(interface: "wlan2", activity: .accessory(try ssid("CAM-1"))) }

    private func choose(
        _ adapters: Adapter..., taken: Set<String> = [], wanted: String? = nil
    ) throws(AccessoryError) -> String {
        try RadioChoice.choose(from: RadioState(backend: "air", adapters: adapters), taken: taken, wanted: wanted)
            .interface
    }

    @Test func takesAnIdleRadioFirstWhateverTheOrder() throws {
        #expect(try choose(idle, uplink, leftover, blocked) == "wlan0")
        #expect(try choose(blocked, leftover, uplink, idle) == "wlan0")
    }

    @Test func takesTheUplinksRadioLast() throws {
        #expect(try choose(uplink, leftover) == "wlan2")
        #expect(try choose(blocked, uplink) == "wlan1")
    }

    @Test func takesTheFirstOfEquals() throws {
        let other = Adapter(interface: "wlan9", activity: .idle)
        #expect(try choose(other, idle) == "wlan9")
        #expect(try choose(idle, other) == "wlan0")
    }

    @Test func takesNoRadioThatHoldsALease() throws {
        #expect(try choose(idle, uplink, taken: ["wlan0"]) == "wlan1")
        let error = #expect(throws: AccessoryError.self) { try choose(idle, uplink, taken: ["wlan0", "wlan1"]) }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("wlan0, wlan1") == true)
    }

    @Test func takesTheRadioThatIsWantedOrNone() throws {
        #expect(try choose(idle, uplink, wanted: "wlan1") == "wlan1")
        let busy = #expect(throws: AccessoryError.self) { try choose(idle, uplink, taken: ["wlan1"], wanted: "wlan1") }
        #expect(busy?.code == .busy)
        let unknown = #expect(throws: AccessoryError.self) { try choose(idle, wanted: "wlan7") }
        #expect(unknown?.code == .radioUnavailable)
        #expect(unknown?.field == "interface")
        #expect(unknown?.message.contains("'wlan7'") == true)
        let unusable = #expect(throws: AccessoryError.self) { try choose(idle, blocked, wanted: "wlan3") }
        #expect(unusable?.message == "wlan3: \(Unavailability.hardBlocked.rawValue)")
    }

    @Test func reportsThatThereIsNoRadio() {
        let error = #expect(throws: AccessoryError.self) { try choose() }
        #expect(error == AccessoryError(Unavailability.noRadio))
    }

    @Test func distinguishesEveryReason() {
        var messages: Set<String> = []
        for why in Unavailability.allCases {
            let one = #expect(throws: AccessoryError.self) {
                try choose(Adapter(interface: "wlan0", activity: .unusable(why)))
            }
            #expect(one?.code == .radioUnavailable)
            messages.insert(one?.message ?? "")
            let all = #expect(throws: AccessoryError.self) {
                try RadioChoice.choose(
                    from: RadioState(backend: "air", unavailable: why, adapters: [idle]), taken: [])
            }
            #expect(
                all == AccessoryError(.radioUnavailable, why.rawValue, reason: FailureReason(why.kind)))
        }
        #expect(messages.count == Unavailability.allCases.count)
    }

    @Test func reportsWhatWillBeCut() {
        #expect(RadioChoice.cuts(uplink) == "Home")
        for adapter in [idle, leftover, blocked] { #expect(RadioChoice.cuts(adapter) == nil) }
    }

    @Test func nothingIsCutWhereNetworkManagerOnlyLooksForWhatIsOwed() throws {
        let looking = Adapter(interface: "wlan0", activity: .connecting(name: "Home", ssid: try ssid("Home")))
        #expect(RadioChoice.cuts(looking) == "Home")
        #expect(RadioChoice.cuts(looking, isOwed: true) == nil)
        #expect(RadioChoice.cuts(uplink, isOwed: true) == "Home")
    }
}
