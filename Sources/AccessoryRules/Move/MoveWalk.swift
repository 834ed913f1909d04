// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// One accessory's way from a home network to another: the look for it on the first, the hand-over there or over its own
/// radio, and the look on the second.
///
/// Only what is confirmed to be the accessory at that moment gets the other network. What becomes of it afterwards, the
/// other network alone can show; that it is still on the first proves nothing, because it keeps that as its way back.
package struct MoveWalk: Machine, Sendable {
    package indirect enum Event: Sendable {
        case began
        /// The result of the look that was asked for.
        case found(ArrivalFinding)
        case step(ProvisioningStep)
        case ended(ProvisioningOutcome)
        /// The network must not, or cannot, be handed over.
        case notHandedOver(AccessoryError)
        /// The hand-over over its own radio is over.
        case fellBack(Result<ProvisioningOutcome, AccessoryError>)
    }

    package indirect enum Effect: Sendable, Equatable {
        case look(on: SSID)
        case handOver(at: ArrivalFinding.Place)
        case fallBack(NewAccessories.Found)
        case report(ProvisioningStep)
        /// Nil if its own radio is not there any more, and nothing was done.
        case finish(End?)
    }

    package struct End: Hashable, Sendable {
        package var outcome: MoveOutcome
        /// A sentence for people.
        package var explanation: String
        /// Where it is now, if it was seen.
        package var finding: ArrivalFinding?

        package init(_ outcome: MoveOutcome, _ explanation: String, _ finding: ArrivalFinding? = nil) {
            self.outcome = outcome
            self.explanation = explanation
            self.finding = finding
        }

        /// It may be on no network, so its own radio is worth a look.
        package var isWorthFallback: Bool {
            switch outcome {
            case .notSeen, .waits: true
            case .given: finding == nil
            case .arrived, .unconfirmed, .stays, .cannot: false
            }
        }
    }

    /// Which of the two networks this machine can look at.
    package struct View: Hashable, Sendable {
        package var seesFirst: Bool
        package var seesSecond: Bool

        package init(seesFirst: Bool, seesSecond: Bool) {
            self.seesFirst = seesFirst
            self.seesSecond = seesSecond
        }
    }

    /// Whether the accessory can take the other network over its own radio.
    package enum FallbackState: Hashable, Sendable {
        case impossible
        /// It did not take it as often as the agent tries.
        case tried
        /// Its hotspot and its advertisement are not there.
        case absent
        case there(NewAccessories.Found)
    }

    private enum State {
        case idle
        case looking
        case handingOver
        case fallingBack
        case lookingThere
        case lookingBack
        case over
    }

    private let first: SSID
    private let second: SSID
    private let family: Family?
    private let view: View
    private let fallback: FallbackState
    private var isGiven: Bool
    /// It may have the other network, and has not confirmed it.
    private var wasSent = false
    private var state = State.idle

    /// - Parameters:
    ///   - first: the network that it has.
    ///   - isGiven: it has confirmed before that it has the other network.
    package init(
        from first: SSID, to second: SSID, family: Family?, isGiven: Bool = false, view: View,
        fallback: FallbackState = .impossible
    ) {
        self.first = first
        self.second = second
        self.family = family
        self.isGiven = isGiven
        self.view = view
        self.fallback = fallback
    }

    package mutating func receive(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.idle, .began): return begin()
        case (.looking, .found(let finding)): return found(finding)
        case (.handingOver, .step(let step)):
            if case .waitingForAccessory = step { isGiven = true }
            return [.report(step)]
        case (.handingOver, .ended(let outcome)):
            guard outcome.end.isGood else { return finish(.stays, outcome.text) }
            wasSent = true
            return lookThere()
        case (.handingOver, .notHandedOver(let error)): return isGiven ? lookThere() : finish(.stays, error.message)
        case (.fallingBack, .fellBack(.success(let outcome))):
            guard outcome.end.isGood else { return finish(.waits, "over its own radio: \(outcome.text)") }
            wasSent = true
            // It has said so itself.
            if outcome.end == .onNetwork { isGiven = true }
            return lookThere()
        case (.fallingBack, .fellBack(.failure(let error))):
            // It closed after it was seen, which is no news of the accessory.
            if error.code == .networkNotFound { return finish(nil) }
            // What must not be handed over now must not be later.
            return finish(error.code == .notAuthorized ? .stays : .waits, "over its own radio: \(error.message)")
        case (.lookingThere, .found(let finding)):
            if finding.isConfirmed { return finish(.arrived, finding.text, finding) }
            guard isGiven else { return finish(wasSent ? .unconfirmed : .notSeen, wasSent ? sent : finding.text) }
            guard view.seesFirst else { return finish(.given, "\(has), and \(finding.text)") }
            state = .lookingBack
            return [.look(on: first)]
        case (.lookingBack, .found(let finding)):
            guard finding.isConfirmed else { return finish(.given, "\(has), and was seen on neither network") }
            return finish(
                .given,
                "\(has), and is still on '\(first)': it goes over when '\(first)' is switched off, or it cannot join "
                    + "'\(second)'", finding)
        case (.idle, _), (.looking, _), (.handingOver, _), (.fallingBack, _), (.lookingThere, _), (.lookingBack, _),
            (.over, _):
            return []
        }
    }

    private mutating func begin() -> [Effect] {
        if case .there(let found) = fallback {
            state = .fallingBack
            return [.fallBack(found)]
        }
        if isGiven { return lookThere() }
        guard family?.worksOverNetwork == true else {
            let end = Self.forecast(of: family, fallback, from: first, to: second)
            return finish(end.outcome, end.explanation)
        }
        guard view.seesFirst else {
            if view.seesSecond { return lookThere() }
            return finish(.notSeen, "this machine is not on '\(first)', so it cannot hand over another network there")
        }
        state = .looking
        return [.look(on: first)]
    }

    /// A name proves nothing, and neither does an address that it named itself. It may have gone over already: by somebody else's
    /// hand, or because its answer was lost.
    private mutating func found(_ finding: ArrivalFinding) -> [Effect] {
        guard case .confirmed(let place, let evidence) = finding, evidence >= .station, place.interface != nil else {
            return view.seesSecond ? lookThere() : finish(.notSeen, finding.text)
        }
        state = .handingOver
        return [.handOver(at: place)]
    }

    private mutating func lookThere() -> [Effect] {
        guard view.seesSecond else {
            guard isGiven else { return finish(.unconfirmed, sent) }
            return finish(.given, "\(has); this machine is not on '\(second)', so nobody can see it there yet")
        }
        state = .lookingThere
        return [.look(on: second)]
    }

    private var has: String { "it has '\(second)'" }
    private var sent: String {
        "it was sent '\(second)', and did not confirm that it has it; the agent tries again, if it is still on '\(first)'"
    }

    private mutating func finish(
        _ outcome: MoveOutcome, _ explanation: String, _ finding: ArrivalFinding? = nil
    ) -> [Effect] { finish(End(outcome, explanation, finding)) }

    private mutating func finish(_ end: End?) -> [Effect] {
        state = .over
        return [.finish(end)]
    }
}

