// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// The error of GLib, of the bus or of a service on it, instead of a result.
struct BusFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error's name on the bus, such as `org.freedesktop.DBus.Error.AccessDenied`; nil for an error of this process.
    var name: String?
    var message: String

    var description: String { message }

    /// NetworkManager does not store the secret, and no secret agent gives it.
    var isAbsenceOfSecrets: Bool { name == "org.freedesktop.NetworkManager.AgentManager.NoSecrets" }

    init(name: String? = nil, message: String) {
        self.name = name
        self.message = message
    }

    /// Takes ownership of the error.
    init(_ error: UnsafeMutablePointer<GError>) {
        if let remote = g_dbus_error_get_remote_error(error) {
            name = String(cString: remote)
            g_free(remote)
            g_dbus_error_strip_remote_error(error)
        }
        message = cString(error.pointee.message) ?? "unknown error"
        g_error_free(error)
    }
}

/// Calls a C function that reports through a trailing `GError **`.
func checked<Value>(
    _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
) throws(BusFault) -> Value {
    var error: UnsafeMutablePointer<GError>?
    let value = call(&error)
    if let error { throw BusFault(error) }
    return value
}

/// The same for functions that return an object or text. GLib allows nil without an error; here that is an error.
func found<Value>(
    _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value?
) throws(BusFault) -> Value {
    guard let value = try checked(call) else { throw BusFault(message: "no answer") }
    return value
}
