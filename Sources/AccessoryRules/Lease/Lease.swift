// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One lease: it finds and joins the accessory's network, holds and leaves it, and restores the uplink. The restoration
/// is a state, journalled before anything is cut, so that it also happens after a crash.
package struct Lease: Machine, Sendable, Equatable {
    /// Counts the leases of one run of the agent.
    package typealias ID = Int

    package enum State: Sendable, Equatable {
        /// With an uplink of an earlier run it goes straight on to restore that. Then: searching, adding, protecting,
        /// restoring, finished.
        case idle
        /// The network has not been seen yet. Then: adding, protecting, finished.
        case searching
        /// The radio is getting a second station, so that nothing needs to be cut. Then: protecting, withdrawing.
        case adding(WiFiNetwork)
        /// The holder left meanwhile. Then: finished.
        case withdrawing(JoinFailure?)
        /// The uplink is being recorded; nothing is cut. Then: protecting, journalling, abandoning, releasing, finished.
        case protecting(WiFiNetwork)
        /// The promise to restore is being journalled, and the fence ordered; nothing is cut. Then: joining, restoring, releasing.
        case journalling(Protection, WiFiNetwork)
        /// The holder left before anything was cut. Then: restoring, releasing, finished.
        case abandoning(JoinFailure?)
        /// Then: joined, fencing, joining, seeking, retreating, restoring, releasing.
        case joining(Protection, WiFiNetwork, attempt: Int)
        /// The join failed at this access point, and another one of the name is looked for. Then: joining, restoring.
        case seeking(Protection, than: WiFiNetwork, because: JoinFailure)
        /// The second station did not join, and the radio itself is about to. Then: protecting, releasing.
        case retreating(Protection, WiFiNetwork, JoinFailure)
        /// The hotspot is joined, and the kernel is about to keep it for the app; the app does not know it yet. Then: joined,
        /// restoring, releasing.
        case fencing(Protection, WiFiNetwork, Link)
        /// Then: restoring, releasing.
        case joined(Protection)
        /// The accessory is left for good, and the uplink is being restored. Then: waiting, releasing, yielding, finished.
        case restoring(Protection, because: JoinFailure?, attempt: Int)
        /// The uplink is not restored. The next attempt comes with time, or when the uplink's network or the radio
        /// returns. Then: restoring, waiting, yielding.
        case waiting(Protection, because: JoinFailure?, attempt: Int, isOutOfSight: Bool)
        /// Another lease gets the radio and the promise with it, or the agent ends. Then: finished.
        case yielding(Protection)
        /// Another program has the radio now, or nothing was cut. Then: finished.
        case releasing(Protection, because: JoinFailure?)
        case finished(Outcome)
    }

    package let target: Target
    package internal(set) var state = State.idle
    /// The network has the SSID and less security than expected.
    var weaker: WiFiNetwork?
    /// The access points at which the join failed.
    var tried: Set<Point> = []
    /// The agent itself owes the uplink, and nobody waits for it: another lease may take the radio.
    package internal(set) var isOwed = false
    /// Nobody waits for it, from its beginning.
    var isUnattended = false
    /// Another lease wants the radio.
    var isWanted = false
    /// The radio returned during an attempt, which may have missed it.
    var hasReturned = false
    /// The interface of the second station, which joins in the radio's place.
    var station: String?
    /// The radio's own network is away while its second station is joined.
    var isUplinkAway = false
    /// Why the latest attempt to restore failed.
    var trouble = JoinFailure(.interrupted, detail: "nothing was tried yet")
    /// Nil before anything is to be fenced.
    var fenced: FenceOrders?
    /// The latest attempts to restore that ended with a failed handshake, without another one between them.
    var failedHandshakes = 0

    static let searchLimit: Duration = .seconds(45)
    /// A refused attempt, another association of 20 s, and the 45 s that NetworkManager waits for an address.
    static let joinLimit: Duration = .seconds(90)
    static let heartbeat = FenceTable.heartbeat
    /// The pause before a lost fence is made again.
    static let fencePause: Duration = .milliseconds(300)
    /// The same while the radio leaves the uplink, on which no fence stands.
    static let earlyFencePause: Duration = .milliseconds(100)
    /// Pauses between attempts to restore while the holder waits, too.
    static let restorePauses: [Duration] = [.seconds(1), .seconds(2), .seconds(5), .seconds(10), .seconds(20)]
    /// The pause between later attempts, for as long as the uplink is owed.
    static let longestRestorePause: Duration = .seconds(60)
    /// The failed handshakes in a row after which the uplink's access point counts as refusing the passphrase.
    static let handshakesOfARefusal = 3
    /// The pause between looks for an uplink that is out of sight.
    static let sightPause: Duration = .seconds(5)

    package init(_ target: Target) { self.target = target }

    /// A lease without a holder: only the uplink is owed.
    ///
    /// - Parameter failure: why the lease ended, if nobody knows yet.
    package static func recovering(
        _ protection: Protection, ssid: SSID, because failure: JoinFailure?
    ) -> (join: Lease, effects: [Effect]) {
        var join = Lease(
            Target(
                ssid: ssid, interface: protection.uplink.interface, passphrase: nil, isHidden: false, addressing: .ipv4)
        )
        join.isUnattended = true
        let effects = join.restore(protection, because: failure)
        return (join, effects)
    }

    package mutating func receive(_ event: Event) -> [Effect] {
        guard case .fenced(let standing) = event, let orders = answered(standing) else {
            return receiveWithStation(event) ?? receiveAlone(event)
        }
        // Before the holder knows of the link, the next answer counts alone. Afterwards each one does that decides anything: an
        // accessory-link that hangs answers only when the next order is due.
        guard case .joined = state, !standing.isUndecided else { return orders }
        let effects = receiveAlone(event)
        guard case .joined = state else { return effects }
        return effects + orders
    }

    private mutating func receiveAlone(_ event: Event) -> [Effect] {
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
            return finish(.left(JoinFailure(.radioUnavailable, detail: why.rawValue)))
        case (.searching, .leave(let failure)):
            return finish(.left(failure))

        case (.protecting, .protected(let protection)) where wouldLose(protection.uplink):
            return letGo(protection, because: Self.notStored(protection.uplink))
        case (.protecting(let network), .protected(let protection)):
            let protection = owing(protection)
            state = .journalling(protection, network)
            return fenceFirst(on: network.interface) + [.journal(protection)]
        case (.protecting, .unprotected(let failure)):
            return finish(.left(failure))
        case (.protecting, .due(.join)):
            // A late protection is harmless: a switch that nobody extends goes off, and nothing was cut.
            return finish(.left(JoinFailure(.timedOut, detail: "the uplink was not recorded within \(Self.joinLimit)")))
        case (.protecting, .leave(let failure)):
            state = .abandoning(failure)
            return []
        case (.abandoning(let failure), .protected(let protection)):
            return letGo(owing(protection), because: failure)
        case (.abandoning(let failure), .unprotected):
            return finish(.left(failure))

        case (.journalling(let protection, let network), .journalled):
            if fenced?.isOpen == true {
                fenced?.isAwaited = true
                return []
            }
            return join(network, protection)
        case (.journalling(let protection, let network), .fenced(let standing)):
            let isAwaited = fenced?.isAwaited == true
            return waitEarly(standing) + (isAwaited ? join(network, protection) : [])
        case (.journalling(let protection, _), .unprotected(let failure)):
            return letGo(protection, because: failure)
        case (.journalling(let protection, _), .leave(let failure)):
            return letGo(protection, because: failure)

        case (.joining(let protection, let network, _), .step(let step)):
            return advance(step, protection, network)
        case (.joining(let protection, let network, attempt: 1), .ended(let failure))
        where failure.reason == .wrongPassphrase:
            // A handshake also fails if an access point has just started or the air is bad.
            state = .joining(protection, network, attempt: 2)
            return [.join(request(network, protection))]
        case (.seeking(let protection, let network, let failure), _):
            return receiveWhileSeeking(event, than: network, protection, because: failure)
        case (.joining, .fenced(let standing)):
            return waitEarly(standing)
        case (.fencing, .fenced(let standing)) where standing.isUndecided:
            return waitForDecision(standing)
        case (.joined, .fenced(let standing)) where standing.isUndecided && target.fence != .require:
            return [.report(.fenced(standing))] + waitForDecision(standing)
        case (.fencing(let protection, let network, let link), .fenced(let standing)):
            if let failure = refusal(of: standing) { return restore(protection, because: failure) }
            state = .joined(protection)
            return [.stop(.join), .report(.fenced(standing)), .report(.step(.joined(link), network))]
        case (.joined(let protection), .fenced(let standing)):
            if let failure = refusal(of: standing) { return restore(protection, because: failure) }
            return [.report(.fenced(standing))]
        case (.journalling, .fenceLost), (.joining, .fenceLost), (.fencing, .fenceLost), (.joined, .fenceLost):
            return fenceIsLost()
        case (.journalling, .due(.fence)), (.joining, .due(.fence)):
            return fenceEarly()
        case (.fencing, .due(.fence)), (.joined, .due(.fence)):
            return fence()
        case (.joining(let protection, let network, _), .ended(let failure)):
            return seekAnother(than: network, protection, because: failure) ?? failed(failure, protection)
        case (.joined(let protection), .ended(let failure)), (.fencing(let protection, _, _), .ended(let failure)):
            return failed(failure, protection)
        case (.fencing(let protection, _, _), .due(.join)) where fenced?.doubt != nil:
            return restore(protection, because: JoinFailure(.notFenced, detail: fenced?.doubt ?? ""))
        case (.joining(let protection, _, _), .due(.join)), (.fencing(let protection, _, _), .due(.join)):
            return restore(protection, because: JoinFailure(.timedOut, detail: "not joined within \(Self.joinLimit)"))
        case (.joining(let protection, _, _), .leave(let failure)), (.joined(let protection), .leave(let failure)),
            (.fencing(let protection, _, _), .leave(let failure)):
            return restore(protection, because: failure)

        case (.joining(let protection, _, _), .due(.heartbeat)), (.joined(let protection), .due(.heartbeat)),
            (.fencing(let protection, _, _), .due(.heartbeat)):
            return [.extend(protection), .start(.heartbeat, Self.heartbeat)] + fence()

        case (.restoring, _), (.waiting, _), (.yielding, _):
            return receiveWhileRestoring(event)

        case (.releasing(let protection, let failure), .released):
            let isForgotten = trouble.reason == .uplinkForgotten
            return [.forget(protection)] + finish(isForgotten ? .stranded(trouble) : .left(failure))

        // An event that comes late, twice, or for a state that is over.
        case (.idle, _), (.searching, _), (.adding, _), (.withdrawing, _), (.protecting, _), (.journalling, _),
            (.abandoning, _), (.joining, _), (.retreating, _), (.fencing, _), (.joined, _), (.releasing, _),
            (.finished, _):
            return []
        }
    }

    private mutating func found(_ network: WiFiNetwork) -> [Effect] {
        if let failure = refusal(of: network) { return finish(.left(failure)) }
        switch (network.security.key, target.passphrase) {
        case (.unsupported, _):
            let detail = "it \(network.security.clause), which accessories do not use"
            return finish(.left(JoinFailure(.rejected, detail: detail)))
        case (.passphrase, nil):
            return finish(.left(JoinFailure(.passphraseMissing, detail: "it needs a passphrase, and none was given")))
        case (.passphrase, _?), (.none, _):
            return [.stop(.search), .stopLooking, .start(.join, Self.joinLimit)] + approach(network)
        }
    }

    mutating func join(_ network: WiFiNetwork, _ protection: Protection) -> [Effect] {
        fenced?.isAwaited = false
        state = .joining(protection, network, attempt: 1)
        return [
            .start(.heartbeat, Self.heartbeat), .start(.join, Self.joinLimit),
            .report(.step(.associating, network)),
            .join(request(network, protection)),
        ]
    }

    private func request(_ network: WiFiNetwork, _ protection: Protection) -> JoinRequest {
        var request = JoinRequest(
            ssid: target.ssid, network: network,
            passphrase: network.security.key == .passphrase ? target.passphrase : nil,
            isHidden: target.isHidden, addressing: target.addressing, profile: protection.profile,
            expected: target.expected.raised(to: network.security))
        request.isOnItsChannel = isTriedElsewhere(network)
        request.station = target.station
        return request
    }

    private mutating func advance(_ step: JoinStep, _ protection: Protection, _ network: WiFiNetwork) -> [Effect] {
        guard case .joined(let link) = step else { return [.report(.step(step, network))] + fence(at: step) }
        guard fenced == nil else {
            state = .fencing(protection, network, link)
            return fence()
        }
        state = .joined(protection)
        return [.stop(.join), .report(.step(step, network))]
    }

    private mutating func failed(_ failure: JoinFailure, _ protection: Protection) -> [Effect] {
        failure.reason == .interrupted ? release(protection, because: failure) : restore(protection, because: failure)
    }

    mutating func restore(_ protection: Protection, because failure: JoinFailure?) -> [Effect] {
        state = .restoring(protection, because: failure, attempt: 1)
        return [
            .stop(.join), .stopJoining, .report(.left(failure, restoring: protection.uplink)),
            .start(.heartbeat, Self.heartbeat),
        ] + opening(protection) + [.restore(protection)]
    }

    /// Nothing was cut, but an uplink may be owed from before.
    private mutating func letGo(_ protection: Protection, because failure: JoinFailure?) -> [Effect] {
        target.owed == nil ? release(protection, because: failure) : restore(protection, because: failure)
    }

    /// On a radio without a network, the uplink to restore is the one that an earlier lease owes.
    private func owing(_ protection: Protection) -> Protection {
        guard protection.uplink.profile == nil, let owed = target.owed else { return protection }
        var protection = protection
        protection.uplink = owed
        return protection
    }

    private mutating func release(_ protection: Protection, because failure: JoinFailure?) -> [Effect] {
        state = .releasing(protection, because: failure)
        return [
            .stop(.join), .stop(.heartbeat), .stopJoining, .report(.left(failure, restoring: nil)),
        ] + opening(protection) + [.release(protection)]
    }

    mutating func finish(_ outcome: Outcome) -> [Effect] {
        state = .finished(outcome)
        return Timer.allCases.map(Effect.stop) + [.stopLooking] + removeStation() + [.report(.finished(outcome))]
    }
}
