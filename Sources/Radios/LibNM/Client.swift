// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CNetworkManager

/// libnm's mirror of NetworkManager, and the calls beside it. Only for the GLib thread.
struct Client {
    let object: Object
    /// The mirror's own: NetworkManager ends an activation with the connection that asked for it.
    private let bus: Bus
    private var pointer: OpaquePointer { object.pointer }

    static func connect(over bus: Bus) async throws -> Client {
        var connection = GValue()
        g_value_init(&connection, g_dbus_connection_get_type())
        g_value_set_object(&connection, UnsafeMutableRawPointer(bus.connection.pointer))
        var flags = GValue()
        g_value_init(&flags, GType(7 << 2))  // G_TYPE_UINT, a macro
        g_value_set_uint(&flags, guint(NM_CLIENT_INSTANCE_FLAGS_NO_AUTO_FETCH_PERMISSIONS.rawValue))
        let made = "dbus-connection".withCString { first in
            "instance-flags".withCString { second in
                var names: [UnsafePointer<CChar>?] = [first, second]
                return g_object_new_with_properties(nm_client_get_type(), 2, &names, [connection, flags])
            }
        }
        g_value_unset(&connection)
        guard let made else { throw BusFault(message: "libnm made no client") }
        let client = Client(object: Object(owned: OpaquePointer(made)), bus: bus)
        let reply = await reply {
            g_async_initable_init_async(client.pointer, G_PRIORITY_DEFAULT, nil, $0, $1)
        }
        _ = try checked { g_async_initable_init_finish(client.pointer, reply.result, $0) }
        return client
    }

    var isRunning: Bool { nm_client_get_nm_running(pointer) != 0 }
    var version: String? { cString(nm_client_get_version(pointer)) }
    var isWirelessEnabled: Bool { nm_client_wireless_get_enabled(pointer) != 0 }
    var isWirelessHardwareEnabled: Bool { nm_client_wireless_hardware_get_enabled(pointer) != 0 }

    /// The Wi-Fi radios.
    var radios: [Device] {
        objects(nm_client_get_devices(pointer))
            .filter {
                g_type_check_instance_is_a(
                    UnsafeMutableRawPointer($0).assumingMemoryBound(to: GTypeInstance.self), nm_device_wifi_get_type())
                    != 0
            }
            .map { Device(object: Object($0)) }
    }

    func radio(_ interface: String) -> Device? { radios.first { $0.interface == interface } }

    var activations: [Activation] {
        objects(nm_client_get_active_connections(pointer)).map { Activation(object: Object($0)) }
    }

    /// The next hops of the machine's default routes, without those by some interfaces.
    func routers(beside interfaces: Set<String> = []) -> [IPAddress] {
        objects(nm_client_get_devices(pointer))
            .filter { !interfaces.contains(cString(nm_device_get_iface($0)) ?? "") }
            .flatMap { [nm_device_get_ip4_config($0), nm_device_get_ip6_config($0)] }
            .compactMap { $0.flatMap { cString(nm_ip_config_get_gateway($0)) }.flatMap { IPAddress($0) } }
    }

    /// The interface that has the default route.
    var primaryInterface: String? {
        guard let connection = nm_client_get_primary_connection(pointer) else { return nil }
        return objects(nm_active_connection_get_devices(connection)).first.flatMap { cString(nm_device_get_iface($0)) }
    }

    /// The machine's name servers, without those of some interfaces.
    func nameServers(beside interfaces: Set<String>) -> [IPAddress] {
        objects(nm_client_get_dns_configuration(pointer)).flatMap { entry in
            guard !interfaces.contains(cString(nm_dns_entry_get_interface(entry)) ?? ""),
                let servers = nm_dns_entry_get_nameservers(entry)
            else { return [IPAddress]() }
            return sequence(first: servers) { $0 + 1 }.lazy.prefix { $0.pointee != nil }
                .compactMap { cString($0.pointee).flatMap { IPAddress($0) } }
        }
    }

