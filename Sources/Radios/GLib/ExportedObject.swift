// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// An object of ours that others on the bus call. It goes with this value.
final class ExportedObject {
    private let connection: Object
    private let id: guint

    /// - Parameters:
    ///   - description: the object's one interface, as introspection XML.
    ///   - body: receives every call, on the GLib thread.
    init(
        _ path: String, _ description: String, on bus: Bus, _ body: @escaping @Sendable (Invocation) -> Void
    ) throws(BusFault) {
        let node = try found { g_dbus_node_info_new_for_xml(description, $0) }
        defer { g_dbus_node_info_unref(node) }
        guard let interface = node.pointee.interfaces?[0] else { throw BusFault(message: "no interface is described") }
        // GLib copies the table.
        var table = GDBusInterfaceVTable()
        table.method_call = { _, sender, _, _, method, parameters, invocation, data in
            guard let invocation, let data else { return }
            var arguments: [Variant] = []
            if let parameters, case .tuple(let members) = Variant(parameters) { arguments = members }
            let call = Invocation(
                invocation, sender: cString(sender) ?? "", method: cString(method) ?? "", arguments: arguments)
            Unmanaged<CallBox>.fromOpaque(data).takeUnretainedValue().body(call)
        }
        connection = Object(bus.connection.pointer)
        id = try checked { error in
            g_dbus_connection_register_object(
                bus.connection.pointer, path, interface, &table, Unmanaged.passRetained(CallBox(body)).toOpaque(),
                { data in if let data { Unmanaged<CallBox>.fromOpaque(data).release() } }, error)
        }
    }

    deinit { g_dbus_connection_unregister_object(connection.pointer, id) }
}

private final class CallBox {
    let body: @Sendable (Invocation) -> Void
    init(_ body: @escaping @Sendable (Invocation) -> Void) { self.body = body }
}

/// One call of an object of ours, to be answered once. A call that is dropped without an answer is refused.
///
/// Unchecked: it is made in GLib's callback and used by the actor on the same thread.
final class Invocation: @unchecked Sendable {
    let sender: String
    let method: String
    let arguments: [Variant]
    private var pointer: OpaquePointer?

    /// Takes the callee's reference over.
    fileprivate init(_ pointer: OpaquePointer, sender: String, method: String, arguments: [Variant]) {
        self.pointer = pointer
        self.sender = sender
        self.method = method
        self.arguments = arguments
    }

    deinit { refuse("org.freedesktop.DBus.Error.Failed", "not answered") }

    func reply(_ values: [Variant] = []) {
        guard let pointer else { return }
        self.pointer = nil
        g_dbus_method_invocation_return_value(pointer, Variant.tuple(values).encoded())
    }

    func refuse(_ error: String, _ message: String) {
        guard let pointer else { return }
        self.pointer = nil
        g_dbus_method_invocation_return_dbus_error(pointer, error, message)
    }
}
