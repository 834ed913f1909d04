// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// A connection of our own to the system bus, not the process's shared one. The shared one ends the process when the
/// bus goes. And NetworkManager ties an accessory's activation to the life of the connection that requested it.
final class Bus {
    let connection: Object
    private var signals: [Signal] = []

    static func systemAddress() throws(BusFault) -> String {
        let address = try found { g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SYSTEM, nil, $0) }
        defer { g_free(address) }
        return String(cString: address)
    }

    /// Connects to the bus at this D-Bus address, by default the system's. `closed` is called once, when the bus has gone.
    static func at(_ address: String?, closed: @escaping @Sendable () -> Void) async throws -> Bus {
        let address = try address ?? systemAddress()
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        let reply = await reply { g_dbus_connection_new_for_address(address, flags, nil, nil, $0, $1) }
        let bus = Bus(try found { g_dbus_connection_new_for_address_finish(reply.result, $0) })
        bus.signals.append(Signal("closed", of: bus.connection.pointer, arguments: .two, closed))
        return bus
    }

    private init(_ pointer: OpaquePointer) { connection = Object(owned: pointer) }

    /// Calls a method and returns the members of its reply, which must come within `limit`, or while the name has an owner.
    func call(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [Variant] = [],
        limit: Duration? = .seconds(25)
    ) async throws -> [Variant] {
        let parameters = Variant.tuple(arguments).encoded()
        let reply = await reply {
            g_dbus_connection_call(
                connection.pointer, name, path, interface, method, parameters, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START,
                limit.map { gint(clamping: $0.milliseconds) } ?? gint.max, nil, $0, $1)
        }
        let answer = try found { g_dbus_connection_call_finish(connection.pointer, reply.result, $0) }
        defer { g_variant_unref(answer) }
        guard case .tuple(let members) = Variant(answer) else { return [] }
        return members
    }

    /// Receives a signal's arguments as long as the subscription lives.
    func subscribe(
        _ name: String, _ path: String?, _ interface: String, _ member: String, about argument: String? = nil,
        _ body: @escaping @Sendable ([Variant]) -> Void
    ) -> Subscription {
        subscribe(name, path, interface, member, about: argument) { _, members in body(members) }
    }

    /// The same, with the path of the object that sends it.
    func subscribe(
        _ name: String, _ path: String?, _ interface: String, _ member: String, about argument: String? = nil,
        _ body: @escaping @Sendable (String, [Variant]) -> Void
    ) -> Subscription {
        let id = g_dbus_connection_signal_subscribe(
            connection.pointer, name, interface, member, path, argument, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, path, _, _, parameters, data in
                guard let parameters, let data, case .tuple(let members) = Variant(parameters) else { return }
                Unmanaged<MembersBox>.fromOpaque(data).takeUnretainedValue().body(cString(path) ?? "", members)
            }, Unmanaged.passRetained(MembersBox(body)).toOpaque(),
            { data in if let data { Unmanaged<MembersBox>.fromOpaque(data).release() } })
        return Subscription(connection, id)
    }

    func hasOwner(_ name: String) async throws -> Bool {
        let bus = "org.freedesktop.DBus"
        return try await call(bus, "/org/freedesktop/DBus", bus, "NameHasOwner", [.string(name)]) == [.bool(true)]
    }

    /// Reports the unique name of a name's owner, or that it has none, soon and at every change.
    func watch(_ name: String, _ body: @escaping @Sendable (String?) -> Void) -> Watch {
        Watch(
            g_bus_watch_name_on_connection(
                connection.pointer, name, G_BUS_NAME_WATCHER_FLAGS_NONE,
                { _, _, owner, data in ownerChanged(data, cString(owner)) }, { _, _, data in ownerChanged(data, nil) },
                Unmanaged.passRetained(OwnedBox(body)).toOpaque(),
                { data in if let data { Unmanaged<OwnedBox>.fromOpaque(data).release() } }))
    }

    /// A signal's subscription; it ends with this value.
    final class Subscription {
        private let connection: Object
        private let id: guint

        fileprivate init(_ connection: Object, _ id: guint) {
            self.connection = connection
            self.id = id
        }

        deinit { g_dbus_connection_signal_unsubscribe(connection.pointer, id) }
    }

    /// The watch over a name; it ends with this value.
    final class Watch {
        private let id: guint

        fileprivate init(_ id: guint) { self.id = id }

        deinit { g_bus_unwatch_name(id) }
    }
}

private final class MembersBox {
    let body: @Sendable (String, [Variant]) -> Void
    init(_ body: @escaping @Sendable (String, [Variant]) -> Void) { self.body = body }
}

private final class OwnedBox {
    let body: @Sendable (String?) -> Void
    init(_ body: @escaping @Sendable (String?) -> Void) { self.body = body }
}

private func ownerChanged(_ data: gpointer?, _ owner: String?) {
    if let data { Unmanaged<OwnedBox>.fromOpaque(data).takeUnretainedValue().body(owner) }
}
