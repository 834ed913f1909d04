// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The capabilities that the unit gives the agent, to look into other users' processes. They are in effect only for the
/// thread that does this, and only meanwhile. Without any, and for root, nothing changes.
package enum Capabilities {
    /// Call it before there are threads, and after each use.
    package static func layDown() { _ = linux_use_capabilities(0) }

    /// If this fails, nothing that needs the capabilities is proven.
    static func takeUp() { _ = linux_use_capabilities(1) }
}
