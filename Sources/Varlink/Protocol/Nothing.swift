// SPDX-License-Identifier: Apache-2.0

/// The parameters of a method or reply without parameters: `{}`.
package struct Nothing: Codable, Hashable, Sendable {
    package init() {}
}
