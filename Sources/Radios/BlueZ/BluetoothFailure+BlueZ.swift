// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension BluetoothFailure {
    /// The operation that bluetoothd refused.
    enum Occasion: Hashable {
        case connecting
        /// - Parameter hasDigits: digits were typed on one side, and may have been wrong.
        case pairing(hasDigits: Bool, isDenied: Bool)
        case talking
    }

    /// Translates bluetoothd's errors (src/error.c and src/device.c of BlueZ 5.66).
    init(_ fault: BusFault, _ occasion: Occasion) {
        self.init(Self.reason(fault, occasion), fault.message)
    }

    private static func reason(_ fault: BusFault, _ occasion: Occasion) -> Reason {
        switch fault.name {
        case "org.bluez.Error.NotReady", "org.freedesktop.DBus.Error.AccessDenied",
            "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected":
            return .unavailable
        // A found device that is out of range is forgotten after half a minute.
        case "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod",
            "org.bluez.Error.DoesNotExist", "org.bluez.Error.ConnectionAttemptFailed", "org.bluez.Error.NotConnected":
            return .notReached
        // The bus, or this process, waited in vain.
        case nil, "org.freedesktop.DBus.Error.Timeout", "org.freedesktop.DBus.Error.TimedOut",
            "org.bluez.Error.AuthenticationTimeout":
            return .timedOut
        case "org.bluez.Error.AuthenticationRejected", "org.bluez.Error.AuthenticationCanceled": return .refused
        case "org.bluez.Error.AuthenticationFailed":
            // The kernel reports all ways in which a device gives a pairing up alike (net/bluetooth/smp.c,
            // smp_failure).
            if case .pairing(hasDigits: true, isDenied: false) = occasion { return .notAuthenticated }
            return .refused
        case "org.bluez.Error.NotSupported", "org.bluez.Error.NotAvailable": return .unsupported
        // Encryption is needed and there is no bond.
        case "org.bluez.Error.NotPermitted", "org.bluez.Error.NotAuthorized": return .refused
        case _: break
        }
        switch occasion {
        case .connecting, .pairing: return .notReached
        case .talking: return .refused
        }
    }
}
