// SPDX-License-Identifier: Apache-2.0

/// What the air has for somebody who reads a stream.
enum Turn<Value: Sendable & Equatable>: Sendable, Equatable {
    case now(Value)
    /// Nothing before that moment, unless something is done to the air; nil: not by itself.
    case wait(until: Duration?)
    /// Nothing any more.
    case over
}
