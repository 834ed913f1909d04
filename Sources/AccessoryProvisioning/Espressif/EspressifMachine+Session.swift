// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// From the link to the session.
extension EspressifMachine {
    mutating func search(_ search: EndpointSearch) -> [ProvisioningEffect] {
        if let next = search.next {
            stage = .naming(search)
            return [.read(next)]
        }
        guard let endpoints = search.endpoints else {
            return finish(
                .refusing(
                    .notOverBluetooth, "the device has no endpoints for provisioning; start its provisioning mode"))
        }
        link = EspressifLink(.bluetooth(endpoints))
        return askVersion()
    }

    mutating func askVersion() -> [ProvisioningEffect] {
        versionAttempts += 1
        stage = .version
        // Any text does, but there has to be one.
        return link.send(Array("---".utf8), to: .version)
    }

    mutating func takeVersion(_ bytes: [UInt8]) -> [ProvisioningEffect] {
        guard let version = EspressifVersion(bytes) else { return finish(notThisProtocol) }
        let identified = ProvisioningEffect.report(.identified(version.identity))
        do {
            plan = try SecurityPlan(version, credentials.proof)
            return [identified, .report(.securing)] + makeSession()
        } catch {
            return [identified] + finish(error.outcome)
        }
    }

    var notThisProtocol: ProvisioningOutcome {
        link.isBluetooth
            ? .refusing(.notOverBluetooth, "the device does not describe its provisioning") : .portalNotServed
    }

    mutating func makeSession() -> [ProvisioningEffect] {
        guard let plan else { return finish(.vanished) }
        do {
            let handshake = try Handshake(plan, randomness: randomness)
            stage = .handshake(handshake)
            return link.send(handshake.hello, to: .session)
        } catch {
            return renew(after: error)
        }
    }

    mutating func goOn(_ handshake: Handshake, _ bytes: [UInt8]) -> [ProvisioningEffect] {
        var handshake = handshake
        let wasProving = handshake.isProving
        do {
            switch try handshake.receive(bytes) {
            case .send(let next):
                stage = .handshake(handshake)
                return link.send(next, to: .session)
            case .established(let session):
                self.session = session
                return isApplied ? poll() : setNetwork()
            }
        } catch {
            guard wasProving, !isHandedOver else { return renew(after: error) }
            return switch error {
            case .wrongProof, .refused: finish(.wrongProof)
            case .garbled, .crypto: renew(after: error)
            }
        }
    }

    /// Makes a new session after an answer that is lost or leads nowhere: then both ends no longer agree on the keys.
    mutating func renew(after fault: EspressifFault) -> [ProvisioningEffect] {
        renew(orFinish: fault.outcome)
    }

    mutating func renew(orFinish outcome: ProvisioningOutcome) -> [ProvisioningEffect] {
        link.forgetSession()
        guard isApplied else {
            renewalsBefore += 1
            return renewalsBefore > Limits.renewalsBefore ? finish(outcome) : makeSession()
        }
        renewalsAfter += 1
        return renewalsAfter > Limits.renewalsAfter ? finish(.unknown) : pause(Limits.pollPause, then: .session)
    }
}
