// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The values of a characteristic that wait for one reader, in their order. The reader takes all of them at once.
package final class GATTValues: Sendable {
    private let waiting: Mutex<[[UInt8]]>

    package init(_ values: [[UInt8]] = []) { waiting = Mutex(values) }

    package enum Outcome {
        /// The reader does not know yet that a value waits.
        case isFirst
        case waits
        /// As many wait as may; this one was left out.
        case isTooMuch
    }

    package func add(_ value: [UInt8]) -> Outcome {
        waiting.withLock { values in
            guard values.count < GATTLimits.waitingValues else { return .isTooMuch }
            values.append(value)
            return values.count == 1 ? .isFirst : .waits
        }
    }

    package func take() -> [[UInt8]] {
        waiting.withLock { values in
            defer { values = [] }
            return values
        }
    }
}

/// How many values may wait for a reader before the stream fails.
package enum GATTLimits {
    package static let waitingValues = 1024
    /// The longest value of an attribute (Core Specification, Vol 3 Part F 3.2.9).
    package static let valueBytes = 512
}
