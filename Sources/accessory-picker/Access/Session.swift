// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// A browser that opened a link, and the page in it.
struct Session: Sendable {
    let cookie: Secret
    let key: Secret
    /// With this the server proves itself to the page, which never sends it: whoever has the server's port after its end
    /// gets the cookie.
    let proof: Secret

    init(cookie: Secret = Secret(), key: Secret = Secret(), proof: Secret = Secret()) {
        self.cookie = cookie
        self.key = key
        self.proof = proof
    }

    /// HMAC-SHA-256 (RFC 2104) of the page's challenge, in hexadecimal digits.
    func answer(to challenge: Secret) throws -> String {
        try Digest.sha256.code(of: Array(challenge.text.utf8), by: Array(proof.text.utf8)).hexadecimal
    }
}
