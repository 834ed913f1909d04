// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

extension Status {
    /// The reason why nothing can be set up, nil if something can.
    var obstacle: String? {
        if let unavailable { return unavailable }
        let isUsable =
            adapters.contains { $0.state != .unusable } || bluetooth.adapters.contains { $0.unavailable == nil }
        return isUsable ? nil : "no radio can be used"
    }

    /// The reason why the agent is slower than it could be.
    var delay: String? {
        guard scanning == .backend else { return nil }
        return "Scans take several times longer, because D-Bus does not let the agent call wpa_supplicant. See "
            + "accessoryd(8), WI-FI."
    }

    /// What `onboard` and plans want on a machine that is on no Wi-Fi.
    var homeNetworkAdvice: String? {
        noHomeNetwork.map { "Accessories get no network from this machine yet: \($0)." }
    }

    /// What would make Bluetooth safer.
    var bluetoothAdvice: String? {
        guard bluetooth.bondsByItself == true, bluetooth.unavailable == nil else { return nil }
        return "bluetoothd bonds by itself with a device that says that it is a keyboard, until the agent undoes it. "
            + "LEAutoSecurity=false in /etc/bluetooth/input.conf prevents that. See accessoryd(8), BLUETOOTH."
    }

    /// The next step on a machine that knows no app yet.
    var nextStep: String? {
        guard apps == 0, faults.isEmpty else { return nil }
        return "No app is known yet. Next: accessoryctl app add org.example.camera"
    }
}
