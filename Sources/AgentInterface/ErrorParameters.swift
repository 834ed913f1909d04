// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What an error reply carries beside its name.
package struct ErrorParameters: Codable, Hashable, Sendable {
    package var message: String
    package var field: String?
    package var change: SecurityChange?
    package var attributeError: UInt8?

    package var reason: FailureReason?

    /// - Parameter interface: only Control's errors declare a reason.
    package init(_ error: AccessoryError, in interface: InterfaceName) {
        message = error.message
        field = error.field
        change = error.change
        attributeError = error.attributeError
        reason = interface == .control ? error.reason : nil
    }
}
