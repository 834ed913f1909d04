// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Finds the reason of a failed association early, from wpa_supplicant's signals.
struct SupplicantVerdict {
    private let security: Security
    /// The access point accepted the first half of an SAE exchange, which proves nothing about the passphrase.
    private var hasCommitted = false
    private var isInHandshake = false

    init(security: Security) { self.security = security }

    mutating func receive(_ change: Supplicant.Change) -> JoinFailure? {
        if let failure = authentication(change.authentication) { return failure }
        if let status = change.association, status != 0, !Self.passing.contains(status) {
            return JoinFailure(.rejected, detail: "the access point refused the association (status \(status))")
        }
        // Without a passphrase none can be wrong: the supplicant tries again by itself.
        if isInHandshake, security.key == .passphrase, let reason = change.disconnection,
            Self.handshakeReasons.contains(abs(reason))
        {
            return JoinFailure(.wrongPassphrase, detail: "the 4-way handshake failed (reason \(reason))")
        }
        switch change.state {
        case "4way_handshake": isInHandshake = true
        case "group_handshake", "completed", "associating", "authenticating": isInHandshake = false
        case _: break
        }
        return nil
    }

    private mutating func authentication(_ status: Int?) -> JoinFailure? {
        guard let status, !Self.passing.contains(status) else { return nil }
        if status == 0 {
            hasCommitted = true
            return nil
        }
        switch security {
        case .wpa3, .wpa2wpa3:
            if hasCommitted {
                return JoinFailure(.wrongPassphrase, detail: "SAE's confirmation failed (status \(status))")
            }
        case .open, .owe, .wep, .wpa2, .enterprise, .unknown:
            break
        }
        return JoinFailure(.rejected, detail: "the access point refused the authentication (status \(status))")
    }

    /// The access point asks for another try, or for another form of SAE. The supplicant does so by itself (30 refused
    /// temporarily, 76 anti-clogging token, 77 unsupported group, 126 hash to element, 127 public key).
    private static let passing: Set<Int> = [30, 76, 77, 126, 127]

    /// 2 previous authentication no longer valid, 15 4-way handshake timeout: access points send them if the message
    /// that proves the key never checks out.
    private static let handshakeReasons: Set<Int> = [2, 15]
}
