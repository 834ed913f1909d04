// SPDX-License-Identifier: Apache-2.0

package import AccessoryBridge
package import AccessoryModel

/// The sightings of one picker: the matches, in an order that does not move under a person's finger; those that are out
/// of range again; and, in filter mode, the app's notifications and approvals.
///
/// With a descriptor for both radios, Bluetooth leads: the device makes one card, which gets the network as soon as the
/// bridge correlates them. The network alone makes no card.
///
/// A manifest's descriptors name one radio each. Then each radio alone makes a card, too, and the two cards become one as
/// soon as the bridge correlates them.
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

    /// The most candidates on a picker: those that it shows already, then the strongest.
    package static let shownLimit = 64
    /// The most candidates of one picker that an app in filter mode is notified of.
    package static let reportedLimit = 64

    package let items: [Setup.Item]
    /// The picker shows nothing before the app has approved it.
    package let filters: Bool
    /// All matches, including those that are out of range.
    package private(set) var candidates: [Candidate] = []
    /// The number of matches without room on the picker.
    package private(set) var notShown = 0
    /// Every channel was visited at least once.
    package private(set) var isLookComplete = false
    /// Bluetooth has listened for as long as most devices need to be seen.
    package var hasListened = false
    /// All sightings, matching or not.
    package private(set) var surroundings: Surroundings
    /// What people see on an accessory in range that the app has already, and that is left out for that.
    package private(set) var hidden: String?
    private let expected: [SSID: ExpectedSecurity]
    private let own: OwnAccessories
    private let matcher: Matcher
    package private(set) var names: NameMatches
    private var reported: Set<String> = []
    private var approvals: [String: Approval] = [:]

    /// - Parameters:
    ///   - bridge: the rules, and the correlations of earlier set-ups.
    ///   - expected: the least security of networks that were joined before.
    ///   - own: what is left out, because the app has it already.
    package init(
        _ items: [Setup.Item], filters: Bool, bridge: Bridge = Bridge(), expected: [SSID: ExpectedSecurity] = [:],
        own: OwnAccessories = OwnAccessories()
    ) {
        self.expected = expected
        self.own = own
        self.items = items
        self.filters = filters
        surroundings = Surroundings(bridge)
        matcher = Matcher(items.map(\.descriptor))
        names = NameMatches(items.compactMap(\.descriptor.bluetooth))
    }

    package static func == (left: Discovery, right: Discovery) -> Bool {
        left.items == right.items && left.filters == right.filters && left.candidates == right.candidates
            && left.notShown == right.notShown && left.isLookComplete == right.isLookComplete
            && left.hasListened == right.hasListened && left.reported == right.reported
            && left.approvals == right.approvals && left.surroundings == right.surroundings
            && left.hidden == right.hidden && left.own == right.own
    }

    /// Takes a look over Wi-Fi. Returns the candidates that an app in filter mode does not know yet.
    package mutating func observe(_ look: Look, at time: Duration) -> [Candidate] {
        isLookComplete = look.isComplete
        surroundings.observe(look.networks, at: time) { [items] in Self.concern(items, $0) }
        return update()
    }

    /// The same over Bluetooth.
    package mutating func observe(_ devices: [Advertisement], at time: Duration) -> [Candidate] {
        read(devices)
        surroundings.observe(devices, at: time) { [items, names] in Self.concern(items, $0, names) }
        return update()
    }

    /// Takes the SSID that the device itself handed out, or the app that talked to it.
    package mutating func learn(_ ssid: SSID, of device: MACAddress) { surroundings.learn(ssid, of: device) }

    /// Takes the identity address that the device has revealed.
    package mutating func identify(_ former: MACAddress, as device: Advertisement) {
        surroundings.identify(former, as: device)
        read(surroundings.devices)
    }

    /// Searches the names of all devices in range, for ``concerns(_:)-(Advertisement)``.
    package mutating func read(_ devices: [Advertisement]) { names.read(devices.lazy.compactMap(\.name)) }

    private mutating func update() -> [Candidate] {
        var heard: [String: Candidate] = [:]
        var bridged: Set<MACAddress> = []
        var hidden: String?
        let protected = ProtectedNames(surroundings.networks)
        func hear(_ candidate: Candidate) {
            var candidate = candidate
            candidate.isTwin = candidate.network.map(protected.isTwin) ?? false
            if let expected = candidate.ssid.flatMap({ expected[$0] }) { candidate.expected = expected }
            if own.hides(candidate) {
                hidden = hidden ?? candidate.title
            } else {
                heard[candidate.id] = candidate
            }
        }
        for candidate in surroundings.devices.lazy.compactMap(candidate) {
            hear(candidate)
            if let bssid = candidate.network?.bssid { bridged.insert(bssid) }
        }
        for network in surroundings.networks where !bridged.contains(network.bssid) {
            if let candidate = candidate(of: network) { hear(candidate) }
        }
        self.hidden = hidden
        for index in candidates.indices {
            if let again = heard.removeValue(forKey: candidates[index].id) {
                candidates[index] = again
            } else {
                candidates[index].isGone = true
            }
        }
        // A network that correlates with a device moves to that device's card.
        candidates.removeAll { $0.device == nil && $0.network.map { bridged.contains($0.bssid) } == true }
        candidates += heard.values.sorted { ($1.signal, $0.id) < ($0.signal, $1.id) }
        makeRoom()
        guard filters else { return [] }
        return candidates.filter {
            !$0.isGone && reported.count < Self.reportedLimit && reported.insert($0.id).inserted
        }
    }

    /// Drops those that are out of range first, then the latest.
    private mutating func makeRoom() {
        while candidates.count > Self.shownLimit, let gone = candidates.lastIndex(where: \.isGone) {
            candidates.remove(at: gone)
        }
        notShown = max(0, candidates.count - Self.shownLimit)
        candidates.removeLast(notShown)
    }

    package mutating func approve(_ approved: [Approval]) {
        for approval in approved where reported.contains(approval.candidate) {
            approvals[approval.candidate] = approval
        }
    }

    /// The cards that a person sees.
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

    /// The candidates that a person may choose now.
    package var choosable: [Candidate] { shown.filter { !$0.isGone } }

    /// The candidates that a plan may choose by its rule. Nobody can point out a device's network for it, or accept less
    /// security than expected.
    ///
    /// - Parameter requiresBridge: only candidates of both radios; only the bridge decides which network is a device's.
    package func determined(by choice: Plan.Choice, requiresBridge: Bool) -> [Candidate] {
        choosable.filter { candidate in
            guard choice.allows(candidate.address), candidate.change(at: choice.address) == nil else { return false }
            if requiresBridge { return candidate.device != nil && candidate.network != nil }
            return candidate.item.descriptor.wifi == nil || candidate.network != nil
        }
    }

    /// Why a plan may not choose a candidate: the strongest with less security than expected.
    package func refusal(by choice: Plan.Choice) -> AccessoryError? {
        let weaker = choosable.filter { choice.allows($0.address) && $0.change(at: choice.address) != nil }
        guard let candidate = weaker.max(by: { $0.signal < $1.signal }),
            let change = candidate.change(at: choice.address), let ssid = candidate.ssid,
            let bssid = candidate.network?.bssid
        else { return nil }
        return AccessoryError(JoinFailure(change, at: bssid), joining: ssid)
    }

    // MARK: Both radios

    /// Everything in range has been seen, as far as that can be known.
    package var isComplete: Bool { (isLookComplete || !needsWiFi) && (hasListened || !needsBluetooth) }

    package var needsWiFi: Bool { items.contains { $0.descriptor.wifi != nil } }
    package var needsBluetooth: Bool { items.contains { $0.descriptor.bluetooth != nil } }

    /// The networks that a person may have to choose from: those that the descriptor allows, the strongest first.
    package func networks(for candidate: Candidate) -> [WiFiNetwork] {
        let allowed = surroundings.networks.filter { network in
            candidate.item.descriptor.allows(network) && network.security.key != .unsupported
        }
        return allowed.sorted { ($1.signal, $0.bssid.description) < ($0.signal, $1.bssid.description) }
    }

    /// The device's network, if the bridge knows it and it may be joined.
    package func network(of device: Advertisement, for item: Setup.Item) -> WiFiNetwork? {
        guard let network = surroundings.network(of: device), item.descriptor.allows(network),
            network.security.key != .unsupported
        else { return nil }
        return network
    }

    /// Whether some item wants it, alone or as half of an accessory.
    package func concerns(_ network: WiFiNetwork) -> Bool { Self.concern(items, network) }

    package func concerns(_ device: Advertisement) -> Bool { Self.concern(items, device, names) }

    private static func concern(_ items: [Setup.Item], _ network: WiFiNetwork) -> Bool {
        items.contains { $0.descriptor.wifi != nil && $0.descriptor.allows(network) }
    }

    private static func concern(_ items: [Setup.Item], _ device: Advertisement, _ names: NameMatches) -> Bool {
        items.contains { $0.matches(device, names) }
    }

    private func candidate(of device: Advertisement) -> Candidate? {
        let fits = items.filter { item in
            guard let rule = item.descriptor.bluetooth else { return false }
            return item.matches(device, names) && (rule.range == .default || surroundings.isImmediate(device))
        }
        // An item for both radios is more specific than one for Bluetooth alone.
        guard let item = fits.first(where: { $0.descriptor.wifi != nil }) ?? fits.first else { return nil }
        guard item.descriptor.wifi == nil else {
            return Candidate(item: item, device: device, network: network(of: device, for: item))
        }
        return joined(item, device) ?? Candidate(item: item, device: device, network: nil)
    }

    /// One card for a device and the network that correlates with it, if two items of a manifest name them.
    func joined(_ item: Setup.Item, _ device: Advertisement) -> Candidate? {
        guard item.mayBeHalf, let network = surroundings.network(of: device),
            let both = candidate(of: network).flatMap({ item.joined(to: $0.item) })
        else { return nil }
        return Candidate(item: both, device: device, network: network)
    }

    private func candidate(of network: WiFiNetwork) -> Candidate? {
        guard let ssid = network.ssid, network.security.key != .unsupported,
            let match = best(of: matcher.matches(ssid).filter { items[$0].descriptor.allows(network) })
        else { return nil }
        return Candidate(item: items[match], ssid: ssid, network: network)
    }

    /// An item with this very SSID is more specific than one with a prefix: its network may be hidden.
    private func best(of matches: [Int]) -> Int? {
        matches.first { items[$0].descriptor.ssid != nil } ?? matches.first
    }
}
