// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// One search for the own radio of accessories that are on their way to another home network.
struct FallbackSearch: Sendable {
    /// A look at all channels takes a few seconds; a device without a network advertises several times a second.
    static let time: Duration = .seconds(15)

    let daemon: Daemon

    /// Ends when all of them are there, or when the time is over.
    func find(_ accessories: [Accessory.ID]) async -> [Accessory.ID: NewAccessories.Found] {
        let access = await daemon.access
        let wanted = accessories.filter(access.isFallbackDue(of:)).map { ($0, access.fallback(of: $0)) }
        guard !wanted.isEmpty else { return [:] }
        var survey = Survey(radio: daemon.radio, bluetooth: daemon.bluetooth, clock: daemon.clock, time: Self.time)
        if wanted.contains(where: \.1.isOverHotspot), let adapter = try? await daemon.chooseRadio(sharing: true) {
            survey.look = LookRequest(interface: adapter.interface, remembers: false)
        }
        if wanted.contains(where: \.1.isOverBluetooth) { survey.listen = ListenRequest(rules: []) }
        var surroundings = Surroundings(access.bridge(for: nil))
        func isMeant<Thing>(_ thing: Thing, _ rule: (Fallback) -> (Thing) -> Bool) -> Bool {
            wanted.contains { rule($0.1)(thing) }
        }
        try? await survey.run { news, now throws(AllFound) in
            switch news {
            case .networks(let look):
                // Any other may show a hotspot that has closed, and this machine's network would be cut for it.
                guard look.isComplete else { return }
                surroundings.observe(look.networks, at: now) { isMeant($0, Fallback.isMeant(_:)) }
            case .devices(let devices): surroundings.observe(devices, at: now) { isMeant($0, Fallback.isMeant(_:)) }
            case .cannotLook, .cannotListen, .listened: return
            }
            if wanted.allSatisfy({ $0.1.found(in: surroundings) != nil }) { throw AllFound() }
        }
        return wanted.reduce(into: [:]) { $0[$1.0] = $1.1.found(in: surroundings) }
    }

    private struct AllFound: Error {}
}

extension Access {
    func fallback(of accessory: Accessory.ID) -> Fallback {
        Fallback(
            book.identities[accessory] ?? ExpectedIdentity(), records.records(of: accessory).map(observed))
    }

    fileprivate func isFallbackDue(of accessory: Accessory.ID) -> Bool {
        fallbackState(of: accessory) == .absent && book.residences[accessory]?.move?.rests(at: now) == false
    }

    func fallbackState(of accessory: Accessory.ID) -> MoveWalk.FallbackState {
        guard fallback(of: accessory).isPossible else { return .impossible }
        return book.residences[accessory]?.move?.tries ?? 0 < Fallback.mostTries ? .absent : .tried
    }
}
