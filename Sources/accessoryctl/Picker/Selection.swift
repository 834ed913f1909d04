// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// One presentation's choice by rule: when to choose, and what.
struct Selection {
    enum Decision: Hashable {
        case wait
        /// Ask again after this time, with the same items.
        case waitFor(Duration)
        case select(PickerItem)
        case refuse(Failure)
    }

    let rule: SelectionRule
    /// The search is for one SSID, so the first match is the choice.
    let isExact: Bool
    /// There is a passphrase of the network, so it has a key.
    let isSecured: Bool
    /// The time, after the first item, for a rule that chose none of them; nil if it may take any time.
    private let patience: Duration?
    private var limit: Duration?
    private var deadline: Duration?
    private var isDone = false

    /// After the first find, stronger ones get this much time to be seen.
    static let settling = Duration.seconds(1)
    /// Devices advertise every second or so. This long after the first sighting, all near ones have been seen.
    static let listening = Duration.seconds(5)

    init(rule: SelectionRule, isExact: Bool, isSecured: Bool = false, patience: Duration? = nil) {
        self.rule = rule
        self.isExact = isExact
        self.isSecured = isSecured
        self.patience = patience
    }

    /// Takes the items at an instant of a monotonic clock; items that are gone do not count. After a choice it only
    /// waits.
    mutating func receive(_ items: [PickerItem], isComplete: Bool, at now: Duration) -> Decision {
        guard !isDone else { return .wait }
        let all = items.filter { !$0.isGone }
        let secured = all.filter(isSecuredEnough)
        // If there is nothing else, the agent refuses it with the reason.
        let inRange = secured.isEmpty && isComplete ? all : secured
        var decision = decide(inRange, isComplete: isComplete, at: now)
        if decision == .wait { decision = waitOrGiveUp(inRange, at: now) }
        switch decision {
        case .select, .refuse: isDone = true
        case .wait, .waitFor: break
        }
        return decision
    }

    /// Only a person may accept less security than expected.
    private func isSecuredEnough(_ item: PickerItem) -> Bool {
        guard item.change == nil else { return false }
        let expected = ExpectedSecurity(remembered: nil, hasPassphrase: isSecured)
        return item.security.map(expected.allows) ?? true
    }

    private mutating func decide(_ items: [PickerItem], isComplete: Bool, at now: Duration) -> Decision {
        switch rule {
        case .name(let name): return named(name, items, isComplete: isComplete, at: now)
        case .address(let address):
            return choose(items.first { $0.bssid == address || $0.bluetoothAddress == address })
        case .only:
            if let wait = listen(items, isComplete: isComplete, at: now) { return wait }
            guard let item = items.first else { return .wait }
            guard items.count == 1 else { return .refuse(Self.several("only", items)) }
            return .select(item)
        case .strongest:
            guard let item = strongest(of: items) else {
                deadline = nil
                return .wait
            }
            if isExact || isComplete { return .select(item) }
            guard let deadline else {
                deadline = now + Self.settling
                return .waitFor(Self.settling)
            }
            return now >= deadline ? .select(item) : .waitFor(deadline - now)
        }
    }

    /// The agent's search does not end while there is something to choose, because a person may take any time.
    private mutating func waitOrGiveUp(_ items: [PickerItem], at now: Duration) -> Decision {
        guard let patience else { return .wait }
        if let limit { return now < limit ? .wait : .refuse(noChoice(items, after: patience)) }
        guard !items.isEmpty else { return .wait }
        limit = now + patience
        return .waitFor(patience)
    }

    /// Access points of one SSID are one network. Items that only share a name are not one accessory.
    private mutating func named(
        _ name: String, _ items: [PickerItem], isComplete: Bool, at now: Duration
    ) -> Decision {
        if let ssid = try? SSID(text: name), let item = strongest(of: items.filter({ $0.ssid == ssid })) {
            return .select(item)
        }
        if let wait = listen(items, isComplete: isComplete, at: now) { return wait }
        let heard = items.filter { $0.bluetoothName == name }
        let named = heard.isEmpty ? items.filter { $0.name == name } : heard
        return named.count < 2 ? choose(named.first) : .refuse(Self.several(name, named))
    }

    /// Nil once everything that may be chosen was seen. A search for Bluetooth alone never visits a last channel.
    private mutating func listen(_ items: [PickerItem], isComplete: Bool, at now: Duration) -> Decision? {
        if isComplete { return nil }
        guard !items.isEmpty, items.allSatisfy({ $0.ssid == nil }) else {
            deadline = nil
            return .wait
        }
        let end = deadline ?? now + Self.listening
        deadline = end
        return now >= end ? nil : .waitFor(end - now)
    }

    private func choose(_ item: PickerItem?) -> Decision { item.map { .select($0) } ?? .wait }

    private func strongest(of items: [PickerItem]) -> PickerItem? { items.max { $0.signal < $1.signal } }

    private static func several(_ rule: String, _ items: [PickerItem]) -> Failure {
        Failure(
            "--select \(rule): there are \(items.count): \(list(items)); name one by its SSID or address", .invalidInput
        )
    }

    /// Why there is no choice when the time is over.
    private func noChoice(_ items: [PickerItem], after patience: Duration) -> Failure {
        guard rule == .only, let item = items.first else { return noneIsMeant(items) }
        guard items.count == 1 else { return Self.several("only", items) }
        return Failure(
            "--select only: '\(item.heard)' is the only one so far, but not every channel was visited in "
                + "\(patience.components.seconds) s; give it a longer '--timeout', or name it by its SSID or address",
            .noPicker)
    }

    private func noneIsMeant(_ items: [PickerItem]) -> Failure {
        let known = [SelectionRule.strongest, .only].map(\.text) + items.flatMap { [$0.heard, $0.name] }
        let question = EditDistance.question(about: rule.text, among: known)
        let found = items.isEmpty ? "what was found is out of range" : "there are: \(Self.list(items))"
        return Failure("--select \(rule.text) chose nothing\(question); \(found)", .noPicker)
    }

    private static func list(_ items: [PickerItem]) -> String {
        items.map { item in
            let address = (item.bssid ?? item.bluetoothAddress).map { "\($0), " } ?? ""
            return "'\(item.heard)' (\(address)signal \(item.signal))"
        }.joined(separator: ", ")
    }
}
