// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// One message on the bus: sd-bus writes it, and reads it no further than it is asked.
final class BusMessage {
    let pointer: OpaquePointer

    /// Shares a message that came.
    init(_ pointer: OpaquePointer) {
        sd_bus_message_ref(pointer)
        self.pointer = pointer
    }

    init(made by: (UnsafeMutablePointer<OpaquePointer?>) -> Int32) throws(BusFault) {
        var made: OpaquePointer?
        try BusFault.check(by(&made))
        guard let made else { throw BusFault(message: "no message") }
        pointer = made
    }

    deinit { sd_bus_message_unref(pointer) }

    enum Kind { case call, answer, error, signal }

    // MARK: Reading

    /// Nil for a kind that this program does not know, which the specification wants ignored.
    var kind: Kind? {
        var type: UInt8 = 0
        guard sd_bus_message_get_type(pointer, &type) >= 0 else { return nil }
        return switch Int(type) {
        case SD_BUS_MESSAGE_METHOD_CALL: .call
        case SD_BUS_MESSAGE_METHOD_RETURN: .answer
        case SD_BUS_MESSAGE_METHOD_ERROR: .error
        case SD_BUS_MESSAGE_SIGNAL: .signal
        case _: nil
        }
    }

    var sender: String { text(sd_bus_message_get_sender(pointer)) }
    var path: String { text(sd_bus_message_get_path(pointer)) }
    var interface: String { text(sd_bus_message_get_interface(pointer)) }
    var member: String { text(sd_bus_message_get_member(pointer)) }
    var wantsAnswer: Bool { sd_bus_message_get_expect_reply(pointer) > 0 }

    /// The error that this reports.
    var fault: BusFault {
        guard let error = sd_bus_message_get_error(pointer)?.pointee else { return BusFault(message: "unknown error") }
        return BusFault(
            name: error.name.map { String(cString: $0) },
            message: error.message.map { String(cString: $0) } ?? "unknown error")
    }

    private func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    // MARK: Writing

    /// A call that starts no service.
    static func call(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [Variant],
        over bus: OpaquePointer, wantsAnswer: Bool = true
    ) throws(BusFault) -> BusMessage {
        let message = try BusMessage { sd_bus_message_new_method_call(bus, $0, name, path, interface, method) }
        try BusFault.check(sd_bus_message_set_auto_start(message.pointer, 0))
        if !wantsAnswer { try BusFault.check(sd_bus_message_set_expect_reply(message.pointer, 0)) }
        try message.append(arguments)
        return message
    }

    func reply(_ values: [Variant]) throws(BusFault) -> BusMessage {
        let message = try BusMessage { sd_bus_message_new_method_return(pointer, $0) }
        try message.append(values)
        return message
    }

    func refusal(_ error: String, _ text: String) throws(BusFault) -> BusMessage {
        try BusMessage { made in
            error.withCString { name in
                text.withCString { text in
                    var error = sd_bus_error(name: name, message: text, _need_free: 0)
                    return sd_bus_message_new_method_error(pointer, made, &error)
                }
            }
        }
    }
}

extension BusFault {
    /// Throws what a function of sd-bus reports as a negative errno.
    static func check(_ status: Int32) throws(BusFault) {
        if status < 0 { throw BusFault(status: status) }
    }

    /// - Parameter status: a negative errno.
    init(status: Int32) { self.init(message: String(cString: strerror(-status))) }
}
