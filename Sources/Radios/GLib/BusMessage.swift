// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// One message on the bus: GLib writes it and reads it.
final class BusMessage {
    private let object: Object
    private var pointer: OpaquePointer { object.pointer }

    private init?(owned pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        object = Object(owned: pointer)
    }

    enum Kind { case call, answer, error, signal, other }

    // MARK: Reading

    /// The length of the message that begins here; nil if its first sixteen bytes are not there yet.
    static func length(of bytes: UnsafeMutableRawBufferPointer) throws(BusFault) -> Int? {
        guard bytes.count >= 16, let start = bytes.baseAddress?.assumingMemoryBound(to: guchar.self) else { return nil }
        return Int(try checked { g_dbus_message_bytes_needed(start, gsize(bytes.count), $0) })
    }

    /// Reads a whole message.
    init(_ bytes: UnsafeMutableRawBufferPointer) throws(BusFault) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: guchar.self)
        object = Object(
            owned: try found {
                g_dbus_message_new_from_blob(start, gsize(bytes.count), G_DBUS_CAPABILITY_FLAGS_NONE, $0)
            })
    }

    var kind: Kind {
        switch g_dbus_message_get_message_type(pointer) {
        case G_DBUS_MESSAGE_TYPE_METHOD_CALL: .call
        case G_DBUS_MESSAGE_TYPE_METHOD_RETURN: .answer
        case G_DBUS_MESSAGE_TYPE_ERROR: .error
        case G_DBUS_MESSAGE_TYPE_SIGNAL: .signal
        case _: .other
        }
    }

    var sender: String { cString(g_dbus_message_get_sender(pointer)) ?? "" }
    var path: String { cString(g_dbus_message_get_path(pointer)) ?? "" }
    var interface: String { cString(g_dbus_message_get_interface(pointer)) ?? "" }
    var member: String { cString(g_dbus_message_get_member(pointer)) ?? "" }
    /// The first argument, if it is text.
    var firstText: String? { cString(g_dbus_message_get_arg0(pointer)) }
    /// The serial number of the call that this answers.
    var answered: UInt32 { g_dbus_message_get_reply_serial(pointer) }
    var wantsAnswer: Bool {
        g_dbus_message_get_flags(pointer).rawValue & G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue == 0
    }

    var members: [Variant] {
        guard let body = g_dbus_message_get_body(pointer), case .tuple(let members) = Variant(body) else { return [] }
        return members
    }

    /// The error that this reports.
    var fault: BusFault {
        BusFault(
            name: cString(g_dbus_message_get_error_name(pointer)),
            message: cString(g_dbus_message_get_arg0(pointer)) ?? "unknown error")
    }

    // MARK: Writing

    /// A call that starts no service.
    static func call(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [Variant],
        wantsAnswer: Bool = true
    ) -> BusMessage? {
        let message = BusMessage(owned: g_dbus_message_new_method_call(name, path, interface, method))
        let silence = wantsAnswer ? 0 : G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue
        message?.write(
            arguments, flags: GDBusMessageFlags(rawValue: G_DBUS_MESSAGE_FLAGS_NO_AUTO_START.rawValue | silence))
        return message
    }

    func reply(_ values: [Variant]) -> BusMessage? {
        let message = BusMessage(owned: g_dbus_message_new_method_reply(pointer))
        message?.write(values, flags: G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED)
        return message
    }

    func refusal(_ error: String, _ text: String) -> BusMessage? {
        BusMessage(owned: g_dbus_message_new_method_error_literal(pointer, error, text))
    }

    private func write(_ values: [Variant], flags: GDBusMessageFlags) {
        g_dbus_message_set_flags(pointer, flags)
        if !values.isEmpty { g_dbus_message_set_body(pointer, Variant.tuple(values).encoded()) }
    }

    /// The message in the bus's form, with this serial number.
    func bytes(serial: UInt32) throws(BusFault) -> [UInt8] {
        g_dbus_message_set_serial(pointer, serial)
        var size: gsize = 0
        let blob = try found { g_dbus_message_to_blob(pointer, &size, G_DBUS_CAPABILITY_FLAGS_NONE, $0) }
        defer { g_free(blob) }
        return Array(UnsafeRawBufferPointer(start: blob, count: Int(size)))
    }
}
