// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// What apps send and get.
extension Sample {
    static func of(_ method: SetupMethod) throws -> Sample {
        switch method {
        case .activate:
            return Sample(
                input: nothing,
                output: (
                    try JSON(encoding: SessionEvent(event, accessories: [try accessory()])),
                    try JSON(encoding: SessionEvent(Event(.pickerDidPresent)))
                ))
        case .listAccessories:
            return Sample(
                input: nothing,
                output: (
                    try JSON(encoding: AccessoryList(accessories: [try accessory()])),
                    try JSON(encoding: AccessoryList(accessories: []))
                ))
        case .getAccess:
            return Sample(
                input: (
                    try JSON(encoding: AccessQuery(accessory: "a", ssid: "s", bluetooth: "b")),
                    try JSON(encoding: AccessQuery())
                ),
                output: (
                    try JSON(
                        encoding: AccessReply(
                            record: try accessRecord(), bluetooth: BluetoothReach(path: "/org/bluez/hci0/dev_a"))),
                    try JSON(encoding: AccessReply(record: bareAccessRecord))
                ))
        case .showPicker:
            let item = DisplayItem(
                name: "Camera", image: "camera", descriptor: descriptor, passphrase: "passphrase",
                setupOptions: SetupOption.allCases, renameOptions: RenameOption.allCases)
            let full = ShowPickerRequest(
                items: [item], migrations: [migration], discoveryTimeout: 30, isUnbounded: true,
                addressing: .linkLocal, filterDiscoveryResults: true)
            let minimal = ShowPickerRequest(items: [DisplayItem(name: "Camera", descriptor: DescriptorFields())])
            return Sample(
                input: (try JSON(encoding: full), try JSON(encoding: minimal)),
                output: (
                    try JSON(
                        encoding: ShowPickerReply(
                            accessory: try accessory(), link: try link(), migrated: [try accessory()])),
                    try JSON(encoding: ShowPickerReply())
                ))
        case .finishAuthorization:
            let full = FinishAuthorizationRequest(
                accessory: "a", ssid: "s", bluetoothTransportBridgingIdentifier: "02:00:00:00:01:00")
            return Sample(
                input: (
                    try JSON(encoding: full), try JSON(encoding: FinishAuthorizationRequest(accessory: "a"))
                ),
                output: nothing)
        case .failAuthorization:
            let request = try JSON(encoding: AccessoryQuery(accessory: "a"))
            return Sample(input: (request, request), output: nothing)
        case .updateAuthorization:
            return Sample(
                input: (
                    try JSON(encoding: UpdateAuthorizationRequest(accessory: "a", descriptor: descriptor)),
                    try JSON(encoding: UpdateAuthorizationRequest(accessory: "a", descriptor: DescriptorFields()))
                ),
                output: try accessoryReply())
        case .joinHotspot:
            return Sample(
                input: (
                    try JSON(
                        encoding: JoinHotspotRequest(
                            accessory: "a", ssid: "s", passphrase: "passphrase", addressing: .ipv4)),
                    try JSON(encoding: JoinHotspotRequest())
                ),
                output: try lease())
        case .leaveHotspot:
            return Sample(
                input: (
                    try JSON(encoding: LeaveHotspotRequest(accessory: "a", ssid: "s")),
                    try JSON(encoding: LeaveHotspotRequest())
                ),
                output: nothing)
        case .renameAccessory:
            return Sample(
                input: (try rename(), try JSON(encoding: RenameRequest(accessory: "a"))),
                output: try accessoryReply())
        case .removeAccessory:
            let request = try JSON(encoding: AccessoryQuery(accessory: "a"))
            return Sample(input: (request, request), output: nothing)
        case .applyHotspot:
            let full = ApplyHotspotRequest(
                ssid: "s", ssidPrefix: "p", passphrase: "passphrase", hidden: true, joinOnce: true, lifeTimeInDays: 1,
                addressing: .ipv4)
            return Sample(
                input: (try JSON(encoding: full), try JSON(encoding: ApplyHotspotRequest())),
                output: (
                    try JSON(
                        encoding: ApplyHotspotReply(
                            hotspot: try hotspot(), joined: true, link: try link(), error: error)),
                    try JSON(encoding: ApplyHotspotReply(hotspot: bareHotspot, joined: false))
                ))
        case .updatePicker:
            let full = UpdatePickerRequest(items: [DiscoveredItem(accessory: "a", name: "n", image: "i")])
            let minimal = UpdatePickerRequest(items: [DiscoveredItem(accessory: "a", name: "n")])
            return Sample(input: (try JSON(encoding: full), try JSON(encoding: minimal)), output: nothing)
        case .finishPickerDiscovery:
            return Sample(input: nothing, output: nothing)
        case .removeHotspot:
            return Sample(
                input: (
                    try JSON(encoding: HotspotQuery(ssid: "s", ssidPrefix: "p")), try JSON(encoding: HotspotQuery())
                ),
                output: nothing)
        case .listHotspots:
            return Sample(input: nothing, output: try hotspots())
        case .getUplinkCredentials:
            let full = UplinkCredentials(
                ssid: try SSID(text: "home"), security: .wpa2, passphrase: try Passphrase("home-0042"), isHidden: true)
            let minimal = UplinkCredentials(ssid: full.ssid, security: .open, passphrase: nil)
            return Sample(
                input: nothing,
                output: (
                    try JSON(encoding: UplinkReply(uplink: full)), try JSON(encoding: UplinkReply(uplink: minimal))
                ))
        }
    }
}
