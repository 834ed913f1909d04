// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// The presence of some accessories on the air, one listening time after the other.
///
/// An accessory is present if it advertises over Bluetooth, or if its set-up hotspot is open. Advertisements and hotspots
/// have no proof: whoever imitates them makes an accessory present, and gets nothing from that.
package struct Presence: Machine, Sendable {
    package enum Radio: String, Hashable, Sendable, CaseIterable {
        case bluetooth
        case wifi
    }

    package enum Event: Sendable {
        /// A listening time begins for these accessories. `at` is the time since the machine's boot.
        case began([ObservedAccessory], at: Duration)
        /// What the accessories are on the home network.
        case identified([Accessory.ID: ExpectedIdentity])
        /// Devices that advertise, or are connected to this machine.
        case heard(Set<MACAddress>)
        case seen([WiFiNetwork])
        /// A radio's part is over. If it could not listen, nothing follows from what it has not heard.
        case over(Radio, hasListened: Bool, at: Duration)
        /// The app may not observe one of the accessories any more.
        case refused(AccessoryError)
    }

    package enum Effect: Hashable, Sendable {
        case listen
        /// Follows these, and no others, on the home network.
        case follow([Accessory.ID: ExpectedIdentity])
        /// Looks at every channel once, and names these networks in its probes.
        case look([SSID])
        case notify(Accessory.ID, Change)
        /// `began` follows after this time.
        case rest(Duration)
        case end(AccessoryError)
    }

    package enum Change: Hashable, Sendable {
        /// Heard for the first time, or again after it had disappeared.
        case appeared(Radio)
        /// Not heard in the last listening times.
        case disappeared
        /// Its set-up hotspot is open again though it had got a network, so somebody has reset it.
        case reset
    }

    /// A look ends then, even if some channel was not visited.
    package static let longestLook = Duration.seconds(20)

    package let duty: ListeningDuty
    private var observed: [Accessory.ID: ObservedAccessory] = [:]
    /// The listening times without a sign since the last one, by accessory and radio. No entry: not present there.
    private var misses: [Accessory.ID: [Radio: Int]] = [:]
    private var underWay: Set<Radio> = []
    private var heard: [Radio: Set<Accessory.ID>] = [:]
    private var hasLooked = false
    private var followed: [Accessory.ID: ExpectedIdentity] = [:]

    /// - Parameter present: accessories that were there before, by the radios that heard them.
    package init(_ duty: ListeningDuty = .observing, present: [Accessory.ID: Radio] = [:]) {
        self.duty = duty
        misses = present.mapValues { [$0: 0] }
    }

    package mutating func receive(_ event: Event) -> [Effect] {
        switch event {
        case .began(let accessories, let now): return begin(accessories, now)
        case .identified(let identities):
            guard identities != followed else { return [] }
            followed = identities
            return [.follow(identities)]
        case .heard(let devices): return notice(.bluetooth) { $0.bluetooth.map(devices.contains) == true }
        case .seen(let networks): return notice(.wifi) { accessory in networks.contains(where: accessory.isHotspot) }
        case .over(let radio, let hasListened, let now):
            guard underWay.remove(radio) != nil else { return [] }
            let effects = hasListened ? miss(on: radio) : []
            return effects + (underWay.isEmpty ? [.rest(pause(at: now))] : [])
        case .refused(let error): return [.end(error)]
        }
    }

    private mutating func begin(_ accessories: [ObservedAccessory], _ now: Duration) -> [Effect] {
        observed = Dictionary(accessories.map { ($0.id, $0) }) { $1 }
        misses = misses.filter { observed[$0.key] != nil }
        heard = [:]
        underWay = []
        var effects: [Effect] = []
        if observed.values.contains(where: { $0.bluetooth != nil }) {
            underWay.insert(.bluetooth)
            effects.append(.listen)
        }
        let ssids = Set(observed.values.compactMap(\.ssid))
        if !ssids.isEmpty, !hasLooked || Int(now / duty.period).isMultiple(of: duty.periodsPerLook) {
            hasLooked = true
            underWay.insert(.wifi)
            effects.append(.look(ssids.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }))
        }
        return underWay.isEmpty ? [.rest(pause(at: now))] : effects
    }

    private mutating func notice(_ radio: Radio, _ isHeard: (ObservedAccessory) -> Bool) -> [Effect] {
        var effects: [Effect] = []
        for (id, accessory) in observed.sorted(by: { $0.key < $1.key }) where isHeard(accessory) {
            heard[radio, default: []].insert(id)
            let before = misses[id] ?? [:]
            misses[id, default: [:]][radio] = 0
            if before.isEmpty { effects.append(.notify(id, .appeared(radio))) }
            if radio == .wifi, before[.wifi] == nil, accessory.isResetByHotspot { effects.append(.notify(id, .reset)) }
        }
        return effects
    }

    private mutating func miss(on radio: Radio) -> [Effect] {
        var effects: [Effect] = []
        for (id, radios) in misses.sorted(by: { $0.key < $1.key }) {
            guard let count = radios[radio], heard[radio]?.contains(id) != true else { continue }
            misses[id]?[radio] = count + 1 < duty.mostMisses(on: radio) ? count + 1 : nil
            guard misses[id]?.isEmpty == true else { continue }
            misses[id] = nil
            effects.append(.notify(id, .disappeared))
        }
        return effects
    }

    /// The time to the next listening time.
    private func pause(at now: Duration) -> Duration { duty.period * (Int(now / duty.period) + 1) - now }
}
