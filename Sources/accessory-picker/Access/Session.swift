// SPDX-License-Identifier: Apache-2.0

/// A browser that opened a link, and the page in it.
struct Session: Sendable {
    let cookie: Secret
    let key: Secret
    /// With this the server proves itself to the page, which never sends it: whoever has the server's port after its end
    /// gets the other two.
    let proof: Secret

    init(cookie: Secret = Secret(), key: Secret = Secret(), proof: Secret = Secret()) {
        self.cookie = cookie
        self.key = key
        self.proof = proof
    }
}
