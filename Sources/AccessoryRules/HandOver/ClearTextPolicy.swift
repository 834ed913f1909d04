// SPDX-License-Identifier: Apache-2.0

/// Whether the home network's passphrase may be sent so that whoever listens can read it.
package enum ClearTextPolicy: String, Hashable, Sendable, CaseIterable {
    /// A person must agree; a plan needs `Cleartext=allow` of its own.
    case ask
    case allow
    /// Never, whatever a plan allows.
    case refuse
}
