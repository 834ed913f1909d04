// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// A handler on an object's signal, as long as this value lives. The closure runs on the GLib thread.
final class Signal {
    private let object: Object
    private let handler: gulong

    /// Any signal whose arguments do not matter; `arguments` is their number between the object and the user data.
    init(_ name: String, of pointer: OpaquePointer, arguments: Arguments, _ body: @escaping @Sendable () -> Void) {
        object = Object(pointer)
        let callback: GCallback =
            switch arguments {
            case .one: unsafeBitCast(firedWithOne, to: GCallback.self)
            case .two: unsafeBitCast(firedWithTwo, to: GCallback.self)
            }
        handler = connect(pointer, name, callback, PlainBox(body))
    }

    enum Arguments { case one, two }

    /// `NMDevice::state-changed`: the new state, the reason, and the path of the device's activation at that moment.
    init(deviceState pointer: OpaquePointer, _ body: @escaping @Sendable (Int, Int, String?) -> Void) {
        object = Object(pointer)
        handler = connect(
            pointer, "state-changed", unsafeBitCast(deviceStateChanged, to: GCallback.self), DeviceBox(body))
    }

    /// `NMActiveConnection::state-changed`: the new state and the reason.
    init(activationState pointer: OpaquePointer, _ body: @escaping @Sendable (Int, Int) -> Void) {
        object = Object(pointer)
        handler = connect(
            pointer, "state-changed", unsafeBitCast(activationStateChanged, to: GCallback.self), NumbersBox(body))
    }

    deinit { g_signal_handler_disconnect(UnsafeMutableRawPointer(object.pointer), handler) }
}

private final class PlainBox {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private final class DeviceBox {
    let body: @Sendable (Int, Int, String?) -> Void
    init(_ body: @escaping @Sendable (Int, Int, String?) -> Void) { self.body = body }
}

private final class NumbersBox {
    let body: @Sendable (Int, Int) -> Void
    init(_ body: @escaping @Sendable (Int, Int) -> Void) { self.body = body }
}

private func connect(_ pointer: OpaquePointer, _ name: String, _ callback: GCallback, _ box: AnyObject) -> gulong {
    g_signal_connect_data(
        UnsafeMutableRawPointer(pointer), name, callback, Unmanaged.passRetained(box).toOpaque(),
        { data, _ in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } }, GConnectFlags(rawValue: 0))
}

private let firedWithOne: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, _, data in
    if let data { Unmanaged<PlainBox>.fromOpaque(data).takeUnretainedValue().body() }
}

private let firedWithTwo: @convention(c) (gpointer?, gint, gpointer?, gpointer?) -> Void = { _, _, _, data in
    if let data { Unmanaged<PlainBox>.fromOpaque(data).takeUnretainedValue().body() }
}

private let deviceStateChanged: @convention(c) (OpaquePointer?, guint, guint, guint, gpointer?) -> Void = {
    device, new, _, reason, data in
    guard let device, let data else { return }
    let activation = nm_device_get_active_connection(device).flatMap { cString(nm_object_get_path($0)) }
    Unmanaged<DeviceBox>.fromOpaque(data).takeUnretainedValue().body(Int(new), Int(reason), activation)
}

private let activationStateChanged: @convention(c) (gpointer?, guint, guint, gpointer?) -> Void = {
    _, state, reason, data in
    if let data { Unmanaged<NumbersBox>.fromOpaque(data).takeUnretainedValue().body(Int(state), Int(reason)) }
}
