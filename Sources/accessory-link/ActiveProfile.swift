// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// NetworkManager's word on an interface: the profile that is active there. Used by one thread at a time.
final class ActiveProfile {
    private static let name = "org.freedesktop.NetworkManager"
    private static let path = "/org/freedesktop/NetworkManager"
    /// As the agent's `Profile.ours`.
    private static let ours = "accessoryd "
    /// NM_DEVICE_TYPE_WIFI, and NM_SETTINGS_CONNECTION_FLAG_VOLATILE.
    private static let (wifi, volatile): (UInt32, UInt32) = (2, 4)
    /// From NM_DEVICE_STATE_IP_CONFIG, in which the radio is associated, to NM_DEVICE_STATE_ACTIVATED.
    private static let associated: ClosedRange<UInt32> = 70...100
    /// NM_ACTIVE_CONNECTION_STATE_ACTIVATING and NM_ACTIVE_CONNECTION_STATE_ACTIVATED.
    private static let active: ClosedRange<UInt32> = 1...2
    /// For all answers about one interface. Everything else waits meanwhile, the agent at most ten seconds.
    private static let patience: Duration = .seconds(2)
    /// What D-Bus says if nobody has answered.
    private static let silences: Set<String> = [
        "NoReply", "Timeout", "TimedOut", "ServiceUnknown", "NameHasNoOwner", "Disconnected", "LimitsExceeded",
    ]

    /// Why an interface is not to be fenced.
    enum Objection {
        /// NetworkManager has something else there.
        case foreign(String)
        /// NetworkManager does not answer, which shows nothing.
        case unknown(String)
    }

    private struct Silence: Error {
        let reason: String
        /// Whether NetworkManager said so itself.
        var isAnswer = false
    }

    /// By when the present question is answered, or unknown.
    private var deadline = ContinuousClock.now
    private var bus: OpaquePointer?

    deinit { sd_bus_flush_close_unref(bus) }

    /// The reason why the interface is not one that the agent has joined an accessory with. Nil if it is.
    func objection(to interface: String) -> Objection? {
        deadline = .now + Self.patience
        do throws(Silence) {
            return try judge(interface).map { .foreign($0) }
        } catch {
            if error.isAnswer { return .foreign("NetworkManager says of '\(interface)': \(error.reason)") }
            // The next question makes a new connection.
            sd_bus_flush_close_unref(bus)
            bus = nil
            return .unknown("NetworkManager does not answer for '\(interface)': \(error.reason)")
        }
    }

    private func judge(_ interface: String) throws(Silence) -> String? {
        let device = try device(of: interface)
        guard try number(device, "Device", "DeviceType") == Self.wifi else {
            return "'\(interface)' is no Wi-Fi interface"
        }
        guard Self.associated.contains(try number(device, "Device", "State")) else {
            return "'\(interface)' is in no network"
        }
        let active = try text(device, "Device", "ActiveConnection", "o")
        guard active != "/", Self.active.contains(try number(active, "Connection.Active", "State")) else {
            return "'\(interface)' has no active profile"
        }
        guard try text(active, "Connection.Active", "Id", "s").hasPrefix(Self.ours) else {
            return "the profile on '\(interface)' is not the agent's"
        }
        let profile = try text(active, "Connection.Active", "Connection", "o")
        guard try number(profile, "Settings.Connection", "Flags") & Self.volatile != 0 else {
            return "the profile on '\(interface)' is a stored one"
        }
        let (v4, v6) = (try flag(active, "Default"), try flag(active, "Default6"))
        return v4 || v6 ? "'\(interface)' has a default route" : nil
    }

    private func device(of interface: String) throws(Silence) -> String {
        var message: OpaquePointer?
        try check(
            sd_bus_message_new_method_call(
                try connection, &message, Self.name, Self.path, Self.name, "GetDeviceByIpIface"))
        defer { sd_bus_message_unref(message) }
        try check(interface.withCString { sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0) })
        var (reply, error): (OpaquePointer?, sd_bus_error) = (nil, sd_bus_error())
        defer {
            sd_bus_message_unref(reply)
            sd_bus_error_free(&error)
        }
        try check(sd_bus_call(try connection, message, 0, &error, &reply), error)
        var path: UnsafePointer<CChar>?
        try check(
            withUnsafeMutablePointer(to: &path) { sd_bus_message_read_basic(reply, CChar(UInt8(ascii: "o")), $0) })
        return path.map { String(cString: $0) } ?? "/"
    }

    private func number(_ path: String, _ interface: String, _ property: String) throws(Silence) -> UInt32 {
        var value: UInt32 = 0
        try trivial(path, interface, property, "u", &value)
        return value
    }

    private func flag(_ path: String, _ property: String) throws(Silence) -> Bool {
        var value: Int32 = 0
        try trivial(path, "Connection.Active", property, "b", &value)
        return value != 0
    }

    private func trivial(
        _ path: String, _ interface: String, _ property: String, _ type: Unicode.Scalar,
        _ value: UnsafeMutableRawPointer
    ) throws(Silence) {
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        try check(
            sd_bus_get_property_trivial(
                try connection, Self.name, path, "\(Self.name).\(interface)", property, &error,
                CChar(UInt8(ascii: type)), value), error)
    }

    private func text(
        _ path: String, _ interface: String, _ property: String, _ type: String
    ) throws(Silence) -> String {
        var (reply, error): (OpaquePointer?, sd_bus_error) = (nil, sd_bus_error())
        defer {
            sd_bus_message_unref(reply)
            sd_bus_error_free(&error)
        }
        try check(
            sd_bus_get_property(
                try connection, Self.name, path, "\(Self.name).\(interface)", property, &error, &reply, type), error)
        var value: UnsafePointer<CChar>?
        let kind = CChar(bitPattern: type.utf8.first ?? 0)
        try check(withUnsafeMutablePointer(to: &value) { sd_bus_message_read_basic(reply, kind, $0) })
        return value.map { String(cString: $0) } ?? ""
    }

    private var connection: OpaquePointer? {
        get throws(Silence) {
            if bus == nil {
                try check(sd_bus_open_system(&bus))
            }
            let left = deadline - .now
            guard left > .zero else { throw Silence(reason: "too late") }
            try check(sd_bus_set_method_call_timeout(bus, UInt64(left / .microseconds(1))))
            return bus
        }
    }

    private func check(_ status: Int32, _ error: sd_bus_error = sd_bus_error()) throws(Silence) {
        guard status < 0 else { return }
        let name = error.name.map { String(cString: $0) } ?? ""
        let isSilence =
            !name.hasPrefix("org.freedesktop.") || Self.silences.contains { name == "org.freedesktop.DBus.Error.\($0)" }
        throw Silence(
            reason: error.message.map { String(cString: $0) } ?? String(cString: strerror(-status)),
            isAnswer: !isSilence)
    }
}
