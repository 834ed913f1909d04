// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One lease: the accessory's network is found and joined, held, left, and the earlier network brought back. To bring
/// it back is a state, journalled before anything is cut, so that it also happens after a crash.
package struct Join: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        case idle
        /// The network has not been heard yet. Then: protecting, finished.
        case searching
        /// The uplink is being noted; nothing is cut. Then: journalling, abandoning, finished.
        case protecting(WiFiNetwork)
        /// The promise to restore is being written down; nothing is cut. Then: joining, releasing.
        case journalling(Protection, WiFiNetwork)
        /// To be left before anything was cut. Then: releasing, finished.
        case abandoning(JoinFailure?)
        /// Then: joined, joining once more, restoring, releasing.
        case joining(Protection, WiFiNetwork, attempt: Int)
        /// Then: restoring, releasing.
        case joined(Protection)
        /// The accessory is left for good. Then: restoring again, finished.
        case restoring(Protection, because: JoinFailure?, attempt: Int)
        /// Somebody else has the radio now, or nothing was cut. Then: finished.
        case releasing(Protection, because: JoinFailure?)
        case finished(Outcome)
    }

    package enum Outcome: Sendable, Equatable {
        /// Nil when the holder left by itself.
        case left(JoinFailure?)
        /// The uplink did not come back; the journal keeps it for the next start.
        case stranded(JoinFailure)
    }

    package enum Event: Sendable, Equatable {
        case start
        case heard(Look)
        case lookFailed(Unavailability)
        case protected(Protection)
        case journalled
        /// The uplink could not be noted or journalled.
        case unprotected(JoinFailure)
        case step(JoinStep)
        /// The attempt failed, or the link is gone.
        case ended(JoinFailure)
        /// The holder leaves, or must: then with the reason.
        case leave(JoinFailure?)
        case restored
        case notRestored(JoinFailure)
        case released
        case due(Timer)
    }

    package enum Effect: Sendable, Equatable {
        case look(LookRequest)
        case stopLooking
        case protect(interface: String)
        case journal(Protection)
        case join(JoinRequest)
        case stopJoining
        case extend(Protection)
        case restore(Protection)
        case release(Protection)
        /// Takes the uplink off the journal.
        case forget(Protection)
        case start(Timer, Duration)
        case stop(Timer)
        case report(Report)
    }

    package enum Timer: Sendable, Hashable, CaseIterable {
        case search
        case join
        case heartbeat
        case retry
    }

    /// What the holder is told.
    package enum Report: Sendable, Equatable {
        case scanning
        case associating
        case authenticating
        case addressing
        case joined(Link, WiFiNetwork)
        case left(JoinFailure?)
        case restored(Uplink)
        case finished(Outcome)
    }

    /// What is to be joined, and by which radio.
    package struct Target: Sendable, Equatable {
        package var ssid: SSID
        package var bssid: MACAddress?
        package var interface: String
        package var passphrase: Passphrase?
        package var isHidden: Bool
        package var addressing: JoinRequest.Addressing
        /// MHz; where it was last heard.
        package var frequency: Int?
        /// Heard a moment ago, so that nobody has to look again.
        package var network: WiFiNetwork?
        /// Nothing that is secured with less is joined.
        package var expected: ExpectedSecurity
        /// By which it was joined before: taken rather than others that have its name.
        package var accessPoints: [MACAddress]

        package init(
            ssid: SSID, bssid: MACAddress? = nil, interface: String, passphrase: Passphrase?, isHidden: Bool,
            addressing: JoinRequest.Addressing, frequency: Int? = nil, network: WiFiNetwork? = nil,
            expected: ExpectedSecurity? = nil, accessPoints: [MACAddress] = []
        ) {
            self.ssid = ssid
            self.bssid = bssid
            self.interface = interface
            self.passphrase = passphrase
            self.isHidden = isHidden
            self.addressing = addressing
            self.frequency = frequency
            self.network = network
            self.expected = expected ?? ExpectedSecurity(remembered: nil, hasPassphrase: passphrase != nil)
            self.accessPoints = accessPoints
        }
    }

    package let target: Target
    package private(set) var state = State.idle
    /// It has the name and is secured with less than expected.
    var weaker: WiFiNetwork?

    static let searchLimit: Duration = .seconds(45)
    /// A refused attempt, another association of 20 s, and the 45 s that NetworkManager waits for an address.
    static let joinLimit: Duration = .seconds(90)
    static let heartbeat: Duration = .seconds(10)
    /// Waits between attempts to restore; after the last, the machine gives up and the journal keeps the promise.
    static let restorePauses: [Duration] = [.seconds(1), .seconds(2), .seconds(5), .seconds(10), .seconds(20)]

    package init(_ target: Target) { self.target = target }

    /// A lease whose holder is gone since an earlier run of the agent: only the uplink is owed.
    package static func recovering(_ protection: Protection, ssid: SSID) -> (join: Join, effects: [Effect]) {
        var join = Join(
            Target(
                ssid: ssid, interface: protection.uplink.interface, passphrase: nil, isHidden: false, addressing: .ipv4)
        )
        let effects = join.restore(
            protection, because: JoinFailure(.linkLost, said: "accessoryd was stopped while it held the lease"))
        return (join, effects)
    }

    package mutating func receive(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.idle, .start):
            guard let network = target.network else {
                state = .searching
                let request = LookRequest(
                    interface: target.interface, ssids: [target.ssid],
                    likelyFrequencies: target.frequency.map { [$0] } ?? [], remembers: false)
                return [.report(.scanning), .start(.search, Self.searchLimit), .look(request)]
            }
            return found(network)
        case (.idle, .leave(let failure)):
            return finish(.left(failure))

        case (.searching, .heard(let look)):
            if let network = choose(from: look.networks) { return found(network) }
            weaker = strongest(of: named(look.networks)) ?? weaker
            return look.isComplete ? finish(.left(notFound("every channel was visited"))) : []
        case (.searching, .due(.search)):
            return finish(.left(notFound("the search took longer than \(Self.searchLimit)")))
        case (.searching, .lookFailed(let why)):
            return finish(.left(JoinFailure(.radioUnavailable, said: why.rawValue)))
        case (.searching, .leave(let failure)):
            return finish(.left(failure))

        case (.protecting(let network), .protected(let protection)):
            state = .journalling(protection, network)
            return [.journal(protection)]
        case (.protecting, .unprotected(let failure)):
            return finish(.left(failure))
        case (.protecting, .due(.join)):
            // What comes late is harmless: a switch that nobody extends goes off where nothing was cut.
            return finish(.left(JoinFailure(.timedOut, said: "the uplink was not noted within \(Self.joinLimit)")))
        case (.protecting, .leave(let failure)):
            state = .abandoning(failure)
            return []
        case (.abandoning(let failure), .protected(let protection)):
            return release(protection, because: failure)
        case (.abandoning(let failure), .unprotected):
            return finish(.left(failure))

        case (.journalling(let protection, let network), .journalled):
            state = .joining(protection, network, attempt: 1)
            return [
                .start(.heartbeat, Self.heartbeat), .start(.join, Self.joinLimit), .report(.associating),
                .join(request(network, protection)),
            ]
        case (.journalling(let protection, _), .unprotected(let failure)):
            return release(protection, because: failure)
        case (.journalling(let protection, _), .leave(let failure)):
            return release(protection, because: failure)

        case (.joining(let protection, let network, _), .step(let step)):
            return advance(step, protection, network)
        case (.joining(let protection, let network, attempt: 1), .ended(let failure))
        where failure.reason == .wrongPassphrase:
            // A handshake fails as well when an access point has just started or the air is bad.
            state = .joining(protection, network, attempt: 2)
            return [.join(request(network, protection))]
        case (.joining(let protection, _, _), .ended(let failure)), (.joined(let protection), .ended(let failure)):
            return failure.reason == .interrupted
                ? release(protection, because: failure) : restore(protection, because: failure)
        case (.joining(let protection, _, _), .due(.join)):
            return restore(protection, because: JoinFailure(.timedOut, said: "not joined within \(Self.joinLimit)"))
        case (.joining(let protection, _, _), .leave(let failure)), (.joined(let protection), .leave(let failure)):
            return restore(protection, because: failure)

        case (.joining(let protection, _, _), .due(.heartbeat)), (.joined(let protection), .due(.heartbeat)),
            (.restoring(let protection, _, _), .due(.heartbeat)):
            return [.extend(protection), .start(.heartbeat, Self.heartbeat)]

        case (.restoring(let protection, let failure, _), .restored):
            return [.stop(.heartbeat), .forget(protection), .report(.restored(protection.uplink))]
                + finish(.left(failure))
        case (.restoring(let protection, let cause, _), .notRestored(let failure)) where failure.reason == .interrupted:
            // Somebody chose another network for this radio meanwhile.
            state = .releasing(protection, because: cause)
            return [.stop(.heartbeat), .release(protection)]
        case (.restoring(let protection, let cause, let attempt), .notRestored(let failure)):
            guard attempt <= Self.restorePauses.count else { return finish(.stranded(failure)) }
            state = .restoring(protection, because: cause, attempt: attempt + 1)
            return [.start(.retry, Self.restorePauses[attempt - 1])]
        case (.restoring(let protection, _, _), .due(.retry)):
            return [.restore(protection)]

        case (.releasing(let protection, let failure), .released):
            return [.forget(protection)] + finish(.left(failure))

        // What comes late, twice, or for a state that is over.
        case (.idle, _), (.searching, _), (.protecting, _), (.journalling, _), (.abandoning, _), (.joining, _),
            (.joined, _), (.restoring, _), (.releasing, _), (.finished, _):
            return []
        }
    }

    private mutating func found(_ network: WiFiNetwork) -> [Effect] {
        if let failure = refusal(of: network) { return finish(.left(failure)) }
        switch (network.security.key, target.passphrase) {
        case (.unsupported, _):
            let said = "it is secured with \(network.security.title), which accessories do not use"
            return finish(.left(JoinFailure(.rejected, said: said)))
        case (.passphrase, nil):
            return finish(.left(JoinFailure(.wrongPassphrase, said: "it needs a passphrase and none was given")))
        case (.passphrase, _?), (.none, _):
            state = .protecting(network)
            return [
                .stop(.search), .stopLooking, .start(.join, Self.joinLimit), .protect(interface: target.interface),
            ]
        }
    }

    private func request(_ network: WiFiNetwork, _ protection: Protection) -> JoinRequest {
        JoinRequest(
            ssid: target.ssid, network: network,
            passphrase: network.security.key == .passphrase ? target.passphrase : nil,
            isHidden: target.isHidden, addressing: target.addressing, profile: protection.profile,
            expected: target.expected.raised(to: network.security))
    }

    private mutating func advance(_ step: JoinStep, _ protection: Protection, _ network: WiFiNetwork) -> [Effect] {
        switch step {
        case .associating: return [.report(.associating)]
        case .authenticating: return [.report(.authenticating)]
        case .addressing: return [.report(.addressing)]
        case .joined(let link):
            state = .joined(protection)
            return [.stop(.join), .report(.joined(link, network))]
        }
    }

    private mutating func restore(_ protection: Protection, because failure: JoinFailure?) -> [Effect] {
        state = .restoring(protection, because: failure, attempt: 1)
        return [
            .stop(.join), .stopJoining, .report(.left(failure)), .start(.heartbeat, Self.heartbeat),
            .restore(protection),
        ]
    }

    private mutating func release(_ protection: Protection, because failure: JoinFailure?) -> [Effect] {
        state = .releasing(protection, because: failure)
        return [.stop(.join), .stop(.heartbeat), .stopJoining, .report(.left(failure)), .release(protection)]
    }

    private mutating func finish(_ outcome: Outcome) -> [Effect] {
        state = .finished(outcome)
        return Timer.allCases.map(Effect.stop) + [.stopLooking, .report(.finished(outcome))]
    }
}
