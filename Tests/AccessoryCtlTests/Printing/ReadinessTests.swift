// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

/// Whether something can be set up, and what comes next.
@Suite struct ReadinessTests {
    private func status(
        _ activity: Adapter.Activity?, bluetooth: BluetoothUnavailability? = .switchedOff, unavailable: String? = nil,
        scanning: Scanning? = .direct, apps: Int = 1, bondsByItself: Bool = false
    ) throws -> Status {
        let address = try #require(MACAddress("02:00:00:00:0b:01"))
        return Status(
            version: "1", backend: "NetworkManager", unavailable: unavailable,
            scanning: scanning,
            adapters: activity.map { [AdapterStatus(Adapter(interface: "wlan0", activity: $0))] } ?? [],
            bluetooth: BluetoothStatus(
                BluetoothState(
                    backend: "BlueZ",
                    adapters: [BluetoothAdapter(name: "hci0", address: address, unavailable: bluetooth)],
                    bondsByItself: bondsByItself)),
            leases: [], apps: apps, accessRecords: 0, pickers: 0, faults: [])
    }

    @Test func isReadyWithOneRadio() throws {
        #expect(try status(.idle).obstacle == nil)
        #expect(try status(nil, bluetooth: nil).obstacle == nil)
        #expect(try status(.unusable(.hardBlocked), bluetooth: nil).obstacle == nil)
    }

    @Test func isNotReadyWithoutARadio() throws {
        #expect(try status(nil).obstacle == "no radio can be used")
        #expect(try status(.unusable(.hardBlocked)).obstacle == "no radio can be used")
        #expect(
            try status(.idle, unavailable: "NetworkManager is not running").obstacle == "NetworkManager is not running")
    }

    @Test func reportsAnAgentThatMayNotCallWpaSupplicant() throws {
        #expect(try status(.idle).delay == nil)
        #expect(try status(.idle, scanning: nil).delay == nil)
        #expect(try status(.idle, scanning: .backend).delay?.contains("accessoryd(8)") == true)
    }

    @Test func recommendsThatNoKeyboardBondsByItself() throws {
        #expect(try status(.idle, bluetooth: nil).bluetoothAdvice == nil)
        #expect(try status(.idle, bluetooth: nil, bondsByItself: true).bluetoothAdvice?.contains("input.conf") == true)
    }

    @Test func namesTheKeyAndTheOptionWithoutAHomeNetwork() throws {
        var status = try status(.idle)
        #expect(status.homeNetworkAdvice == nil)
        status.noHomeNetwork = "no radio of this machine is on a network; \(UplinkFault.cure())"
        let advice = try #require(status.homeNetworkAdvice)
        #expect(advice.contains("Network=NAME under [Uplink]") && advice.contains("onboard --network NAME"))
    }

    @Test func namesTheNextStepWithoutAnApp() throws {
        #expect(try status(.idle).nextStep == nil)
        #expect(try status(.idle, apps: 0).nextStep?.contains("accessoryctl app add") == true)
    }
}
