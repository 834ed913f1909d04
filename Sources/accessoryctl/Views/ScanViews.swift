// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

extension View<WiFiNetwork> {
    static let networks = View(
        title: "Networks",
        columns: [
            Column("SSID", width: .name) { $0.ssid?.description },
            Column("BSSID") { $0.bssid.description },
            Column("FREQ", isCommon: false) { "\($0.frequency) MHz" },
            Column("CHAN") { $0.channel.map { String($0) } },
            Column("SIGNAL") { String($0.signal) },
            Column("BARS", colour: { SignalBars.colour($0.signal) }) { SignalBars.text($0.signal) },
            Column("SECURITY") { $0.security.title },
            Column("RADIO") { $0.interface },
        ])
}

extension View<BluetoothDevice> {
    static let devices = View(
        title: "Bluetooth devices",
        columns: [
            Column("ADDRESS") { $0.address.description },
            Column("KIND") { $0.addressKind.title },
            Column("NAME", width: .name) { $0.advertisement.name },
            Column("RSSI") { $0.rssi.map { String($0) } },
            Column("SERVICES", width: .text) { $0.advertisement.shortServices.joined(separator: " ") },
            Column("SERVICE-DATA", width: .text, isCommon: false) {
                $0.advertisement.serviceData.pairs { $0.shortUUID }
            },
            Column("MANUFACTURER-DATA", width: .text, isCommon: false) {
                $0.advertisement.manufacturerData.pairs { "0x" + $0 }
            },
            Column("BONDED", isCommon: false) { $0.isBonded ? "yes" : "no" },
            Column("BSSID", colour: { $0.bssid == nil ? nil : .cyan }) { $0.bssid?.description },
            Column("RADIO") { $0.adapter },
        ])
}

/// The change, and a view's columns of the changed thing.
extension View {
    static func changes<Thing>(of view: View<Thing>) -> View where Row == ScanChanges.Line<Thing> {
        View(
            title: "Changes",
            columns: [
                Column(
                    "CHANGE",
                    colour: {
                        switch $0.change {
                        case .appeared: .green
                        case .changed: nil
                        case .gone: .red
                        }
                    }, text: { $0.change.rawValue })
            ]
                + view.columns.map { column in
                    Column(
                        column.name, width: column.width, isCommon: column.isCommon,
                        colour: { column.colour($0.thing) }, text: { column.text($0.thing) })
                })
    }
}

extension View<ScanChanges.Line<WiFiNetwork>> {
    static let changes = View.changes(of: .networks)

    /// Widths that fit most changes.
    static let changeWidths = [8, 24, 17, 4, 6, 4, 9]
}

extension View<ScanChanges.Line<BluetoothDevice>> {
    static let deviceChanges = View.changes(of: .devices)

    static let deviceChangeWidths = [8, 17, 14, 20, 4, 12, 17]
}

extension BluetoothAddress.Kind {
    /// For people.
    var title: String {
        switch self {
        case .public: "public"
        case .staticRandom: "static"
        case .resolvablePrivate: "resolvable"
        case .nonResolvablePrivate: "unresolvable"
        }
    }
}

extension AdvertisementFields {
    /// The listed services, and those with service data.
    fileprivate var shortServices: [String] { Set(services).union(serviceData.keys).map(\.shortUUID).sorted() }
}

extension [String: String] {
    fileprivate func pairs(_ name: (String) -> String) -> String? {
        isEmpty ? nil : map { "\(name($0))=\($1)" }.sorted().joined(separator: " ")
    }
}

extension String {
    /// A UUID of 16 bits in four digits.
    fileprivate var shortUUID: String {
        hasPrefix("0000") && hasSuffix("-0000-1000-8000-00805F9B34FB") ? String(dropFirst(4).prefix(4)) : self
    }
}
