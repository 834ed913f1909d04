// SPDX-License-Identifier: Apache-2.0

/// The parameters of a method or of a reply that has none: `{}`.
package struct Nothing: Codable, Hashable, Sendable {
    package init() {}
}
