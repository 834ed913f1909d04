// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Security {
    /// From wpa_supplicant's CurrentAuthMode (wpa_key_mgmt_txt in its wpa_common.c). Nil while it is not associated,
    /// and for modes that this agent does not join.
    init?(authenticationMode text: String) {
        switch text {
        case "NONE": self = .open
        case "OWE": self = .owe
        case "SAE", "FT-SAE", "SAE-EXT-KEY", "FT-SAE-EXT-KEY": self = .wpa3
        case "WPA2-PSK", "WPA-PSK", "WPA2-PSK+WPA-PSK", "WPA2-PSK-SHA256", "FT-PSK": self = .wpa2
        case _: return nil
        }
    }
}
