// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CNetworkManager

/// An access point in NetworkManager's list. Only for the GLib thread.
struct AccessPoint {
    let object: Object
    private var pointer: OpaquePointer { object.pointer }

    var path: String? { cString(nm_object_get_path(pointer)) }
    var ssid: SSID? { try? SSID(bytes(nm_access_point_get_ssid(pointer))) }
    var bssid: MACAddress? { cString(nm_access_point_get_bssid(pointer)).flatMap { MACAddress($0) } }
    var frequency: Int { Int(nm_access_point_get_frequency(pointer)) }

    /// Whole seconds of CLOCK_BOOTTIME; -1 for never.
    var lastSeen: Int { Int(nm_access_point_get_last_seen(pointer)) }

    var flags: SecurityFlags {
        SecurityFlags(
            isPrivate: nm_access_point_get_flags(pointer).rawValue & NM_802_11_AP_FLAGS_PRIVACY.rawValue != 0,
            wpa: Int(nm_access_point_get_wpa_flags(pointer).rawValue),
            rsn: Int(nm_access_point_get_rsn_flags(pointer).rawValue))
    }

    func network(heardBy interface: String) -> WiFiNetwork? {
        guard let bssid else { return nil }
        return WiFiNetwork(
            ssid: ssid, bssid: bssid, frequency: frequency, signal: Int(nm_access_point_get_strength(pointer)),
            security: flags.security, interface: interface)
    }
}
