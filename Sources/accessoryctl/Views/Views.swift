// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

extension View<Status> {
    static let status = View(
        title: "accessoryd",
        columns: [
            Column("STATE", colour: { $0.obstacle == nil ? .green : .red }) {
                $0.obstacle == nil ? "ready" : "unusable"
            },
            Column("VERSION") { $0.version },
            Column("BACKEND") { $0.backend },
            Column("SCANNING", isCommon: false) { $0.scanning?.rawValue },
            Column("REASON", width: .text, isCommon: false) { $0.obstacle },
            Column("RADIOS", isCommon: false) { $0.adapters.map(\.interface).joined(separator: " ") },
            Column("BLUETOOTH", isCommon: false) { $0.bluetooth.text },
            Column("LEASES") { String($0.leases.count) },
            Column("APPS") { String($0.apps) },
            Column("RECORDS") { String($0.accessRecords) },
            Column("PICKERS") { String($0.pickers) },
            Column("FAULTS", colour: { $0.faults.isEmpty ? nil : .red }) { String($0.faults.count) },
        ])
}

extension BluetoothStatus {
    /// The radios that can be used, or the reason why none can.
    var text: String {
        let usable = adapters.filter { $0.unavailable == nil }.map(\.name)
        return unavailable ?? adapters.first { $0.unavailable != nil && usable.isEmpty }?.unavailable
            ?? usable.joined(separator: " ")
    }
}

extension View<AdapterStatus> {
    static let adapters = View(
        title: "Radios",
        columns: [
            Column("RADIO") { $0.interface },
            Column("STATE", colour: { $0.state.colour }) { $0.state.rawValue },
            Column("DETAIL", width: .text) { $0.detail },
        ])
}

extension View<BluetoothAdapterStatus> {
    /// Grey, not red: accessories with Wi-Fi alone need no Bluetooth.
    static let bluetoothAdapters = View(
        title: "Bluetooth radios",
        columns: [
            Column("BLUETOOTH") { $0.name },
            Column("STATE", colour: { $0.unavailable == nil ? .green : .faint }) {
                $0.unavailable == nil ? "ready" : "unusable"
            },
            Column("ADDRESS") { $0.address.description },
            Column("DETAIL", width: .text) { $0.unavailable },
        ])
}

extension View<LeaseStatus> {
    static let leases = View(
        title: "Leases",
        columns: [
            Column("APP", width: .name) { $0.app },
            Column("SSID", width: .name) { $0.lease.ssid.description },
            Column("STATE", colour: { $0.lease.state == .joined ? .green : .yellow }) { $0.lease.state.rawValue },
            Column("INTERFACE") { $0.lease.link?.interface },
            Column("ADDRESS") { $0.lease.link?.address },
            Column("FENCE", colour: { $0.fence?.kind == FenceStatus.Kind.none ? .yellow : .green }) {
                $0.fence?.kind.rawValue
            },
            Column("LETS-THROUGH", width: .text, isCommon: false) { $0.fence?.who.joined(separator: "; ") },
            Column("SENT", isCommon: false) { $0.fence.map { "\($0.sent)" } },
            Column("RECEIVED", isCommon: false) { $0.fence.map { "\($0.received)" } },
            Column("REFUSED") { $0.fence.map { "\($0.refused)" } },
            Column("KEPT-OUT", isCommon: false) { $0.fence.map { "\($0.keptOut)" } },
            Column("REFUSED-PROGRAMS", width: .text, isCommon: false) { $0.fence?.refusals.joined(separator: "; ") },
            Column("WHY", width: .text, isCommon: false) { $0.fence?.reason },
        ])
}

extension View<AppStatus> {
    static let apps = View(
        title: "Apps",
        columns: [
            Column("ID", width: .name) { $0.id },
            Column("NAME", width: .name) { $0.name },
            Column("ICON", isCommon: false) { $0.icon },
            Column("SUPPORTS", isCommon: false) { $0.supports.joined(separator: " ") },
            Column("IDENTITIES", width: .text, isCommon: false) { $0.identities.joined(separator: "; ") },
            Column("LOOKS-FOR", width: .text) { app in
                (app.descriptors.map(\.text) + app.bluetoothNames.map { "name *\($0)*" }).joined(separator: "; ")
            },
            Column("STARTED-BY", isCommon: false) { $0.startedBy.joined(separator: " ") },
            Column("FILE", width: .text, isCommon: false) { $0.file },
        ])
}

extension View<LeaseUpdate> {
    static let lease = View(
        title: "Joined",
        columns: [
            Column("SSID", width: .name) { $0.ssid.description },
            Column("INTERFACE") { $0.link?.interface },
            Column("ADDRESS") { $0.link.map { "\($0.address)/\($0.prefixLength)" } },
            Column("GATEWAY") { $0.link?.gateway },
            Column("BSSID") { $0.link?.bssid.description },
            Column("STATE", isCommon: false) { $0.state.rawValue },
        ])
}

extension View<MonitorEvent> {
    static let events = View(
        title: "Events",
        columns: [
            Column("TIME") { $0.time.text },
            Column("KIND") { $0.kind.rawValue },
            Column("APP", width: .name) { $0.app },
            Column("TEXT", width: .text) { $0.text },
        ])

    /// Widths that fit most events.
    static let eventWidths = [25, 13, 24]
}

extension DescriptorFields {
    var text: String {
        var parts: [String] = []
        if let ssid { parts.append("ssid \(ssid)") }
        if let ssidPrefix { parts.append("ssid \(ssidPrefix)*") }
        if let bluetoothServiceUUID { parts.append("service \(bluetoothServiceUUID)") }
        if let number = bluetoothCompanyIdentifier.flatMap({ UInt16(exactly: $0) }) {
            parts.append("company \(CompanyIdentifier(number))")
        }
        if let bluetoothNameSubstring { parts.append("name *\(bluetoothNameSubstring)*") }
        return parts.joined(separator: ", ")
    }
}
