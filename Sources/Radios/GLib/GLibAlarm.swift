// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// Runs a closure once on the GLib thread after a time, unless this value is dropped before.
final class GLibAlarm {
    private let source: UnsafeMutablePointer<GSource>

    init(after time: Duration, _ body: @escaping @Sendable () -> Void) {
        source = g_timeout_source_new(guint(clamping: time.milliseconds))
        g_source_set_callback(
            source,
            { data in
                if let data { Unmanaged<Ring>.fromOpaque(data).takeUnretainedValue().body() }
                return 0
            }, Unmanaged.passRetained(Ring(body)).toOpaque(),
            { data in if let data { Unmanaged<Ring>.fromOpaque(data).release() } })
        g_source_attach(source, g_main_context_get_thread_default())
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }
}

private final class Ring {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
