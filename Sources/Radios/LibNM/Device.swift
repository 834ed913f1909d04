// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CNetworkManager

/// NetworkManager's view of a Wi-Fi radio. Only for the GLib thread.
struct Device {
    let object: Object
    private var pointer: OpaquePointer { object.pointer }

    var interface: String { cString(nm_device_get_iface(pointer)) ?? "" }
    var path: String? { cString(nm_object_get_path(pointer)) }
    var state: DeviceState { DeviceState(rawValue: Int(nm_device_get_state(pointer).rawValue)) ?? .unknown }

    /// On a network or on none, and not on the way between.
    var isSettled: Bool { state == .disconnected || state == .activated }

    /// False for an access point or mesh point of this machine's own.
    var isStation: Bool {
        let mode = nm_device_wifi_get_mode(pointer)
        return mode == NM_802_11_MODE_INFRA || mode == NM_802_11_MODE_UNKNOWN
    }

    /// The driver's own address for it.
    var permanentAddress: MACAddress? {
        cString(nm_device_wifi_get_permanent_hw_address(pointer)).flatMap { MACAddress($0) }
    }

    /// When the latest scan ended, in milliseconds of CLOCK_BOOTTIME; -1 for never.
    var lastScan: Int { nm_device_wifi_get_last_scan(pointer) }

    var activation: Activation? {
        nm_device_get_active_connection(pointer).map { Activation(object: Object($0)) }
    }

    var accessPoints: [AccessPoint] {
        objects(nm_device_wifi_get_access_points(pointer)).map { AccessPoint(object: Object($0)) }
    }

    var activeAccessPoint: AccessPoint? {
        nm_device_wifi_get_active_access_point(pointer).map { AccessPoint(object: Object($0)) }
    }

    /// The DHCP server's value of an option.
    func dhcpOption(_ name: String) -> String? {
        nm_device_get_dhcp4_config(pointer).flatMap { cString(nm_dhcp_config_get_one_option($0, name)) }
    }

    /// The routers that its DHCP server names, and that server.
    var dhcpServers: [IPAddress] {
        ["routers", "dhcp_server_identifier"].compactMap(dhcpOption).flatMap { $0.split(separator: " ") }
            .compactMap { IPAddress($0) }
    }

    func requestScan(_ ssids: [SSID]) async throws {
        let options = Variant.dictionary(
            ssids.isEmpty ? [:] : ["ssids": .list(of: "ay", ssids.prefix(32).map { .bytes($0.bytes) })]
        ).encoded()
        let reply = await reply { nm_device_wifi_request_scan_options_async(pointer, options, nil, $0, $1) }
        _ = try checked { nm_device_wifi_request_scan_finish(pointer, reply.result, $0) }
    }
}
