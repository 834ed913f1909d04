// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One run of the picker for one app: search, show, choose, join, grant. A result is settled once; whatever fails
/// leaves nothing behind.
package struct Setup: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        /// Then: searching, finished.
        case idle
        /// Then: joining, finished.
        case searching
        /// The choice is being joined. Then: granting, finished.
        case joining(Candidate)
        /// Joined; the record is being written, which nothing takes back: a lease that ends meanwhile says so itself,
        /// and a caller that goes ends its leases. Then: finished.
        case granting(Candidate, Link)
        case finished
    }

    /// What an app looks for, checked.
    package struct Item: Sendable, Equatable {
        package var name: String
        package var image: String?
        package var descriptor: Descriptor
        package var passphrase: Passphrase?

        package init(name: String, image: String? = nil, descriptor: Descriptor, passphrase: Passphrase? = nil) {
            self.name = name
            self.image = image
            self.descriptor = descriptor
            self.passphrase = passphrase
        }
    }

    /// One network that matches one of the items.
    package struct Candidate: Sendable, Equatable {
        /// Stable while the picker is up: the BSSID and the SSID.
        package var id: String
        package var item: Item
        package var ssid: SSID
        package var network: WiFiNetwork

        package var needsPassphrase: Bool { network.security.key == .passphrase && item.passphrase == nil }
        /// The descriptor names this very SSID, so it may be hidden.
        package var isExact: Bool { item.descriptor.ssid != nil }
    }

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

    package enum Event: Sendable, Equatable {
        case start
        case heard(Look)
        case lookFailed(Unavailability)
        case due
        case select(candidate: String, passphrase: Passphrase?)
        /// The app wants these of the discovered to be shown, as it says.
        case approve([Approval])
        /// The app has found what it was looking for, or gives up.
        case finishDiscovery
        case cancel
        /// The asking app's connection is gone.
        case callerGone
        case joined(Link)
        case joinFailed(AccessoryError)
        case granted(Accessory)
        case notGranted(AccessoryError)
    }

    package enum Effect: Sendable, Equatable {
        case look(LookRequest)
        case stopLooking
        case startTimer(Duration)
        case stopTimer
        case present
        case show([Candidate], isComplete: Bool)
        case join(Candidate, Passphrase?)
        case leave
        case grant(Candidate, Link, Passphrase?)
        case emit(AccessoryModel.Event)
        case dismiss(AccessoryError?)
        case settle(Settlement)
    }

    package enum Settlement: Sendable, Equatable {
        case added(Accessory, Link)
        case failed(AccessoryError)
    }

    /// How many candidates a picker is shown at most: those that it shows already, then the strongest.
    package static let shownLimit = 64
    package static let defaultTimeout: Duration = .seconds(30)

    package let items: [Item]
    package let interface: String
    package let timeout: Duration
    /// MHz; where the app's accessories were heard before.
    package let likelyFrequencies: [Int]
    /// Nothing is shown before the app has looked at it and approved it.
    package let filters: Bool
    /// Who chooses: a person when nil, else a plan by this rule, as soon as every channel has been visited.
    package let choice: Plan.Choice?
    package private(set) var state = State.idle
    /// All that match and are in reach.
    package private(set) var candidates: [Candidate] = []
    private let matcher: Matcher
    private var passphrase: Passphrase?
    private var isComplete = false
    private var isDiscovering = true
    private var told: Set<String> = []
    private var approvals: [String: Approval] = [:]

    package init(
        items: [Item], interface: String, timeout: Duration = Self.defaultTimeout, likelyFrequencies: [Int] = [],
        filters: Bool = false, choice: Plan.Choice? = nil
    ) {
        self.items = items
        self.interface = interface
        self.timeout = timeout
        self.likelyFrequencies = likelyFrequencies
        self.filters = filters
        self.choice = choice
        matcher = Matcher(items.map(\.descriptor))
    }

    package static func == (left: Setup, right: Setup) -> Bool {
        left.state == right.state && left.items == right.items && left.candidates == right.candidates
            && left.approvals == right.approvals && left.isDiscovering == right.isDiscovering
    }

    package mutating func receive(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.idle, .start):
            state = .searching
            let request = LookRequest(
                interface: interface, ssids: items.compactMap(\.descriptor.ssid), likelyFrequencies: likelyFrequencies)
            return [
                .present, .emit(AccessoryModel.Event(.pickerDidPresent)), .startTimer(timeout), .look(request),
            ]
        case (.idle, .cancel):
            return end(AccessoryError(.userCancelled, "the person cancelled"))
        case (.idle, .callerGone):
            return end(AccessoryError(.invalidated, "the app's connection is gone"))

        case (.searching, .heard(let look)) where isDiscovering:
            candidates = candidates(in: look)
            isComplete = look.isComplete
            return discovered() + [.show(shown, isComplete: isComplete)] + chooseByPlan()
        case (.searching, .due) where isDiscovering:
            // With something on the screen a person may be about to choose; it may go again, though.
            guard shown.isEmpty else { return [.startTimer(timeout)] }
            return dismiss(AccessoryError(.discoveryTimeout, "\(nothing) within \(timeout)"))
        case (.searching, .approve(let approved)) where filters:
            for approval in approved where candidates.contains(where: { $0.id == approval.candidate }) {
                approvals[approval.candidate] = approval
            }
            return [.show(shown, isComplete: isComplete)]
        case (.searching, .finishDiscovery) where isDiscovering:
            guard !shown.isEmpty else {
                return dismiss(AccessoryError(.discoveryTimeout, "\(nothing) before the app ended discovery"))
            }
            isDiscovering = false
            return [.stopTimer, .stopLooking]
        case (.searching, .lookFailed(let why)):
            return dismiss(AccessoryError(.radioUnavailable, "\(interface): \(why.rawValue)"))
        case (.searching, .select(let id, let given)):
            guard let candidate = shown.first(where: { $0.id == id }) else { return [] }
            state = .joining(candidate)
            passphrase = given ?? candidate.item.passphrase
            return [.stopTimer, .stopLooking, .join(candidate, passphrase)]
        case (.searching, .cancel):
            return dismiss(AccessoryError(.userCancelled, "the person cancelled"))
        case (.searching, .callerGone):
            return dismiss(AccessoryError(.invalidated, "the app's connection is gone"))

        case (.joining(let candidate), .joined(let link)):
            state = .granting(candidate, link)
            return [.grant(candidate, link, passphrase)]
        case (.joining, .joinFailed(let error)):
            return setupFailed(error)
        case (.joining, .cancel):
            return [.leave] + dismiss(AccessoryError(.userCancelled, "the person cancelled"))
        case (.joining, .callerGone):
            return [.leave] + dismiss(AccessoryError(.invalidated, "the app's connection is gone"))

        case (.granting(_, let link), .granted(let accessory)):
            state = .finished
            return [
                .emit(AccessoryModel.Event(.accessoryAdded, accessory: accessory)), .dismiss(nil),
                .emit(AccessoryModel.Event(.pickerDidDismiss)), .settle(.added(accessory, link)),
            ]
        case (.granting, .notGranted(let error)):
            return [.leave] + setupFailed(error)

        // What comes late, twice, or for a state that is over.
        case (.idle, _), (.searching, _), (.joining, _), (.granting, _), (.finished, _):
            return []
        }
    }

    /// What a person may choose from.
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

    /// In filter mode the app hears once of each candidate; it has no access to it by that.
    private mutating func discovered() -> [Effect] {
        guard filters else { return [] }
        return candidates.filter { told.insert($0.id).inserted }.map { candidate in
            let accessory = Accessory(
                id: candidate.id, displayName: candidate.item.name, ssid: candidate.ssid,
                bssid: candidate.network.bssid, state: .unauthorized)
            return .emit(
                AccessoryModel.Event(.accessoryDiscovered, accessory: accessory, signal: candidate.network.signal))
        }
    }

    /// What a plan does in a person's place.
    private mutating func chooseByPlan() -> [Effect] {
        guard let choice, isComplete, let strongest = candidates.max(by: { $0.network.signal < $1.network.signal })
        else { return [] }
        if choice == .only, candidates.count > 1 {
            let names = candidates.map { "'\($0.ssid)' (\($0.network.bssid))" }.joined(separator: ", ")
            return dismiss(
                AccessoryError(.invalidRequest, "the plan is for the only one that matches, and there are \(names)"))
        }
        guard !strongest.needsPassphrase else {
            return dismiss(
                AccessoryError(.wrongPassphrase, "'\(strongest.ssid)' needs a passphrase, and the plan has none"))
        }
        return receive(.select(candidate: strongest.id, passphrase: nil))
    }

    private var nothing: String {
        let names = items.map { Self.name(of: $0.descriptor) }.joined(separator: ", ")
        return filters && !candidates.isEmpty
            ? "nothing of what matches \(names) was approved by the app" : "nothing that matches \(names) was heard"
    }

    /// Those heard before keep their places, new ones follow, the gone are gone.
    private func candidates(in look: Look) -> [Candidate] {
        var places: [String: Int] = [:]
        for (place, candidate) in candidates.enumerated() { places[candidate.id] = place }
        let heard = look.networks.compactMap(candidate(of:)).sorted { left, right in
            switch (places[left.id], places[right.id]) {
            case (let leftPlace?, let rightPlace?): leftPlace < rightPlace
            case (_?, nil): true
            case (nil, _?): false
            case (nil, nil): (right.network.signal, left.id) < (left.network.signal, right.id)
            }
        }
        return Array(heard.prefix(Self.shownLimit))
    }

    private func candidate(of network: WiFiNetwork) -> Candidate? {
        guard let ssid = network.ssid, network.security.key != .unsupported,
            let match = best(of: matcher.matches(ssid))
        else { return nil }
        return Candidate(id: "\(network.bssid)/\(ssid)", item: items[match], ssid: ssid, network: network)
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

    private mutating func setupFailed(_ error: AccessoryError) -> [Effect] {
        [.emit(AccessoryModel.Event(.pickerSetupFailed, error: error))] + dismiss(error)
    }

    /// The end of what was never shown: no events tell of it.
    private mutating func end(_ error: AccessoryError) -> [Effect] {
        state = .finished
        return [.dismiss(error), .settle(.failed(error))]
    }

    private mutating func dismiss(_ error: AccessoryError) -> [Effect] {
        state = .finished
        return [
            .stopTimer, .stopLooking, .dismiss(error), .emit(AccessoryModel.Event(.pickerDidDismiss)),
            .settle(.failed(error)),
        ]
    }
}
