// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// What an unanswered message means, by the place where it is lost.
extension EspressifMachine {
    mutating func lostLink() -> [ProvisioningEffect] {
        switch stage {
        case .resetting(let outcome): finish(outcome)
        // Over Bluetooth an accessory breaks the link at a wrong proof (protocomm_ble.c).
        case .handshake(let handshake) where handshake.isProving && link.isBluetooth && !isHandedOver:
            finish(.wrongProof)
        case .setting: finish(.unknown)
        case _: finish(.vanished)
        }
    }

    mutating func failed(_ failure: EspressifLink.Failure) -> [ProvisioningEffect] {
        switch stage {
        case .idle, .pausing, .finished: return []
        case .naming: return finish(outcome(of: failure))
        case .version: return versionFailed(failure)
        case .handshake(let handshake):
            if handshake.isProving, !isHandedOver, failure.isRefusal { return finish(.wrongProof) }
            return renew(orFinish: outcome(of: failure))
        case .applying where failure == .notConnected:
            // Nothing arrived, so that the network can be handed over once more.
            isApplied = false
            return renew(orFinish: outcome(of: failure))
        case .clearing where failure.isRefusal:
            return finish(
                .refusing(.networkKept, "the accessory keeps an earlier network; reset it to its factory settings"))
        case .setting:
            if failure != .notConnected { isHandedOver = true }
            return renew(orFinish: outcome(of: failure))
        case .applying, .clearing, .polling: return renew(orFinish: outcome(of: failure))
        case .resetting(let outcome): return finish(outcome)
        }
    }

    private mutating func versionFailed(_ failure: EspressifLink.Failure) -> [ProvisioningEffect] {
        switch failure {
        case .refused, .malformed: finish(link.isBluetooth ? outcome(of: failure) : .portalNotServed)
        case .notPaired: finish(outcome(of: failure))
        case .notConnected, .silent, .closed:
            versionAttempts < Limits.versionAttempts
                ? pause(Limits.versionPause, then: .version) : finish(.vanished)
        }
    }

    private func outcome(of failure: EspressifLink.Failure) -> ProvisioningOutcome {
        switch failure {
        case .notConnected, .silent, .closed: .vanished
        case .refused(let code):
            .refusing(
                .accessoryError, "the accessory answers with the error \(code)",
                names: ["\(link.isBluetooth ? "Bluetooth" : "HTTP") \(code)"])
        case .notPaired: .refusing(.pairingFirst, "the accessory speaks over a paired link only; pair it first")
        case .malformed: EspressifFault.garbled.outcome
        }
    }
}

extension EspressifLink.Failure {
    /// How an accessory answers a wrong proof, besides a message that says so.
    fileprivate var isRefusal: Bool {
        switch self {
        case .closed, .refused: true
        case .notConnected, .silent, .notPaired, .malformed: false
        }
    }
}
