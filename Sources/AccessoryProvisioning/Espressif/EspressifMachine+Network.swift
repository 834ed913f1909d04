// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// From the session to the outcome.
extension EspressifMachine {
    mutating func setNetwork() -> [ProvisioningEffect] {
        let protection = plan?.protection ?? .clearText
        stage = .setting
        return [.report(.handingOver(protection))] + send(ConfigMessage.set(credentials.network), to: .config)
    }

    mutating func networkSet(_ bytes: [UInt8]) -> [ProvisioningEffect] {
        isHandedOver = true
        do {
            try ConfigMessage.content(of: session.decrypt(bytes), .networkSet)
        } catch {
            return refusedOrRenewed(error)
        }
        stage = .applying
        isApplied = true
        return [.report(.waitingForAccessory)] + send(ConfigMessage.apply, to: .config)
    }

    mutating func applied(_ bytes: [UInt8]) -> [ProvisioningEffect] {
        do {
            try ConfigMessage.content(of: session.decrypt(bytes), .applied)
        } catch {
            if case .refused = error { isApplied = false }
            guard error == .refused(.internalError), !isCleared, link.mayHave(.control) else {
                return refusedOrRenewed(error)
            }
            isCleared = true
            stage = .clearing
            return send(ControlMessage.reset, to: .control)
        }
        return pause(Limits.pollPause, then: .poll)
    }

    /// Whether it has forgotten shows at the next request to join.
    mutating func cleared(_ bytes: [UInt8]) -> [ProvisioningEffect] {
        do {
            _ = try session.decrypt(bytes)
        } catch {
            return renew(after: error)
        }
        return setNetwork()
    }

    mutating func poll() -> [ProvisioningEffect] {
        polls += 1
        guard polls <= Limits.polls else { return finish(.unknown) }
        stage = .polling
        return send(ConfigMessage.getStatus, to: .config)
    }

    mutating func takeStatus(_ bytes: [UInt8]) -> [ProvisioningEffect] {
        let state: StationState
        do {
            state = try StationState(session.decrypt(bytes))
        } catch {
            // An accessory that cannot report its state has not failed.
            guard case .refused = error else { return renew(after: error) }
            return pause(Limits.pollPause, then: .poll)
        }
        if state != .disconnected { disconnectedPolls = 0 }
        switch state {
        case .connected(let address): return finish(.onNetwork(address: address, page: nil))
        case .connecting: return pause(Limits.pollPause, then: .poll)
        case .disconnected:
            disconnectedPolls += 1
            guard disconnectedPolls < Limits.disconnectedPolls else {
                return reset(.refusing(.joinFailed, "the accessory does not try to join the network"))
            }
            return pause(Limits.pollPause, then: .poll)
        case .wrongPassphrase: return reset(.wrongPassphrase)
        case .networkNotFound: return reset(.networkNotInReach)
        case .failed:
            return reset(
                .refusing(
                    .joinFailed, "the accessory failed to join the network, for a reason that it does not name"))
        }
    }

    /// Lets the accessory take another network without a factory reset. Older firmware cannot.
    private mutating func reset(_ outcome: ProvisioningOutcome) -> [ProvisioningEffect] {
        guard link.mayHave(.control) else { return finish(outcome) }
        stage = .resetting(outcome)
        return send(ControlMessage.reset, to: .control)
    }

    private mutating func refusedOrRenewed(_ fault: EspressifFault) -> [ProvisioningEffect] {
        guard case .refused = fault else { return renew(after: fault) }
        return finish(fault.outcome)
    }

    private mutating func send(_ bytes: [UInt8], to endpoint: EspressifLink.Endpoint) -> [ProvisioningEffect] {
        do {
            return link.send(try session.encrypt(bytes), to: endpoint)
        } catch {
            if case .resetting(let outcome) = stage { return finish(outcome) }
            return renew(after: error)
        }
    }
}
