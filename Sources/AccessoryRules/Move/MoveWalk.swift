// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// One accessory's way from a home network to another: the look for it on the first, the hand-over there, and the look on
/// the second.
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
    }

    package indirect enum Effect: Sendable, Equatable {
        case look(on: SSID)
        case handOver(at: ArrivalFinding.Place)
        case report(ProvisioningStep)
        case finish(End)
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

    private enum State {
        case idle
        case looking
        case handingOver
        case lookingThere
        case lookingBack
        case over
    }

    private let first: SSID
    private let second: SSID
    private let family: Family?
    private let view: View
    private var isGiven: Bool
    /// It may have the other network, and has not confirmed it.
    private var wasSent = false
    private var state = State.idle

    /// - Parameters:
    ///   - first: the network that it has.
    ///   - isGiven: it has confirmed before that it has the other network.
    package init(from first: SSID, to second: SSID, family: Family?, isGiven: Bool = false, view: View) {
        self.first = first
        self.second = second
        self.family = family
        self.isGiven = isGiven
        self.view = view
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
        case (.idle, _), (.looking, _), (.handingOver, _), (.lookingThere, _), (.lookingBack, _), (.over, _): return []
        }
    }

    private mutating func begin() -> [Effect] {
        if isGiven { return lookThere() }
        guard family?.worksOverNetwork == true else { return finish(.cannot, Self.obstacle(of: family)) }
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
    ) -> [Effect] {
        state = .over
        return [.finish(End(outcome, explanation, finding))]
    }
}

extension MoveWalk {
    /// What an order to move an accessory would do.
    package static func forecast(of family: Family?, from first: SSID, to second: SSID) -> End {
        guard family?.worksOverNetwork == true else { return End(.cannot, obstacle(of: family)) }
        return End(.given, "it would get '\(second)', once '\(first)' confirms that it is the accessory")
    }

    /// What a person has to do with an accessory that takes no other network while it is on one.
    package static func obstacle(of family: Family?) -> String {
        guard let family else { return "nothing shows how it takes a network; set it up anew" }
        return switch family {
        case .shelly, .shelly1, .wled, .tasmota: ""
        case .esphome:
            "\(family.title) takes a network in its hotspot alone, which it opens when its network is gone: then add it anew"
        case .espressif: "\(family.title) takes a network once: reset it to factory settings, and add it anew"
        case .improv: "\(family.title) takes a network over Bluetooth alone: restart it, or reset it, and add it anew"
        case .gopro, .theta: "\(family.title) takes a network from its own menu, or over its own radio: add it anew"
        case .easyConnect: "it takes a network by its label alone: add it anew with the label"
        }
    }
}
