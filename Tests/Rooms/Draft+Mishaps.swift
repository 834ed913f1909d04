// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Changes by owners, and losses on the air: an accessory is not as its maker sent it out, or is not heard as it is.
extension Draft {
    mutating func upset(_ whole: Thing) -> Thing {
        var thing = whole
        let factoryName = thing.networks.first?.ssid
        if dice.isLucky(temper.renamed) { rename(&thing) }
        if dice.isLucky(temper.hidden) {
            for index in thing.networks.indices { thing.networks[index].ssid = nil }
        }
        if dice.isLucky(temper.twoAccessPoints), var second = thing.networks.first {
            second.bssid = address().mac
            second.frequency = 5240
            thing.networks.append(second)
        }
        if dice.isLucky(temper.bonded) {
            bond(&thing, factoryName)
        } else if dice.isLucky(temper.rotating) {
            rotate(&thing)
        }
        if dice.isLucky(temper.partial) { cutShort(&thing) }
        thing.isSilent = dice.isLucky(temper.lost)
        thing.isOutOfReach = dice.isLucky(temper.lost)
        return thing
    }

    private mutating func rename(_ thing: inout Thing) {
        let name = dice.one(of: ["Anna's camera", "Garden", "hotspot \(dice.digits(2))", "MyCam-\(dice.digits(4))"])
        for index in thing.networks.indices { thing.networks[index].ssid = SSID(made: name) }
        if thing.readSSID != nil { thing.readSSID = SSID(made: name) }
    }

    /// With a bond it is heard by the address that stays, whatever it sends; most are known from another day, some from
    /// before they got the name that they have.
    private mutating func bond(_ thing: inout Thing, _ factoryName: SSID?) {
        guard var heard = thing.advertisements.last, let network = thing.networks.first else { return }
        let isRotating = dice.isLucky(temper.rotating)
        heard.isBonded = true
        thing.advertisements = isRotating ? [copy(heard)] : []
        thing.advertisements.append(heard)
        guard dice.isLucky(0.7) else { return }
        thing.memory = Thing.Memory(bssid: network.bssid, ssid: dice.isLucky(0.8) ? factoryName : nil)
        thing.claims.append(.at(network.bssid))
    }

    private mutating func rotate(_ thing: inout Thing) {
        guard let heard = thing.advertisements.last else { return }
        thing.advertisements = (0...dice.below(3)).map { _ in copy(heard) }
        thing.claims.removeAll {
            switch $0 {
            case .besides, .suffix: true
            // Only the claims from its data stay.
            case .shelly(let addresses): addresses.count > 1
            case .named, .read, .at, .follows, .followsEnd, .matter, .digits, .cut, .serial, .end, .fragment: false
            }
        }
    }

    private mutating func copy(_ heard: Advertisement) -> Advertisement {
        var other = heard
        other.address = resolvableAddress()
        other.isBonded = false
        return other
    }

    /// The answer to the active scan does not come through: it has the name, and of a GoPro the service data.
    private mutating func cutShort(_ thing: inout Thing) {
        for index in thing.advertisements.indices {
            thing.advertisements[index].name = nil
            if thing.family == .goPro { thing.advertisements[index].serviceData = [:] }
        }
        thing.claims.removeAll {
            switch $0 {
            case .named, .follows, .followsEnd, .cut, .digits, .serial, .fragment, .end: true
            case .read, .at, .besides, .shelly, .suffix, .matter: false
            }
        }
    }
}
