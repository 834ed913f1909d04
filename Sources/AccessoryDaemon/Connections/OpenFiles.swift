// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The number of descriptors that this process may have.
package enum OpenFiles {
    /// The limit now.
    static var limit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the limit as far as allowed. The default of a shell or a service manager is meant for programs that use
    /// select(2), and too low for the connections that `Limits` allows.
    package static func allowAll() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
