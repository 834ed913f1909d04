// SPDX-License-Identifier: Apache-2.0

/// The air's answer to a stream's reader.
enum Turn<Value: Sendable & Equatable>: Sendable, Equatable {
    case now(Value)
    /// Nothing before that moment, unless the air is changed; nil: not by itself.
    case wait(until: Duration?)
    /// Nothing will follow.
    case over
}
