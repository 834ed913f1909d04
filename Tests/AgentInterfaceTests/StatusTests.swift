// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

struct StatusTests {
    @Test func reportsWhatEachRadioDoes() throws {
        let activities: [(Adapter.Activity, AdapterStatus.State, String?)] = [
            (.idle, .idle, nil),
            (.connecting(name: "Home", ssid: nil), .connecting, "Home"),
            (.connected(name: "Home", ssid: nil), .connected, "Home"),
            (.accessory(try SSID([0xFF])), .accessory, "\\xff"),
            (.unusable(.switchedOff), .unusable, Unavailability.switchedOff.rawValue),
        ]
        for (activity, state, detail) in activities {
            let status = AdapterStatus(Adapter(interface: "wlan0", activity: activity))
            #expect(status.interface == "wlan0")
            #expect(status.state == state)
            #expect(status.detail == detail)
        }
    }

    @Test func distinguishesEveryReasonWhyARadioCannotBeUsed() {
        let details = Unavailability.allCases.map {
            AdapterStatus(Adapter(interface: "wlan0", activity: .unusable($0))).detail
        }
        #expect(Set(details).count == Unavailability.allCases.count)
    }
}
