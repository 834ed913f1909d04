// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// Runs a closure on the GLib thread whenever a descriptor is ready, as long as this value lives.
final class GLibWatch {
    private let source: UnsafeMutablePointer<GSource>
    private let tag: gpointer?

    /// GLib reads it as long as there are watches.
    nonisolated(unsafe) private static let table = {
        let table = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        table.initialize(to: GSourceFuncs())
        table.pointee.dispatch = { _, callback, data in callback?(data) ?? 0 }
        return table
    }()

    private static let reading = G_IO_IN.rawValue | G_IO_HUP.rawValue | G_IO_ERR.rawValue

    /// The descriptor is another's. The closure runs when there is something to read, and at the end.
    init(_ descriptor: Int32, _ body: @escaping @Sendable () -> Void) {
        source = g_source_new(Self.table, guint(MemoryLayout<GSource>.size))
        tag = g_source_add_unix_fd(source, descriptor, GIOCondition(rawValue: Self.reading))
        g_source_set_callback(
            source,
            { data in
                if let data { Unmanaged<Readiness>.fromOpaque(data).takeUnretainedValue().body() }
                return 1
            }, Unmanaged.passRetained(Readiness(body)).toOpaque(),
            { data in if let data { Unmanaged<Readiness>.fromOpaque(data).release() } })
        // Otherwise GLib wakes itself twice for each event, to take the descriptor from the others and to put it back
        // (glib/gmain.c, block_source). No closure waits for another event.
        g_source_set_can_recurse(source, 1)
        g_source_attach(source, g_main_context_get_thread_default())
    }

    /// Whether the closure runs also when there is room for writing.
    func expectRoom(_ isExpected: Bool) {
        let writing = isExpected ? G_IO_OUT.rawValue : 0
        g_source_modify_unix_fd(source, tag, GIOCondition(rawValue: Self.reading | writing))
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }
}

private final class Readiness {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
