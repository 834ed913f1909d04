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

extension BluetoothFailure {
    /// Invalid Attribute Value Length (Core Specification, Vol 3 Part F 3.4.1.1).
    static let invalidLength: UInt8 = 0x0D

    /// Translates bluetoothd's answer to a request for an attribute (src/gatt-client.c of BlueZ 5.66,
    /// create_gatt_dbus_error).
    init(attribute fault: BusFault) {
        if let code = Self.attributeCode(fault) {
            self.init(.attribute, fault.message, attributeCode: code)
            return
        }
        switch (fault.name, fault.message) {
        case ("org.bluez.Error.NotConnected", _), ("org.bluez.Error.Failed", "Not connected"),
            ("org.bluez.Error.Failed", "No ATT transport"):
            self.init(.notConnected, fault.message)
        // AcquireWrite and AcquireNotify exclude all others.
        case ("org.bluez.Error.NotPermitted", _), ("org.bluez.Error.InProgress", _):
            self.init(.refused, "another program on this machine uses the characteristic (\(fault.message))")
        // The device's answer could not be read, or bluetoothd gives no code.
        case ("org.bluez.Error.Failed", _), ("org.bluez.Error.InvalidArguments", _):
            self.init(.attribute, fault.message)
        case _: self.init(fault, .talking)
        }
    }

    private static func attributeCode(_ fault: BusFault) -> UInt8? {
        switch (fault.name, fault.message) {
        case ("org.bluez.Error.NotPermitted", "Read not permitted"): 0x02
        case ("org.bluez.Error.NotPermitted", "Write not permitted"): 0x03
        // Three codes have this text: no encryption, too short a key, and this one.
        case ("org.bluez.Error.NotPermitted", "Not paired"): 0x05
        case ("org.bluez.Error.NotSupported", _): 0x06
        case ("org.bluez.Error.InvalidArguments", "Invalid offset"), ("org.bluez.Error.InvalidOffset", _): 0x07
        case ("org.bluez.Error.NotAuthorized", _): 0x08
        case ("org.bluez.Error.InvalidArguments", "Invalid Length"), ("org.bluez.Error.InvalidValueLength", _):
            invalidLength
        case ("org.bluez.Error.Failed", let message): number(after: "ATT error: 0x", in: message)
        case _: nil
        }
    }

    private static func number(after words: String, in message: String) -> UInt8? {
        guard let end = message.indices.first(where: { message[$0...].hasPrefix(words) }) else { return nil }
        return UInt8(message[end...].dropFirst(words.count).prefix(while: \.isHexDigit), radix: 16)
    }
}
