// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// What an app's own picker leaves out, because the app has it already.
struct OwnAccessoriesTests {
    private let paths: SetupPaths

    init() throws { paths = try SetupPaths() }

    private func record(ssid: SSID? = nil, bssid: MACAddress? = nil, bluetooth: MACAddress? = nil) -> AccessRecord {
        AccessRecord(
            app: "org.example.camera", uid: nil,
            accessory: Accessory(id: "a", displayName: "Camera", ssid: ssid, bssid: bssid, state: .authorized),
            bluetoothAddress: bluetooth, security: nil, frequency: nil, isHidden: false, origin: .picker,
            grantedBy: "a person", granted: Timestamp(seconds: 0))
    }

    private func shown(
        _ item: Setup.Item, _ networks: [WiFiNetwork], _ own: OwnAccessories, _ expected: [SSID: ExpectedSecurity] = [:]
    ) -> Set<MACAddress> {
        var discovery = Discovery([item], filters: false, expected: expected, own: own)
        _ = discovery.observe(Look(networks: networks, isComplete: true), at: .zero)
        return Set(discovery.shown.compactMap { $0.network?.bssid })
    }

    @Test func leavesOutTheAccessPointThatTheAppHas() throws {
        let others = [try network("CAM-1", 5), try network("CAM-2", 6)]
        let networks = [paths.network] + others
        let own = OwnAccessories([record(ssid: paths.cameraSSID, bssid: paths.network.bssid)])
        let left = shown(paths.item, networks, own)
        #expect(left == Set(others.map(\.bssid)))
        let everyPoint = shown(paths.item, networks, OwnAccessories([record(ssid: paths.cameraSSID)]))
        #expect(everyPoint == [others[1].bssid])
        let none = shown(paths.item, networks, OwnAccessories())
        #expect(none.count == 3)
    }

    @Test func showsItIfTheItemAsks() throws {
        var item = paths.item
        item.showsOwn = true
        let own = OwnAccessories([record(ssid: paths.cameraSSID)])
        #expect(shown(item, [paths.network], own) == [paths.network.bssid])
    }

    /// Only at a picker a person can accept it as new.
    @Test func showsANetworkWithLessSecurityThanExpected() throws {
        let open = try network("CAM-1", security: .open)
        let own = OwnAccessories([record(ssid: paths.cameraSSID)])
        let changed = shown(paths.item(), [open], own, [paths.cameraSSID: ExpectedSecurity(.wpa2)])
        let unchanged = shown(paths.item(), [open], own)
        #expect(changed == [open.bssid] && unchanged == [])
    }

    @Test func aRadioThatTheAppDoesNotHaveIsSomethingNew() throws {
        let address = paths.device.address.address
        let alone = Setup.Item(
            name: "Dual", descriptor: try Descriptor(bluetooth: paths.dual.descriptor.bluetooth))
        let (both, one) = (
            Candidate(item: paths.dual, device: paths.device, network: nil),
            Candidate(item: alone, device: paths.device, network: nil)
        )
        let bluetooth = OwnAccessories([record(bluetooth: address)])
        #expect(!bluetooth.hides(both) && bluetooth.hides(one))
        let whole = OwnAccessories([record(ssid: paths.deviceNetwork.ssid, bluetooth: address)])
        #expect(whole.hides(both) && whole.hides(one))
        let network = OwnAccessories([record(ssid: paths.deviceNetwork.ssid)])
        #expect(!network.hides(both) && !network.hides(one))
    }

    @Test func nothingElseIsExplained() throws {
        let own = OwnAccessories([record(ssid: paths.cameraSSID)])
        var discovery = Discovery([paths.item], filters: false, own: own)
        _ = discovery.observe(Look(networks: [paths.network], isComplete: true), at: .zero)
        #expect(discovery.choosable.isEmpty)
        #expect(discovery.nothing.hasPrefix("'CAM-1' was seen, and the app has it already"))
        #expect(discovery.reason == FailureReason(.onlyOwn, names: ["CAM-1"]))
    }
}
