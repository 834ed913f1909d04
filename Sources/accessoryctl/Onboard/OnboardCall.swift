// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import LabelReading

/// Adding accessories, from the look to the exit status: which accessory is next, what to ask about it, and how it
/// ended. Instants are of a monotonic clock.
struct OnboardCall: TimedMachine {
    indirect enum Event: Sendable {
        /// The accessories in range.
        case found(NewAccessoryList)
        /// The person's choice.
        case chosen(NewAccessory)
        case answered(OnboardForm.Answer)
        case progress(OnboardProgress)
        /// The call is over: nil after its last reply.
        case ended(Failure?)
        /// There will be no choice, no answer or no further sighting.
        case gaveUp(Failure)
        case interrupted(signal: Int32)
    }

    indirect enum Effect: Hashable {
        /// The accessories that a person can choose from, and those that another program adds.
        case list([NewAccessory], others: [OtherAccessory], isComplete: Bool)
        case endLook
        /// Look again, until the next end.
        case lookAgain
        case ask(OnboardQuestion, NewAccessory)
        /// The agent takes the accessory to the network.
        case begin(OnboardRequest, NewAccessory)
        case show(OnboardProgress, NewAccessory)
        case report(OnboardResult)
        /// What became of all, with `--all`.
        case summarise(OnboardTally)
        /// The last effect.
        case finish(Failure?, status: Int32)
    }

    private struct Attempt {
        var form: OnboardForm
        let start: Duration
        var last: OnboardProgress?
        /// The accessory may have the home network.
        var hasNetwork = false
    }

    private indirect enum State {
        case looking
        case asking(OnboardForm)
        case adding(Attempt)
        case over
    }

    private var state = State.looking
    /// Further accessories, with `--all`.
    private var queue: [NewAccessory] = []
    /// The names of protected hotspots, with `--all`. An open one beside them may be another's.
    private var protected: Set<SSID> = []
    /// What has the name and came to nothing with its passphrase or proof, so it may be another's.
    private var strangers: Set<MACAddress> = []
    /// The first of them, until another of the name is found.
    private var refused: (form: OnboardForm, result: OnboardResult)?
    /// Of the first accessory that failed.
    private var status: Int32 = 0
    private var tally = OnboardTally()
    /// Further answers that may be wrong.
    private var attempts = mostAttempts
    private let choice: OnboardChoice
    private let terms: OnboardTerms
    /// A person answers.
    private let asks: Bool

    /// A wrong proof or passphrase is asked for again this often.
    static let mostAttempts = 2
    /// Accessories of one name that are tried with its passphrase or proof, and one more.
    static let mostStrangers = 4

    init(_ choice: OnboardChoice, _ terms: OnboardTerms, asks: Bool) {
        self.choice = choice
        self.terms = terms
        self.asks = asks && choice != .all
    }

    mutating func receive(_ event: Event, at now: Duration) -> [Effect] {
        switch (state, event) {
        case (.over, _): return []
        case (_, .interrupted(let signal)): return finish(nil, 128 + signal)
        // After a wrong answer, that is the reason.
        case (.asking, .gaveUp) where status != 0: return finish(nil, status)
        case (.looking, .gaveUp(let failure)):
            // Without a look, the label still shows what adds its accessory.
            guard case .named(.other(let label)) = choice else { return finish(failure, failure.status) }
            let refusal = label.refusal(nil)
            return finish(refusal, refusal.status)
        case (_, .gaveUp(let failure)): return finish(failure, failure.status)
        case (.looking, .found(let list)): return look(list, at: now)
        case (.looking, .chosen(let accessory)): return [.endLook] + start(accessory, at: now)
        case (.asking, .answered(.proof(""))) where status != 0: return finish(nil, status)
        case (.asking(var form), .answered(let answer)):
            do throws(Failure) {
                try form.receive(answer)
            } catch {
                return finish(error, error.status)
            }
            return go(on: form, at: now)
        case (.adding(var attempt), .progress(let progress)):
            attempt.last = progress
            if progress.step == .handingOver { attempt.hasNetwork = true }
            state = .adding(attempt)
            return [.show(progress, attempt.form.accessory)]
        case (.adding(let attempt), .ended(let failure)):
            var form = attempt.form
            let result = OnboardResult(form.accessory, attempt.last, failure, after: now - attempt.start)
            if form.readsLabelAgain(after: result) { return go(on: form, at: now) }
            if let address = form.accessory.address, mayBeAnother(than: attempt, after: result) {
                strangers.insert(address)
                refused = refused ?? (form, result)
                state = .looking
                return [.report(result), .lookAgain]
            }
            guard opensAgain(&form, after: result) else { return report(result, at: now) }
            return [.report(result)] + go(on: form, at: now)
        case (.looking, _), (.asking, _), (.adding, _): return []
        }
    }

    /// Whether another one of the name may be the accessory of the given passphrase or proof. Whoever knows the name can open a
    /// hotspot that is louder, and refuses, garbles or says nothing.
    private func mayBeAnother(than attempt: Attempt, after result: OnboardResult) -> Bool {
        guard case .named = choice, isProvable, !attempt.hasNetwork else { return false }
        return result.isTheAccessorys && strangers.count < Self.mostStrangers
    }

