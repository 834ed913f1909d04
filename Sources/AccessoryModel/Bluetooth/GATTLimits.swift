// SPDX-License-Identifier: Apache-2.0

/// How many values may wait for a reader before the stream fails.
package enum GATTLimits {
    package static let waitingValues = 1024
    /// The longest value of an attribute (Core Specification, Vol 3 Part F 3.2.9).
    package static let valueBytes = 512
}
