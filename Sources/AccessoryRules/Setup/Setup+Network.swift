// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel

/// From a choice to its network: ask the accessory, look for it, or ask the person.
extension Setup {
    mutating func findNetwork(of candidate: Candidate) -> [Effect] {
        guard candidate.item.descriptor.wifi != nil else {
            // A person who chooses quickly does so before the other half was seen.
            let mayHaveNetwork = candidate.item.mayBeHalf && !discovery.isLookComplete && wifiFault == nil
            return mayHaveNetwork ? locate(candidate, nil, isHandedOut: false) : recognize(candidate)
        }
        let isKnown = candidate.network != nil
        let isOpen = candidate.network?.security.key != .passphrase || passphrase != nil
        if let recipe = candidate.recipe, let device = candidate.device, !isKnown || !isOpen {
            state = .chosen(candidate, .reading(recipe))
            return [.report(.readingNetwork), .exchange(recipe.steps, device.address)]
        }
        return useNetwork(of: candidate)
    }

    mutating func read(_ candidate: Candidate, _ recipe: HotspotRecipe, _ answers: [[UInt8]]) -> [Effect] {
        guard let device = candidate.device else { return [] }
        var candidate = candidate
        let sent: (ssid: SSID, passphrase: Passphrase?)
        do throws(HotspotRecipeFault) {
            sent = try recipe.decode(answers)
        } catch {
            return setupFailed(Self.unreadable(candidate, "\(error)"))
        }
        guard candidate.item.descriptor.allows(sent.ssid) else {
            return setupFailed(Self.otherNetwork(candidate, sent.ssid))
        }
        if let passphrase = sent.passphrase { self.passphrase = passphrase }
        discovery.learn(sent.ssid, of: device.address.address)
        candidate.network = discovery.network(of: device, for: candidate.item)
        candidate.ssid = candidate.network?.ssid
        return candidate.network == nil ? locate(candidate, sent.ssid) : useNetwork(of: candidate)
    }

    /// If it does not hand out its network, the search goes on as if it had no way to.
    mutating func notRead(_ candidate: Candidate, _ failure: BluetoothFailure) -> [Effect] {
        [.note("'\(candidate.title)' did not hand out its network: \(failure)")] + useNetwork(of: candidate)
    }

    private mutating func useNetwork(of candidate: Candidate) -> [Effect] {
        if let network = candidate.network {
            // If the network was on the screen, the picker has asked for its passphrase.
            guard candidate.device != nil, network.security.key == .passphrase, passphrase == nil, choice == nil
            else { return join(candidate, passphrase) }
            let error = Self.passphraseNeeded(candidate)
            return ask(.passphrase(candidate, error), or: error)
        }
        // An app that confirms names the network, after it has talked to the accessory.
        if candidate.item.options.contains(.confirmAuthorization) { return recognize(candidate) }
        let ssid = candidate.item.descriptor.ssid
        // A person who chooses quickly does so before every channel was visited.
        guard ssid == nil, discovery.isLookComplete else { return locate(candidate, ssid, isHandedOut: false) }
        let networks = discovery.networks(for: candidate)
        return networks.isEmpty ? goOnWithoutNetwork(candidate) : identify(candidate, networks)
    }

    mutating func join(_ candidate: Candidate, _ passphrase: Passphrase?) -> [Effect] {
        state = .chosen(candidate, .joining)
        self.passphrase = passphrase
        return [.join(candidate, passphrase, accepting: accepted)]
    }

    /// The caller may find out its network and name it.
    private mutating func goOnWithoutNetwork(_ candidate: Candidate) -> [Effect] {
        canConfirm ? recognize(candidate) : setupFailed(Self.noNetwork(candidate))
    }

    /// - Parameter isHandedOut: the accessory, or the app that talked to it, named the network. Otherwise the descriptor did.
    mutating func locate(_ candidate: Candidate, _ ssid: SSID?, isHandedOut: Bool = true) -> [Effect] {
        if isHandedOut, let ssid, let device = candidate.device { discovery.learn(ssid, of: device.address.address) }
        state = .chosen(candidate, .locating(ssid))
        var request = LookRequest(
            interface: interface, ssids: [ssid].compactMap { $0 }, likelyFrequencies: likelyFrequencies)
        request.bands = Set([candidate.item.descriptor.band].compactMap { $0 })
        return [.report(.locatingNetwork), .startTimer(Self.locatingPatience), .look(request)]
    }

    /// Searches until the bridge knows. Once every channel was visited, a person may choose among the namesakes.
    mutating func locate(_ candidate: Candidate, _ ssid: SSID?, in look: Look, at time: Duration) -> [Effect] {
        _ = discovery.observe(look, at: time)
        guard let device = candidate.device else { return [] }
        var candidate = candidate
        guard candidate.item.descriptor.wifi != nil else {
            if let both = discovery.joined(candidate.item, device) {
                return [.stopTimer, .stopSearching] + findNetwork(of: both)
            }
            return discovery.isLookComplete ? goOnAlone(candidate) : []
        }
        if let network = discovery.network(of: device, for: candidate.item), ssid == nil || network.ssid == ssid {
            candidate.network = network
            candidate.ssid = network.ssid
            return [.stopTimer, .stopSearching] + useNetwork(of: candidate)
        }
        guard discovery.isLookComplete else { return [] }
        let named = discovery.networks(for: candidate).filter { ssid == nil || $0.ssid == ssid }
        if !named.isEmpty { return [.stopSearching] + identify(candidate, named) }
        return ssid == nil ? [.stopTimer, .stopSearching] + goOnWithoutNetwork(candidate) : []
    }

    private mutating func identify(_ candidate: Candidate, _ networks: [WiFiNetwork]) -> [Effect] {
        guard choice == nil else { return setupFailed(Self.tooClose(candidate, networks)) }
        return ask(.network(candidate, networks), or: Self.notPointedOut(candidate))
    }

    mutating func pointedOut(_ bssid: MACAddress, of candidate: Candidate) -> [Effect] {
        guard let network = discovery.networks(for: candidate).first(where: { $0.bssid == bssid }) else { return [] }
        var candidate = candidate
        candidate.network = network
        candidate.ssid = network.ssid
        return [.stopTimer] + useNetwork(of: candidate)
    }

    mutating func notLocated(_ candidate: Candidate, _ ssid: SSID?) -> [Effect] {
        guard candidate.item.descriptor.wifi != nil else { return goOnAlone(candidate) }
        return halt(candidate, Self.notLocated(candidate, ssid), at: .locating(ssid))
    }

    /// It has no network, as far as that was seen.
    mutating func goOnAlone(_ candidate: Candidate) -> [Effect] {
        [.stopTimer, .stopSearching] + recognize(candidate)
    }

    private mutating func recognize(_ candidate: Candidate) -> [Effect] {
        state = .chosen(candidate, .recognizing)
        return [.recognize(candidate)]
    }
}