extension MoveWalk {
    /// What an order to move an accessory would do.
    package static func forecast(
        of family: Family?, _ fallback: FallbackState, from first: SSID, to second: SSID
    ) -> End {
        if family?.worksOverNetwork == true {
            return End(.given, "it would get '\(second)', once '\(first)' confirms that it is the accessory")
        }
        let obstacle = obstacle(of: family, fallsBack: fallback != .impossible && fallback != .tried)
        return switch fallback {
        case .impossible: End(.cannot, obstacle)
        case .tried:
            End(.cannot, "it did not take '\(second)' over its own radio \(Fallback.mostTries) times; \(obstacle)")
        case .absent, .there:
            End(.waits, "\(obstacle); the agent gives it '\(second)' as soon as its own radio is there")
        }
    }

    /// What a person has to do with an accessory that takes no other network while it is on one.
    ///
    /// - Parameter fallsBack: the agent adds it anew by itself.
    package static func obstacle(of family: Family?, fallsBack: Bool) -> String {
        guard let family else { return "nothing shows how it takes a network; set it up anew" }
        let words: String
        switch family {
        case .shelly, .shelly1, .wled, .tasmota: return ""
        case .theta: return "\(family.title) takes a network from its own menu, or in its hotspot: add it anew"
        case .easyConnect: return "it takes a network by its label alone: add it anew with the label"
        case .esphome: words = "takes a network in its hotspot alone, which it opens when its network is gone"
        case .espressif: words = "takes a network once: reset it to factory settings"
        case .improv: words = "takes a network over Bluetooth alone, when its own is gone: restart it, or reset it"
        case .gopro: words = "takes a network over Bluetooth alone: switch it on"
        }
        return "\(family.title) \(words)" + (fallsBack ? "" : "; then add it anew")
    }
}
