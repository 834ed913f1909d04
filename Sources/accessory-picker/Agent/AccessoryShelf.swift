// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The page's list of accessories that apps have: each device, and a switch for each app.
struct AccessoryShelf: Encodable, Hashable, Sendable {
    struct Device: Encodable, Hashable, Sendable {
        var id: Accessory.ID
        var name: String
        var image: String?
        /// The hardware's name, which is its name over the air.
        var ssid: SSID?
        var hasWiFi: Bool
        var hasBluetooth: Bool
        var apps: [Use]
    }

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
                ssid: status.accessory.ssid, hasWiFi: status.accessory.ssid != nil,
                hasBluetooth: status.records.contains { $0.bluetoothAddress != nil },
                apps: Self.uses(status.records, names))
        }
    }

    /// One switch for an app, for all users that have it: `SetAccess` switches all of them.
    private static func uses(_ records: [AccessRecord], _ names: [String: String]) -> [Use] {
        var uses: [Use] = []
        for record in records {
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
