// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc
import Varlink

/// NetworkManager's word on an interface: the profile that is active there. For one question.
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
    /// For all answers. The agent waits at most ten seconds.
    static let patience: Duration = .seconds(4)
    /// What D-Bus says if nobody has answered, or if the device or the profile has gone since NetworkManager named it.
    private static let silences: Set<String> = [
        "NoReply", "Timeout", "TimedOut", "ServiceUnknown", "NameHasNoOwner", "Disconnected", "LimitsExceeded",
        "UnknownObject", "UnknownMethod",
    ]

    /// Why an interface is not to be fenced.
    enum Objection {
        /// NetworkManager has something else there.
        case foreign(String)
        /// NetworkManager has nothing there. wpa_supplicant leaves a network after it has said so.
        case vacant(String)
        /// NetworkManager does not answer, which shows nothing.
        case unknown(String)
    }

    private struct Silence: Error {
        let reason: String
        /// Whether NetworkManager said so itself.
        var isAnswer = false
    }

    private let deadline = ContinuousClock.now + patience
    private var bus: OpaquePointer?

    // To flush it would wait until the bus has let this program in.
    deinit { sd_bus_close_unref(bus) }

    /// The reason why the interface is not one that the agent has joined an accessory with. Nil if it is. The agent's other orders do
    /// not wait for the answer. Throws `CancellationError` if the agent does not wait for it either.
    static func objection(to interface: String) async throws -> Objection? {
        do {
            return try await OwnThread.run { ActiveProfile().objection(to: interface) }
        } catch let failure as OwnThread.Failure {
            return .unknown("nobody can ask NetworkManager: \(failure)")
        }
    }

    private func objection(to interface: String) -> Objection? {
        do throws(Silence) {
            return try judge(interface)
        } catch {
            return error.isAnswer
                ? .foreign("NetworkManager says of '\(interface)': \(error.reason)")
                : .unknown("NetworkManager does not answer for '\(interface)': \(error.reason)")
        }
    }

    private func judge(_ interface: String) throws(Silence) -> Objection? {
        let device = try properties(try device(of: interface), "Device")
        guard device["DeviceType"] == .number(Self.wifi) else {
            return .foreign("'\(interface)' is no Wi-Fi interface")
        }
        guard Self.associated.contains(device["State"]?.number ?? 0) else {
            return .vacant("'\(interface)' is in no network")
        }
        guard let path = device["ActiveConnection"]?.text, path != "/" else {
            return .vacant("'\(interface)' has no active profile")
        }
        let active = try properties(path, "Connection.Active")
        guard Self.active.contains(active["State"]?.number ?? 0) else {
            return .vacant("'\(interface)' has no active profile")
        }
        guard active["Id"]?.text?.hasPrefix(Self.ours) == true, let profile = active["Connection"]?.text else {
            return .foreign("the profile on '\(interface)' is not the agent's")
        }
        let flags = try properties(profile, "Settings.Connection")["Flags"]?.number ?? 0
        guard flags & Self.volatile != 0 else { return .foreign("the profile on '\(interface)' is a stored one") }
        let hasNoDefault = active["Default"] == .flag(false) && active["Default6"] == .flag(false)
        return hasNoDefault ? nil : .foreign("'\(interface)' has a default route")
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

    /// A property, if it is of a kind that is asked for here.
    private enum Value: Equatable {
        case number(UInt32)
        case flag(Bool)
        case text(String)

        var number: UInt32? { if case .number(let number) = self { number } else { nil } }
        var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    /// All in one call: each one waits behind whatever else NetworkManager has to do, and anybody can give it much.
    private func properties(_ path: String, _ interface: String) throws(Silence) -> [String: Value] {
        var (reply, error): (OpaquePointer?, sd_bus_error) = (nil, sd_bus_error())
        defer {
            sd_bus_message_unref(reply)
            sd_bus_error_free(&error)
        }
        var message: OpaquePointer?
        try check(
            sd_bus_message_new_method_call(
                try connection, &message, Self.name, path, "org.freedesktop.DBus.Properties", "GetAll"))
        defer { sd_bus_message_unref(message) }
        try check(
            "\(Self.name).\(interface)".withCString {
                sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0)
            })
        try check(sd_bus_call(try connection, message, 0, &error, &reply), error)
        var properties: [String: Value] = [:]
        try check(sd_bus_message_enter_container(reply, CChar(UInt8(ascii: "a")), "{sv}"))
        while try check(sd_bus_message_enter_container(reply, CChar(UInt8(ascii: "e")), "sv")) > 0 {
            let name = try text(reply, "s")
            properties[name] = try value(reply)
            try check(sd_bus_message_exit_container(reply))
        }
        return properties
    }

    private func value(_ reply: OpaquePointer?) throws(Silence) -> Value? {
        var contents: UnsafePointer<CChar>?
        try check(sd_bus_message_peek_type(reply, nil, &contents))
        let type = contents.map { String(cString: $0) } ?? ""
        guard ["u", "b", "s", "o"].contains(type) else {
            try check(sd_bus_message_skip(reply, "v"))
            return nil
        }
        try check(sd_bus_message_enter_container(reply, CChar(UInt8(ascii: "v")), type))
        let value: Value
        switch type {
        case "u", "b":
            // A flag has four bytes, too.
            var number: UInt32 = 0
            try check(sd_bus_message_read_basic(reply, CChar(bitPattern: type.utf8.first ?? 0), &number))
            value = type == "u" ? .number(number) : .flag(number != 0)
        case _: value = .text(try text(reply, type))
        }
        try check(sd_bus_message_exit_container(reply))
        return value
    }

    private func text(_ reply: OpaquePointer?, _ type: String) throws(Silence) -> String {
        var value: UnsafePointer<CChar>?
        let kind = CChar(bitPattern: type.utf8.first ?? 0)
        try check(withUnsafeMutablePointer(to: &value) { sd_bus_message_read_basic(reply, kind, $0) })
        return value.map { String(cString: $0) } ?? ""
    }

    private var connection: OpaquePointer? {
        get throws(Silence) {
            if bus == nil {
                try check(sd_bus_open_system(&bus))
                try waitForTheBus()
            }
            try check(sd_bus_set_method_call_timeout(bus, try left))
            return bus
        }
    }

    /// Until the bus has let this program in. Anybody can fill its queue, and sd-bus alone would wait for that without end.
    private func waitForTheBus() throws(Silence) {
        while try check(sd_bus_is_ready(bus)) == 0 {
            if try check(sd_bus_process(bus, nil)) == 0 { try check(sd_bus_wait(bus, try left)) }
        }
    }

    /// In microseconds.
    private var left: UInt64 {
        get throws(Silence) {
            let left = deadline - .now
            guard left > .zero else { throw Silence(reason: "the system bus does not answer in time") }
            return UInt64(left / .microseconds(1))
        }
    }

    @discardableResult private func check(
        _ status: Int32, _ error: sd_bus_error = sd_bus_error()
    ) throws(Silence) -> Int32 {
        guard status < 0 else { return status }
        let name = error.name.map { String(cString: $0) } ?? ""
        let isSilence =
            !name.hasPrefix("org.freedesktop.") || Self.silences.contains { name == "org.freedesktop.DBus.Error.\($0)" }
        throw Silence(
            reason: error.message.map { String(cString: $0) } ?? String(cString: strerror(-status)),
            isAnswer: !isSilence)
    }
}