    func profile(uuid: String) -> Profile? {
        nm_client_get_connection_by_uuid(pointer, uuid).map { Profile(object: Object($0)) }
    }

    /// The first of this name (nm-settings(5), connection.id).
    func profile(named name: String) -> Profile? {
        nm_client_get_connection_by_id(pointer, name).map { Profile(object: Object($0)) }
    }

    /// The activation at this path; nil if there is none, or while libnm still reads what belongs to it.
    func activation(at path: String) -> Activation? {
        guard let found = nm_client_get_object_by_path(pointer, path),
            g_type_check_instance_is_a(
                UnsafeMutableRawPointer(found).assumingMemoryBound(to: GTypeInstance.self),
                nm_active_connection_get_type()) != 0
        else { return nil }
        return Activation(object: Object(found))
    }

    /// Returns the activation's path. Waits for as long as NetworkManager runs: what it does later would not be known.
    func addAndActivate(
        _ settings: [String: [String: Variant]], on device: Device, at accessPoint: AccessPoint?
    ) async throws -> String {
        let options: [String: Variant] = ["persist": .string("volatile"), "bind-activation": .string("dbus-client")]
        let reply = try await call(
            "AddAndActivateConnection2",
            [.sections(settings), try path(device.path), try path(accessPoint?.path ?? "/"), .dictionary(options)],
            limit: nil)
        return try text(reply.dropFirst().first)
    }

    /// Returns the activation's path.
    func activate(_ profile: Profile, on device: Device) async throws -> String {
        let reply = try await call(
            "ActivateConnection", [try path(profile.path), try path(device.path), try path("/")])
        return try text(reply.first)
    }

    /// Ends the activation at this path.
    func deactivate(_ activation: String?) async throws {
        _ = try await call("DeactivateConnection", [try path(activation)])
    }

    /// Arms a checkpoint on one device; returns its path. Waits for as long as NetworkManager runs.
    func createCheckpoint(of device: Device, rollbackAfter patience: Duration) async throws -> String {
        let devices = Variant.list(of: "o", [try path(device.path)])
        let reply = try await call("CheckpointCreate", [devices, seconds(patience), .uint(0)], limit: nil)
        return try text(reply.first)
    }

    func extendCheckpoint(_ checkpoint: String, by patience: Duration) async throws {
        _ = try await call("CheckpointAdjustRollbackTimeout", [try path(checkpoint), seconds(patience)])
    }

    /// Has NetworkManager itself restore what was active when the checkpoint was made. The checkpoint is gone then.
    func rollBack(_ checkpoint: String) async throws {
        _ = try await call("CheckpointRollback", [try path(checkpoint)])
    }

    func destroyCheckpoint(_ checkpoint: String) async throws {
        _ = try await call("CheckpointDestroy", [try path(checkpoint)])
    }

    /// Whether NetworkManager does anything at present.
    func answers() async -> Bool {
        (try? await call("GetDevices", [], limit: .seconds(3))) != nil
    }

    // MARK: NetworkManager's methods

    /// Calls a method of NetworkManager's manager. libnm's own calls answer when its mirror has read all that belongs to
    /// what the method made, and that has no limit.
    private func call(
        _ method: String, _ arguments: [Variant], limit: Duration? = .seconds(25)
    ) async throws -> [Variant] {
        let name = "org.freedesktop.NetworkManager"
        return try await bus.call(name, "/org/freedesktop/NetworkManager", name, method, arguments, limit: limit)
    }

    private func text(_ answer: Variant?) throws(BusFault) -> String {
        guard let text = answer?.text else { throw BusFault(message: "NetworkManager's answer has no path") }
        return text
    }

    /// What has left the bus has no path, and a journal's may be no path.
    private func path(_ text: String?) throws(BusFault) -> Variant {
        guard let text, g_variant_is_object_path(text) != 0 else {
            throw BusFault(message: "'\(text ?? "")' is not a path on the bus")
        }
        return .path(text)
    }

    private func seconds(_ time: Duration) -> Variant { .uint(UInt32(clamping: time.components.seconds)) }
}
