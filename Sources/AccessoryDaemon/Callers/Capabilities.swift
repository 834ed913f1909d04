// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The capabilities that the unit gives the agent, to look into other users' processes. They are in effect for the one
/// thread that does, while it does. Without any, and for root, nothing changes.
package enum Capabilities {
    /// Before there are threads, and after each use.
    package static func layDown() { _ = linux_use_capabilities(0) }

    /// Where this fails, nothing is proven that needs them.
    static func takeUp() { _ = linux_use_capabilities(1) }
}
