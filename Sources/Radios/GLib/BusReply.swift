// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// The GAsyncResult of a finished call, for its `_finish` function.
///
/// Unchecked: it is made in GLib's callback and used by the actor on the same thread.
final class BusReply: @unchecked Sendable {
    let result: OpaquePointer

    fileprivate init(_ result: OpaquePointer) {
        g_object_ref(UnsafeMutableRawPointer(result))
        self.result = result
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(result)) }
}

private final class Waiter {
    let continuation: CheckedContinuation<BusReply, Never>
    init(_ continuation: CheckedContinuation<BusReply, Never>) { self.continuation = continuation }
}

private func replied(_: UnsafeMutablePointer<GObject>?, result: OpaquePointer?, data: gpointer?) {
    guard let data, let result else { return }
    Unmanaged<Waiter>.fromOpaque(data).takeRetainedValue().continuation.resume(returning: BusReply(result))
}

/// Serves every `_async` and `_finish` pair: starts the call and waits for its callback.
///
/// There is no cancelling. It would be local only: the service would go on, and its result would be unknown here.
func reply(to start: (@escaping GAsyncReadyCallback, gpointer) -> Void) async -> BusReply {
    await withCheckedContinuation { continuation in
        start(replied, Unmanaged.passRetained(Waiter(continuation)).toOpaque())
    }
}
