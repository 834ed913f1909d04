// SPDX-License-Identifier: Apache-2.0

/// What a key did to a line that is typed.
enum LineOutcome: Hashable {
    case typing
    case done(String)
    case cancelled
}
