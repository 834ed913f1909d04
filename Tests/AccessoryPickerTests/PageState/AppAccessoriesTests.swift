// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessory_picker

@Suite struct AppAccessoriesTests {
    private func accessory(_ state: Accessory.State, ssid: String? = "MyCam-0001") throws -> Accessory {
        Accessory(
            id: "id", displayName: "Front door", image: "image:1", ssid: try ssid.map { try SSID(text: $0) },
            bssid: nil,
            state: state)
    }

    private func record(
        _ app: String, _ state: Accessory.State = .authorized, uid: UInt32? = nil, bluetooth: String? = nil
    ) throws -> AccessRecord {
        AccessRecord(
            app: app, uid: uid, accessory: try accessory(state), bluetoothAddress: bluetooth.flatMap { MACAddress($0) },
            security: .open, frequency: nil, isHidden: false, origin: .picker, grantedBy: "uid 0",
            granted: Timestamp(seconds: 1))
    }

    @Test func hasASwitchForEachApp() throws {
        let accessories = AppAccessories(
            [
                AccessoryStatus(
                    accessory: try accessory(.authorized),
                    records: [try record("a"), try record("b", .unauthorized), try record("c", .awaitingAuthorization)])
            ], names: ["a": "Camera"])
        #expect(accessories.devices.count == 1)
        #expect(accessories.devices[0].apps.map(\.name) == ["Camera", "b", "c"])
        #expect(accessories.devices[0].apps.map(\.isAllowed) == [true, false, true])
        #expect(accessories.devices[0].apps.map(\.isPending) == [false, false, true])
        #expect(accessories.images == ["image:1"])
    }

    @Test(arguments: [true, nil]) func showsWhoseItsPictureIs(isOwn: Bool?) throws {
        let status = AccessoryStatus(
            accessory: try accessory(.authorized), records: [try record("a")], hasOwnImage: isOwn)
        #expect(AppAccessories([status], names: [:]).devices.map(\.hasOwnImage) == [isOwn == true])
    }

    @Test func anAdditionWithoutAnAppHasNoSwitch() throws {
        let records = [try record("org.accessoryd.onboard"), try record("a")]
        let accessories = AppAccessories(
            [AccessoryStatus(accessory: try accessory(.authorized), records: records)], names: [:])
        #expect(accessories.devices[0].apps.map(\.app) == ["a"])
    }

    @Test func anAppOfSeveralUsersHasOneSwitch() throws {
        let records = [try record("a", .unauthorized, uid: 1), try record("a", uid: 2)]
        let accessories = AppAccessories(
            [AccessoryStatus(accessory: try accessory(.authorized), records: records)], names: [:])
        #expect(accessories.devices[0].apps.count == 1)
        #expect(accessories.devices[0].apps[0].isAllowed)
    }

    @Test func showsThePageOfTheAddressAlone() throws {
        let address = try #require(IPAddress("192.168.1.23"))
        for (page, shown) in [("http://192.168.1.23/", "http://192.168.1.23/"), ("http://evil.example/", nil)] {
            let place = Location(
                address: address, page: page, evidence: .station, isConfirmed: true, lastSeen: Timestamp(seconds: 1))
            let accessories = AppAccessories(
                [AccessoryStatus(accessory: try accessory(.authorized), records: [try record("a")], location: place)],
                names: [:])
            #expect(accessories.devices[0].location?.page?.text == shown)
        }
    }

    @Test func showsItsRadios() throws {
        let both = AccessoryStatus(
            accessory: try accessory(.authorized), records: [try record("a", bluetooth: "02:00:00:00:00:01")])
        let bluetoothOnly = AccessoryStatus(
            accessory: try accessory(.authorized, ssid: nil), records: both.records)
        let accessories = AppAccessories([both, bluetoothOnly], names: [:])
        #expect(accessories.devices.map(\.hasWiFi) == [true, false])
        #expect(accessories.devices.map(\.hasBluetooth) == [true, true])
    }
}
