// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Testing

@testable import accessory_picker

@Suite struct HomeNetworkTests {
    private func name(_ states: [AdapterStatus.State], before: String? = nil) -> String? {
        let adapters = states.map { AdapterStatus(interface: "wlan0", state: $0, detail: "\($0)") }
        return HomeNetwork.name(adapters, before: before)
    }

    @Test func isTheNetworkOfTheFirstRadioThatIsOnOne() {
        #expect(name([.idle, .connected]) == "connected")
        #expect(name([.accessory, .connected], before: "earlier") == "connected")
    }

    @Test(arguments: [AdapterStatus.State.accessory, .connecting]) func staysWhileTheRadioIsAway(
        state: AdapterStatus.State
    ) {
        #expect(name([state], before: "earlier") == "earlier")
        #expect(name([state]) == nil)
    }

    @Test(arguments: [[], [AdapterStatus.State.idle], [.unusable]]) func isNoneWithoutAnUplink(
        states: [AdapterStatus.State]
    ) {
        #expect(name(states, before: "earlier") == nil)
    }
}
