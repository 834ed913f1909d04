// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A user's credentials for an enterprise network. It exists so that a phone's code compiles; Linux does not support
/// it.
public final class NEHotspotEAPSettings: Sendable {
    private struct Values {
        var username = ""
        var password = ""
        var outerIdentity = ""
        var trustedServerNames: [String] = []
    }

    private let values = Mutex(Values())

    /// Empty settings.
    public init() {}

    /// The user's name.
    public var username: String {
        get { values.withLock { $0.username } }
        set { values.withLock { $0.username = newValue } }
    }

    /// The user's password.
    public var password: String {
        get { values.withLock { $0.password } }
        set { values.withLock { $0.password = newValue } }
    }

    /// The name that is sent unencrypted.
    public var outerIdentity: String {
        get { values.withLock { $0.outerIdentity } }
        set { values.withLock { $0.outerIdentity = newValue } }
    }

    /// Names of trusted servers.
    public var trustedServerNames: [String] {
        get { values.withLock { $0.trustedServerNames } }
        set { values.withLock { $0.trustedServerNames = newValue } }
    }
}
