// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

/// `accessoryctl` without an object.
@Suite struct OverviewTests {
    private func lines(
        _ adapters: [Adapter] = [], accessories: [AccessoryStatus] = [], plans: [PlanStatus] = [], apps: Int = 1,
        pickers: Int = 1, faults: [String] = []
    ) -> [String] {
        let status = Status(
            version: "1", backend: "NetworkManager", adapters: adapters.map { AdapterStatus($0) },
            bluetooth: BluetoothStatus(BluetoothState(backend: "BlueZ", adapters: [], bondsByItself: false)),
            leases: [], apps: apps, accessRecords: 0, pickers: pickers, faults: faults)
        return Overview(status: status, accessories: accessories, plans: plans).lines
    }

    private let home = Adapter(interface: "wlan0", activity: .connected(name: "Home", ssid: nil))

    @Test func showsNetworkAndAccessories() throws {
        var camera = try Fixture.shared()
        camera.location = try Fixture.location()
        let shown = lines([home], accessories: [camera])
        #expect(
            shown == [
                "accessoryd 1 is ready.", "Home network: 'Home' by wlan0",
                "Accessories: 1, 1 of them on the home network: Camera", "", Overview.hint,
            ])
    }

    @Test func namesWhatWaitsWithItsCure() throws {
        var plans = try Fixture.plans()
        for index in plans.indices { plans[index].state = index == 0 ? .failed : .pending }
        let shown = lines([home], plans: plans, pickers: 0, faults: ["a.conf: no"])
        for (words, cure) in [
            ("Plans that failed: \(plans[0].id)", "provision status"), ("Plans that are due", "provision run"),
            ("No picker runs", "accessory-picker"), ("Faults of the configuration: 1", "general status"),
        ] {
            #expect(shown.contains { $0.hasPrefix(words) && $0.contains(cure) }, "\(words)")
        }
    }

    @Test func namesTheNextStepOnANewMachine() {
        let shown = lines(apps: 0)
        #expect(shown.first == "accessoryd 1 can set nothing up: no radio can be used")
        #expect(shown.contains { $0.hasPrefix("Home network: no radio") && $0.contains("Network=") })
        #expect(shown.contains { $0.hasPrefix("Accessories: none yet") && $0.contains("onboard") })
        #expect(shown.last?.contains("app add") == true)
    }

    @Test func staysShortWithManyAccessories() throws {
        let many = try (1...8).map { number in
            AccessoryStatus(accessory: try Fixture.accessory("\(number)", "Cam\u{1B} \(number)", nil), records: [])
        }
        let line = try #require(lines([home], accessories: many).first { $0.hasPrefix("Accessories: 8") })
        #expect(line.hasSuffix("and 3 more") && !line.contains("\u{1B}"))
    }

    @Test func showsAUserTheOwnAccessoriesAndWhoSeesTheRest() throws {
        let shown = Overview.lines(ofOwn: [try Fixture.shared()], refusal: "for the group accessoryd")
        #expect(shown.first == "Your accessories: 1: Camera" && shown[1].contains("the group accessoryd"))
    }

    @Test(arguments: ["", "-t", "--json", "-f STATE"]) func needsTheAgentAsEveryCommand(options: String) async {
        let words = "--runtime-dir /nonexistent \(options)".split(separator: " ").map { String($0) }
        let outcome = await Outcome.of(words)
        #expect(outcome.status == 8 && outcome.complaint?.contains("accessoryd is not running") == true)
    }
}
