// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import ArgumentParser

/// How `--select` chooses without a person.
enum SelectionRule: Hashable, Sendable, ExpressibleByArgument {
    case strongest
    case only
    case ssid(SSID)
    case bssid(MACAddress)

    /// `strongest`, `only`, a BSSID or an SSID in its text form.
    init?(argument: String) {
        switch argument {
        case "strongest": self = .strongest
        case "only": self = .only
        case _:
            if let bssid = MACAddress(argument) {
                self = .bssid(bssid)
            } else if let ssid = try? SSID(text: argument) {
                self = .ssid(ssid)
            } else {
                return nil
            }
        }
    }
}

/// One presentation's choice by rule: when to choose, and what.
struct Selection {
    enum Decision: Hashable {
        case wait
        /// Ask again when so much time has passed, with the same items.
        case waitFor(Duration)
        case select(PickerItem)
        case refuse(Failure)
    }

    let rule: SelectionRule
    /// One SSID is looked for, so that whatever is found first is it.
    let isExact: Bool
    private var deadline: Duration?
    private var isDone = false

    /// After the first find, others that are stronger get so much time to be heard.
    static let settling = Duration.seconds(1)

    init(rule: SelectionRule, isExact: Bool) {
        self.rule = rule
        self.isExact = isExact
    }

    /// The items as they are at an instant of a clock that only goes forward; those that are gone do not count. After a
    /// choice it only waits.
    mutating func receive(_ items: [PickerItem], isComplete: Bool, at now: Duration) -> Decision {
        guard !isDone else { return .wait }
        let decision = decide(items.filter { !$0.isGone }, isComplete: isComplete, at: now)
        switch decision {
        case .select, .refuse: isDone = true
        case .wait, .waitFor: break
        }
        return decision
    }

    private mutating func decide(_ items: [PickerItem], isComplete: Bool, at now: Duration) -> Decision {
        switch rule {
        case .ssid(let ssid): return choose(strongest(of: items.filter { $0.ssid == ssid }))
        case .bssid(let bssid): return choose(items.first { $0.bssid == bssid })
        case .only:
            guard isComplete, let item = items.first else { return .wait }
            guard items.count == 1 else { return .refuse(Self.several(items)) }
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

    private func choose(_ item: PickerItem?) -> Decision { item.map { .select($0) } ?? .wait }

    private func strongest(of items: [PickerItem]) -> PickerItem? { items.max { $0.signal < $1.signal } }

    private static func several(_ items: [PickerItem]) -> Failure {
        let list = items.map { "'\($0.ssid)' (\($0.bssid), signal \($0.signal))" }.joined(separator: ", ")
        return Failure("--select only: there are \(items.count): \(list); name one by its SSID or BSSID", .invalidInput)
    }
}
