// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CNetworkManager

/// libnm's mirror of NetworkManager, and the calls made through it. Only for the GLib thread.
struct Client {
    let object: Object
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
        let client = Client(object: Object(owned: OpaquePointer(made)))
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

    func profile(uuid: String) -> Profile? {
        nm_client_get_connection_by_uuid(pointer, uuid).map { Profile(object: Object($0)) }
    }

    /// The first of this name (nm-settings(5), connection.id).
    func profile(named name: String) -> Profile? {
        nm_client_get_connection_by_id(pointer, name).map { Profile(object: Object($0)) }
    }

    func addAndActivate(
        _ settings: [String: [String: Variant]], on device: Device, at accessPoint: AccessPoint?
    ) async throws -> Activation {
        let settings = Variant.sections(settings).encoded()
        g_variant_ref_sink(settings)
        defer { g_variant_unref(settings) }
        let partial = Object(owned: try found { nm_simple_connection_new_from_dbus(settings, $0) })
        let options = Variant.dictionary(["persist": .string("volatile"), "bind-activation": .string("dbus-client")])
            .encoded()
        let reply = await reply {
            nm_client_add_and_activate_connection2(
                pointer, partial.pointer, device.object.pointer, accessPoint?.path, options, nil, $0, $1)
        }
        return Activation(
            object: Object(
                owned: try found { nm_client_add_and_activate_connection2_finish(pointer, reply.result, nil, $0) }))
    }

    func activate(_ profile: Profile, on device: Device) async throws -> Activation {
        let reply = await reply {
            nm_client_activate_connection_async(
                pointer, profile.object.pointer, device.object.pointer, nil, nil, $0, $1)
        }
        return Activation(
            object: Object(owned: try found { nm_client_activate_connection_finish(pointer, reply.result, $0) }))
    }

    func deactivate(_ activation: Activation) async throws {
        let reply = await reply {
            nm_client_deactivate_connection_async(pointer, activation.object.pointer, nil, $0, $1)
        }
        _ = try checked { nm_client_deactivate_connection_finish(pointer, reply.result, $0) }
    }

    /// Arms a checkpoint on one device; returns its path.
    func createCheckpoint(of device: Device, rollbackAfter patience: Duration) async throws -> String {
        let devices = g_ptr_array_new()
        defer { g_ptr_array_unref(devices) }
        g_ptr_array_add(devices, UnsafeMutableRawPointer(device.object.pointer))
        let reply = await reply {
            nm_client_checkpoint_create(
                pointer, devices, guint32(clamping: patience.components.seconds), NM_CHECKPOINT_CREATE_FLAG_NONE, nil,
                $0, $1)
        }
        let checkpoint = Object(owned: try found { nm_client_checkpoint_create_finish(pointer, reply.result, $0) })
        guard let path = cString(nm_object_get_path(checkpoint.pointer)) else {
            throw BusFault(message: "NetworkManager's checkpoint has no path")
        }
        return path
    }

    func extendCheckpoint(_ path: String, by patience: Duration) async throws {
        try Self.check(path)
        let reply = await reply {
            nm_client_checkpoint_adjust_rollback_timeout(
                pointer, path, guint32(clamping: patience.components.seconds), nil, $0, $1)
        }
        _ = try checked { nm_client_checkpoint_adjust_rollback_timeout_finish(pointer, reply.result, $0) }
    }

    /// Has NetworkManager itself restore what was active when the checkpoint was made. The checkpoint is gone then.
    func rollBack(_ path: String) async throws {
        try Self.check(path)
        let reply = await reply { nm_client_checkpoint_rollback(pointer, path, nil, $0, $1) }
        g_hash_table_unref(try found { nm_client_checkpoint_rollback_finish(pointer, reply.result, $0) })
    }

    /// If a call has no valid path, libnm never calls back.
    private static func check(_ path: String) throws(BusFault) {
        guard g_variant_is_object_path(path) != 0 else {
            throw BusFault(message: "'\(path)' is not a checkpoint's path")
        }
    }

    func destroyCheckpoint(_ path: String) async throws {
        try Self.check(path)
        let reply = await reply { nm_client_checkpoint_destroy(pointer, path, nil, $0, $1) }
        _ = try checked { nm_client_checkpoint_destroy_finish(pointer, reply.result, $0) }
    }
}
