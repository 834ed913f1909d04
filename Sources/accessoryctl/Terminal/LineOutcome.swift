// SPDX-License-Identifier: Apache-2.0

/// The effect of a key on a typed line.
enum LineOutcome: Hashable {
    case typing
    case done(String)
    case cancelled
}
