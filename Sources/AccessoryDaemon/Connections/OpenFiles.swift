// SPDX-License-Identifier: Apache-2.0

import Glibc

/// How many descriptors this process may have.
package enum OpenFiles {
    /// As many as it may have now.
    static var limit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Asks for as many as it is allowed to have. What a shell or a service manager gives by itself is meant for programs
    /// that use select(2), and too little for the connections that `Limits` allows.
    package static func allowAll() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
