// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A chosen network with less security than it must have: only a person may accept it as new.
extension Setup {
    mutating func doubt(_ candidate: Candidate, _ error: AccessoryError, _ change: SecurityChange) -> [Effect] {
        ask(.security(candidate, change), or: error)
    }

    mutating func acceptAsNew(_ candidate: Candidate, _ change: SecurityChange) -> [Effect] {
        accepted = change.seen
        var candidate = candidate
        candidate.network?.security = change.seen
        return [.stopTimer] + join(candidate, passphrase)
    }
}