    private var isProvable: Bool { terms.passphrase != nil || terms.proof.secret != nil }

    private mutating func opensAgain(_ form: inout OnboardForm, after result: OnboardResult) -> Bool {
        guard asks, attempts > 0, form.opensAgain(after: result) else { return false }
        attempts -= 1
        status = result.status
        return true
    }

    /// There is no other hotspot of the name, and the result was reported.
    private mutating func ask(again form: OnboardForm, after result: OnboardResult, at now: Duration) -> [Effect] {
        var form = form
        guard opensAgain(&form, after: result) else { return finish(nil, result.status) }
        return go(on: form, at: now)
    }

    /// Another program adds the accessory of the label.
    private var isOfOther: Bool { if case .named(.other) = choice { true } else { false } }

    private mutating func look(_ list: NewAccessoryList, at now: Duration) -> [Effect] {
        let fitting = list.accessories.filter { $0.family == terms.family?.rawValue ?? $0.family }
        do throws(Failure) {
            // Before anybody chooses or types. What another program adds is that program's matter.
            if let refusal = list.refusal, !isOfOther { throw Failure(AccessoryError(.notAuthorized, refusal)) }
            switch choice {
            case .person:
                let others = terms.family == nil ? list.others : []
                return [.list(fitting, others: others, isComplete: list.isComplete)]
            case .named(.other(let label)):
                let others = list.others.filter { $0.fits(label) }
                guard list.isComplete || !others.isEmpty else { return [] }
                throw label.refusal(others)
            case .named(let name):
                // A family that is named goes before the one that the accessory shows.
                let others = list.accessories.filter { !($0.address.map(strangers.contains) ?? false) }
                let found = try name.accessories(
                    in: others, isSecured: terms.passphrase != nil, isProvable: isProvable,
                    isComplete: list.isComplete && (refused == nil || terms.passphrase == nil))
                if let first = found.first { return [.endLook] + start(first, at: now) }
                guard list.isComplete else { return [] }
                if let (form, result) = refused { return [.endLook] + ask(again: form, after: result, at: now) }
                // What is in range under this name is not the accessory of this family.
                if list.namesakes?.isEmpty != false, let unseen = terms.family.flatMap({ name.unseen(of: $0) }) {
                    return [.endLook] + start(unseen, at: now)
                }
                if let other = name.other(in: list.others) { throw other.refusal }
                throw name.notFound(list)
            case .all:
                guard list.isComplete else { return [] }
                queue = Self.each(fitting)
                protected = Set(fitting.filter(\.needsPassphrase).compactMap(\.ssid))
                guard !queue.isEmpty else { throw Failure("no accessory that takes a network is in range", .notFound) }
                return [.endLook] + next(at: now)
            }
        } catch {
            return finish(error, error.status)
        }
    }

    /// An accessory that is there over both radios is added once, over its hotspot.
    private static func each(_ list: [NewAccessory]) -> [NewAccessory] {
        var hotspots = Dictionary(grouping: list.compactMap { $0.ssid?.description }) { $0 }.mapValues(\.count)
        return list.filter { accessory in
            guard accessory.ssid == nil, let rest = hotspots[accessory.name], rest > 0 else { return true }
            hotspots[accessory.name] = rest - 1
            return false
        }
    }

    private mutating func next(at now: Duration) -> [Effect] {
        guard !queue.isEmpty else { return finish(nil, status) }
        let accessory = queue.removeFirst()
        if let ssid = accessory.ssid, !accessory.needsPassphrase, protected.contains(ssid) {
            let address = accessory.bssid.map { " (\($0))" } ?? ""
            let failure = Failure(
                "'\(accessory.name)'\(address) has no passphrase, and a hotspot of the same name in range has one; if the one "
                    + "without is yours, name it by its address", .invalidInput)
            return report(OnboardResult(accessory, nil, failure, after: .zero), at: now)
        }
        return start(accessory, at: now)
    }

    private mutating func start(_ accessory: NewAccessory, at now: Duration) -> [Effect] {
        let form = OnboardForm(accessory, terms)
        guard let refusal = form.refusal else { return go(on: form, at: now) }
        return report(OnboardResult(accessory, nil, Failure(refusal), after: .zero), at: now)
    }

    private mutating func go(on form: OnboardForm, at now: Duration) -> [Effect] {
        var form = form
        if asks, let question = form.open.first {
            state = .asking(form)
            return [.ask(question, form.accessory)]
        }
        do throws(Failure) {
            try form.doWithoutAnswers()
        } catch {
            return report(OnboardResult(form.accessory, nil, error, after: .zero), at: now)
        }
        state = .adding(Attempt(form: form, start: now))
        return [.begin(form.request, form.accessory)]
    }

    private mutating func report(_ result: OnboardResult, at now: Duration) -> [Effect] {
        // A person's later attempt counts.
        if status == 0 || asks { status = result.status }
        tally.count(result)
        state = .looking
        return [.report(result)] + next(at: now)
    }

    private mutating func finish(_ failure: Failure?, _ status: Int32) -> [Effect] {
        tally.left = queue.count
        if case .adding = state { tally.left += 1 }
        state = .over
        let summary: [Effect] = choice == .all && !tally.isEmpty ? [.summarise(tally)] : []
        return summary + [.finish(failure, status: status)]
    }
}
