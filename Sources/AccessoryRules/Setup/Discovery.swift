// SPDX-License-Identifier: Apache-2.0

package import AccessoryBridge
package import AccessoryModel

/// What one picker has heard so far: what matches, in an order that does not move under a person's finger, what is gone
/// again, and, in filter mode, what the app was told of and approved.
///
/// A descriptor with both radios is led by Bluetooth: its device makes one card, which has the network too as soon as
/// the bridge knows which it is. Its network alone makes none.
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
    package private(set) var isLookComplete = false
    /// Bluetooth was listened to for as long as most devices take to be heard.
    package var hasListened = false
    /// What was heard, matching or not.
    package private(set) var surroundings: Surroundings
    private let matcher: Matcher
    package private(set) var names: NameMatches
    private var told: Set<String> = []
    private var approvals: [String: Approval] = [:]

    /// - Parameter bridge: with what is known before anything is heard: the rules, and what earlier set-ups found out.
    package init(_ items: [Setup.Item], filters: Bool, bridge: Bridge = Bridge()) {
        self.items = items
        self.filters = filters
        surroundings = Surroundings(bridge)
        matcher = Matcher(items.map(\.descriptor))
        names = NameMatches(items.compactMap(\.descriptor.bluetooth))
    }

    package static func == (left: Discovery, right: Discovery) -> Bool {
        left.items == right.items && left.filters == right.filters && left.candidates == right.candidates
            && left.notShown == right.notShown && left.isLookComplete == right.isLookComplete
            && left.hasListened == right.hasListened && left.told == right.told
            && left.approvals == right.approvals && left.surroundings == right.surroundings
    }

    /// Takes what was heard over Wi-Fi. Returns those that an app in filter mode has not heard of yet.
    package mutating func hear(_ look: Look, at time: Duration) -> [Candidate] {
        isLookComplete = look.isComplete
        surroundings.hear(look.networks, at: time) { [items] in Self.concern(items, $0) }
        return update()
    }

    /// The same over Bluetooth.
    package mutating func hear(_ devices: [Advertisement], at time: Duration) -> [Candidate] {
        read(devices)
        surroundings.hear(devices, at: time) { [items, names] in Self.concern(items, $0, names) }
        return update()
    }

    /// What the device itself, or the app that talked to it, said.
    package mutating func learn(_ ssid: SSID, of device: MACAddress) { surroundings.learn(ssid, of: device) }

    /// The device has told by which address it stays itself.
    package mutating func identify(_ former: MACAddress, as device: Advertisement) {
        surroundings.identify(former, as: device)
        read(surroundings.devices)
    }

    /// Reads the names of all devices that are heard at the moment, for ``concerns(_:)-(Advertisement)``.
    package mutating func read(_ devices: [Advertisement]) { names.read(devices.lazy.compactMap(\.name)) }

    private mutating func update() -> [Candidate] {
        var heard: [String: Candidate] = [:]
        var bridged: Set<MACAddress> = []
        for device in surroundings.devices {
            guard let candidate = candidate(of: device) else { continue }
            heard[candidate.id] = candidate
            if let bssid = candidate.network?.bssid { bridged.insert(bssid) }
        }
        for network in surroundings.networks where !bridged.contains(network.bssid) {
            if let candidate = candidate(of: network) { heard[candidate.id] = candidate }
        }
        for index in candidates.indices {
            if let again = heard.removeValue(forKey: candidates[index].id) {
                candidates[index] = again
            } else {
                candidates[index].isGone = true
            }
        }
        // A network that turned out to be a device's has its card there.
        candidates.removeAll { $0.device == nil && $0.network.map { bridged.contains($0.bssid) } == true }
        candidates += heard.values.sorted { ($1.signal, $0.id) < ($0.signal, $1.id) }
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

    /// What a plan may choose, where nobody can point out a device's network, or accept one that is secured
    /// with less than expected.
    ///
    /// - Parameter requiresBridge: only what both radios heard: the network that a device was heard with is its by the
    ///   bridge alone.
    package func determined(requiresBridge: Bool) -> [Candidate] {
        choosable.filter { candidate in
            guard candidate.change == nil else { return false }
            if requiresBridge { return candidate.device != nil && candidate.network != nil }
            return candidate.item.descriptor.wifi == nil || candidate.network != nil
        }
    }

    /// Why a plan may not choose what is there: the strongest that is secured with less than expected.
    package func refusal(by choice: Plan.Choice) -> AccessoryError? {
        let weaker = choosable.filter { $0.change != nil && choice.allows($0.address) }
        guard let candidate = weaker.max(by: { $0.signal < $1.signal }), let change = candidate.change,
            let ssid = candidate.ssid, let bssid = candidate.network?.bssid
        else { return nil }
        return AccessoryError(JoinFailure(change, at: bssid), joining: ssid)
    }

    // MARK: Both radios

    /// What is there was heard, as far as that can be said.
    package var isComplete: Bool { (isLookComplete || !needsWiFi) && (hasListened || !needsBluetooth) }

    package var needsWiFi: Bool { items.contains { $0.descriptor.wifi != nil } }
    package var needsBluetooth: Bool { items.contains { $0.descriptor.bluetooth != nil } }

    /// What a person may be asked to tell apart: the networks that the descriptor allows, the strongest first.
    package func networks(for candidate: Candidate) -> [WiFiNetwork] {
        let allowed = surroundings.networks.filter { network in
            guard let ssid = network.ssid else { return false }
            return candidate.item.descriptor.allows(ssid) && network.security.key != .unsupported
        }
        return allowed.sorted { ($1.signal, $0.bssid.description) < ($0.signal, $1.bssid.description) }
    }

    /// The network that is the device's, where the bridge knows and it may be joined.
    package func network(of device: Advertisement, for item: Setup.Item) -> WiFiNetwork? {
        guard let network = surroundings.network(of: device), let ssid = network.ssid, item.descriptor.allows(ssid),
            network.security.key != .unsupported
        else { return nil }
        return network
    }

    /// Whether some item would have it, alone or as half of an accessory.
    package func concerns(_ network: WiFiNetwork) -> Bool { Self.concern(items, network) }

    package func concerns(_ device: Advertisement) -> Bool { Self.concern(items, device, names) }

    private static func concern(_ items: [Setup.Item], _ network: WiFiNetwork) -> Bool {
        network.ssid.map { ssid in
            items.contains { $0.descriptor.wifi != nil && $0.descriptor.allows(ssid) }
        } ?? false
    }

    private static func concern(_ items: [Setup.Item], _ device: Advertisement, _ names: NameMatches) -> Bool {
        items.contains { $0.matches(device, names) }
    }

    private func candidate(of device: Advertisement) -> Candidate? {
        let fits = items.filter { item in
            guard let rule = item.descriptor.bluetooth else { return false }
            return item.matches(device, names) && (rule.range == .default || surroundings.isImmediate(device))
        }
        // An item that asks for both radios knows more than one that asks for Bluetooth alone.
        guard let item = fits.first(where: { $0.descriptor.wifi != nil }) ?? fits.first else { return nil }
        let network = item.descriptor.wifi == nil ? nil : network(of: device, for: item)
        return Candidate(item: item, device: device, network: network)
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
}
