// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The page's list of accessories that apps have: each device, and a switch for each app.
struct AppAccessories: Encodable, Hashable, Sendable {
    struct Device: Encodable, Hashable, Sendable {
        var id: Accessory.ID
        var name: String
        /// What distinguishes it from others of that name.
        var label: String?
        var image: String?
        /// A person gave it its image.
        var hasOwnImage: Bool
        /// The names over the air, and the address for a device without a name.
        var ssid: SSID?
        var bluetoothName: String?
        var bluetoothAddress: MACAddress?
        var hasWiFi: Bool
        var hasBluetooth: Bool
        /// Where it is on the home network.
        var location: Location?
        /// It shows there which one it is.
        var identifies: Bool
        /// Without the agent's own record of an accessory that was added: no app can use that one.
        var apps: [Use]
    }

    /// The owner of the accessories that were added without an app.
    private static let ownApp = "org.accessoryd.onboard"

    /// One app's access to a device.
    struct Use: Encodable, Hashable, Sendable {
        var app: String
        var name: String
        var isAllowed: Bool
        /// The app has not decided yet whether it keeps what was chosen.
        var isPending: Bool
    }

    private(set) var devices: [Device] = []
    /// The reason why the list could not be read.
    var error: AccessoryError?

    init() {}

    /// `names`: the apps' names for people, by identifier.
    init(_ list: [AccessoryStatus], names: [String: String]) {
        devices = list.map { status in
            Device(
                id: status.accessory.id, name: status.accessory.displayName, image: status.accessory.image,
                hasOwnImage: status.hasOwnImage == true, ssid: status.accessory.ssid,
                bluetoothName: status.records.lazy.compactMap(\.bluetoothName).first,
                bluetoothAddress: status.records.lazy.compactMap(\.bluetoothAddress).first,
                hasWiFi: status.accessory.ssid != nil,
                hasBluetooth: status.records.contains { $0.bluetoothAddress != nil }, location: status.location,
                identifies: status.identifies == true, apps: Self.uses(status.records, names))
        }
        let labels = Labels.of(
            zip(list, devices).map { status, device in
                Labels.Subject(
                    name: device.name, ssid: device.ssid, bluetoothName: device.bluetoothName,
                    address: status.accessory.bssid ?? device.bluetoothAddress)
            })
        for index in devices.indices { devices[index].label = labels[index] }
    }

    /// One switch for an app, for all users that have it: `SetAccess` switches all of them.
    private static func uses(_ records: [AccessRecord], _ names: [String: String]) -> [Use] {
        var uses: [Use] = []
        for record in records where record.app != ownApp {
            let isAllowed = record.accessory.state != .unauthorized
            let isPending = record.accessory.state == .awaitingAuthorization
            if let known = uses.firstIndex(where: { $0.app == record.app }) {
                uses[known].isAllowed = uses[known].isAllowed || isAllowed
                uses[known].isPending = uses[known].isPending && isPending
            } else {
                uses.append(
                    Use(
                        app: record.app, name: names[record.app] ?? record.app, isAllowed: isAllowed,
                        isPending: isPending))
            }
        }
        return uses
    }

    var images: Set<String> { Set(devices.compactMap(\.image)) }
}
