// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How to prove who one is in an enterprise network. It exists so that a phone's code compiles; it is not taken on Linux.
public final class NEHotspotEAPSettings: Sendable {
    private struct Values {
        var username = ""
        var password = ""
        var outerIdentity = ""
        var trustedServerNames: [String] = []
    }

    private let values = Mutex(Values())

    /// Settings that say nothing.
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

    /// The name that is sent in the open.
    public var outerIdentity: String {
        get { values.withLock { $0.outerIdentity } }
        set { values.withLock { $0.outerIdentity = newValue } }
    }

    /// Names of servers that are believed.
    public var trustedServerNames: [String] {
        get { values.withLock { $0.trustedServerNames } }
        set { values.withLock { $0.trustedServerNames = newValue } }
    }
}
