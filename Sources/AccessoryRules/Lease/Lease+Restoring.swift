// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The way back to the uplink. It ends only with the uplink: as long as it is owed, another attempt follows.
extension Lease {
    mutating func receiveWhileRestoring(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.restoring(let protection, let failure, _), .restored):
            return [.stop(.heartbeat), .forget(protection), .report(.restored(protection.uplink))]
                + finish(.left(failure))
        case (.restoring(let protection, let cause, _), .notRestored(let failure))
        where failure.reason == .interrupted || failure.reason == .uplinkForgotten:
            // Somebody chose another network for this radio meanwhile, or removed the uplink's profile.
            if failure.reason == .uplinkForgotten { trouble = failure }
            state = .releasing(protection, because: cause)
            return [.stop(.heartbeat), .release(protection)]
        case (.restoring(let protection, let cause, let attempt), .notRestored(let failure)):
            return wait(protection, because: cause, attempt: attempt, after: failure)
        case (.restoring, .mayReturn):
            hasReturned = true
            return []

        case (.waiting(let protection, let cause, let attempt, _), .due(.retry)):
            return tryAgain(protection, because: cause, attempt: attempt + 1)
        case (.waiting(let protection, let cause, let attempt, _), .mayReturn):
            return tryAgain(protection, because: cause, attempt: isOwed ? 1 : attempt + 1)
        case (.waiting(let protection, let cause, let attempt, let wasOutOfSight), .heard(let look)):
            let isInSight = look.networks.contains { $0.ssid == protection.uplink.ssid }
            if isInSight, wasOutOfSight {
                return tryAgain(protection, because: cause, attempt: isOwed ? 1 : attempt + 1)
            }
            guard isInSight || look.isComplete else { return [] }
            state = .waiting(protection, because: cause, attempt: attempt, isOutOfSight: !isInSight)
            return [.stopLooking, .start(.search, Self.sightPause)]
        case (.waiting(let protection, let cause, let attempt, _), .lookFailed):
            // The daemon reports the radio's return.
            state = .waiting(protection, because: cause, attempt: attempt, isOutOfSight: true)
            return []
        case (.waiting(let protection, _, _, _), .due(.search)):
            return look(for: protection.uplink)

        case (.restoring(let protection, _, _), .due(.heartbeat)),
            (.waiting(let protection, _, _, _), .due(.heartbeat)):
            return [.extend(protection), .start(.heartbeat, Self.heartbeat)]

        case (.waiting(let protection, _, _, _), .yield) where isOwed:
            return yield(protection)
        case (.waiting, .yield), (.restoring, .yield):
            isWanted = true
            return []
        case (.yielding, .released):
            return finish(.stranded(trouble))

        // An event that comes late, twice, or for a state that is over.
        case (.restoring, _), (.waiting, _), (.yielding, _), (.idle, _), (.searching, _), (.adding, _),
            (.withdrawing, _), (.protecting, _), (.journalling, _), (.abandoning, _), (.joining, _), (.seeking, _),
            (.retreating, _), (.fencing, _), (.joined, _), (.releasing, _), (.finished, _):
            return []
        }
    }

    private mutating func wait(
        _ protection: Protection, because cause: JoinFailure?, attempt: Int, after failure: JoinFailure
    ) -> [Effect] {
        trouble = judge(failure)
        var effects: [Effect] = [.report(.restoring(protection.uplink, trouble))]
        // Without a holder, one look at the air is enough. A radio that is away may come back at any moment.
        let isOver = attempt > Self.restorePauses.count || isUnattended && failure.reason != .radioUnavailable
        if isOver, !isOwed {
            isOwed = true
            // A switch that is armed for hours keeps others from theirs; the journal is enough from now on.
            effects += [.report(.owed(trouble)), .stop(.heartbeat), .release(protection)]
        }
        if isOwed, isWanted { return effects + yield(protection) }
        // A network that was missing may be in range by the first look.
        let isOutOfSight = failure.reason == .networkNotFound
        state = .waiting(protection, because: cause, attempt: attempt, isOutOfSight: isOutOfSight)
        let pause = attempt > Self.restorePauses.count ? Self.longestRestorePause : Self.restorePauses[attempt - 1]
        defer { hasReturned = false }
        return effects + [.start(.retry, hasReturned ? Self.restorePauses[0] : pause)] + look(for: protection.uplink)
    }

    /// What a failed attempt says of the uplink. Its passphrase was right before, and a handshake also fails if the access
    /// point has just started or the air is bad.
    private mutating func judge(_ failure: JoinFailure) -> JoinFailure {
        guard failure.reason == .wrongPassphrase else {
            failedHandshakes = 0
            return failure
        }
        failedHandshakes += 1
        guard failedHandshakes < Self.handshakesOfARefusal else { return failure }
        return JoinFailure(.rejected, detail: "the handshake with its access point failed; it is tried again")
    }

    private mutating func tryAgain(_ protection: Protection, because cause: JoinFailure?, attempt: Int) -> [Effect] {
        state = .restoring(protection, because: cause, attempt: attempt)
        return [.stop(.retry), .stop(.search), .stopLooking, .restore(protection)]
    }

    private mutating func yield(_ protection: Protection) -> [Effect] {
        state = .yielding(protection)
        return [.stop(.retry), .stop(.search), .stop(.heartbeat), .stopLooking, .release(protection)]
    }

    private func look(for uplink: Uplink) -> [Effect] {
        guard let ssid = uplink.ssid else { return [] }
        return [.look(LookRequest(interface: uplink.interface, ssids: [ssid], remembers: false))]
    }

    /// Whether an uplink would stay away that is cut now.
    func wouldLose(_ uplink: Uplink) -> Bool { uplink.asksForPassphrase == true && !target.mayLoseUplink }

    static func notStored(_ uplink: Uplink) -> JoinFailure {
        let name = uplink.name ?? uplink.profile ?? ""
        return JoinFailure(
            .uplinkNotStored,
            detail: "'\(name)' on \(uplink.interface) would not come back, because NetworkManager does not store its "
                + "passphrase and nobody is at the screen who could type it; have the profile store it ('nmcli connection modify', "
                + "psk-flags 0, or with 802.1X password-flags 0), or join by 'accessoryctl hotspot join --force'")
    }
}
