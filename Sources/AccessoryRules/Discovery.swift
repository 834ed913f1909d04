// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What one picker has heard so far: which networks match, in an order that does not move under a person's finger, what
/// is gone again, and, in filter mode, what the app was told of and approved.
package struct Discovery: Sendable, Equatable {
    /// A candidate that the app lets a person choose, with the name and picture for it.
    package struct Approval: Sendable, Equatable {
        package var candidate: String
        package var name: String
        package var image: String?

        package init(candidate: String, name: String, image: String?) {
            self.candidate = candidate
            self.name = name
            self.image = image
        }
    }

    /// How many candidates a picker is shown at most: those that it shows already, then the strongest.
    package static let shownLimit = 64
    /// How many an app in filter mode hears of at most, of one picker.
    package static let toldLimit = 64

    package let items: [Setup.Item]
    /// Nothing is shown before the app has looked at it and approved it.
    package let filters: Bool
    /// All that match, those that are gone among them.
    package private(set) var candidates: [Candidate] = []
    /// How many more match than there is room for.
    package private(set) var notShown = 0
    /// Every channel was visited at least once.
    package private(set) var isComplete = false
    private let matcher: Matcher
    private var told: Set<String> = []
    private var approvals: [String: Approval] = [:]

    package init(_ items: [Setup.Item], filters: Bool) {
        self.items = items
        self.filters = filters
        matcher = Matcher(items.map(\.descriptor))
    }

    package static func == (left: Discovery, right: Discovery) -> Bool {
        left.items == right.items && left.filters == right.filters && left.candidates == right.candidates
            && left.notShown == right.notShown && left.isComplete == right.isComplete && left.told == right.told
            && left.approvals == right.approvals
    }

    /// Takes what was heard. Returns those that an app in filter mode has not heard of yet.
    package mutating func hear(_ look: Look) -> [Candidate] {
        isComplete = look.isComplete
        var heard: [String: Candidate] = [:]
        for network in look.networks {
            if let candidate = candidate(of: network) { heard[candidate.id] = candidate }
        }
        for index in candidates.indices {
            if let again = heard.removeValue(forKey: candidates[index].id) {
                candidates[index] = again
            } else {
                candidates[index].isGone = true
            }
        }
        candidates += heard.values.sorted { ($1.network.signal, $0.id) < ($0.network.signal, $1.id) }
        makeRoom()
        guard filters else { return [] }
        return candidates.filter { !$0.isGone && told.count < Self.toldLimit && told.insert($0.id).inserted }
    }

    /// The gone give way first, then those that came last.
    private mutating func makeRoom() {
        while candidates.count > Self.shownLimit, let gone = candidates.lastIndex(where: \.isGone) {
            candidates.remove(at: gone)
        }
        notShown = max(0, candidates.count - Self.shownLimit)
        candidates.removeLast(notShown)
    }

    package mutating func approve(_ approved: [Approval]) {
        for approval in approved where told.contains(approval.candidate) { approvals[approval.candidate] = approval }
    }

    /// What a person is shown.
    package var shown: [Candidate] {
        guard filters else { return candidates }
        return candidates.compactMap { candidate in
            guard let approval = approvals[candidate.id] else { return nil }
            var candidate = candidate
            candidate.item.name = approval.name
            candidate.item.image = approval.image
            return candidate
        }
    }

    /// What a person may choose now.
    package var choosable: [Candidate] { shown.filter { !$0.isGone } }

    /// For a sentence that goes on with a time: why there is nothing to choose.
    package var nothing: String {
        let names = items.map { Self.name(of: $0.descriptor) }.joined(separator: ", ")
        if candidates.isEmpty { return "nothing that matches \(names) was heard" }
        if candidates.allSatisfy(\.isGone) { return "what matches \(names) was heard and went out of reach" }
        return "nothing of what matches \(names) was approved by the app"
    }

    private func candidate(of network: WiFiNetwork) -> Candidate? {
        guard let ssid = network.ssid, network.security.key != .unsupported,
            let match = best(of: matcher.matches(ssid))
        else { return nil }
        return Candidate(item: items[match], ssid: ssid, network: network)
    }

    /// An item that names this very SSID knows more than one that names a prefix: it may be hidden.
    private func best(of matches: [Int]) -> Int? {
        matches.first { items[$0].descriptor.ssid != nil } ?? matches.first
    }

    private static func name(of descriptor: Descriptor) -> String {
        switch descriptor.wifi {
        case .exact(let ssid)?: "'\(ssid)'"
        case .prefix(let prefix)?: "'\(prefix)…'"
        case nil: "its Bluetooth fields"
        }
    }
}
