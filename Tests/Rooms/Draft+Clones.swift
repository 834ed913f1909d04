// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Accessories, hotspots and devices that resemble an accessory of the room, in whole or at the end of their names.
extension Draft {
    mutating func clone(of thing: Thing) -> Thing? {
        switch dice.below(5) {
        case 0: lookAlikeDevice(of: thing)
        case 1: lookAlikeNetwork(of: thing)
        case _: sibling(of: thing)
        }
    }

    /// An accessory of the same family, whose name ends the same.
    private mutating func sibling(of thing: Thing) -> Thing? {
        switch thing.family {
        case .provisioning: return provisioning(like: thing.station)
        case .shelly: return shelly(like: thing.station)
        case .espHome: return espHome(like: thing.station)
        case .matter:
            guard case .matter(let discriminator, _, _)? = thing.claims.first,
                let parts = thing.networks.first?.name?.split(separator: "-"), parts.count == 4,
                let vendor = UInt16(parts[2], radix: 16), let product = UInt16(parts[3], radix: 16)
            else { return nil }
            return matter(like: (discriminator, vendor, dice.isLucky(0.5) ? product : product &+ 1))
        case .goPro:
            guard let digits = thing.networks.first?.name?.dropFirst(2) else { return nil }
            // The model's part of the serial number is not in the SSID.
            return goPro(like: dice.isLucky(0.4) ? String(digits) : "24" + dice.digits(2) + digits.suffix(4))
        case .theta:
            guard let digits = thing.networks.first?.name?.dropLast(4).suffix(8) else { return nil }
            return theta(like: dice.isLucky(0.6) ? String(digits) : dice.digits(4) + digits.suffix(4))
        case .canon: return canon()
        case .sony: return sony()
        case .ricoh: return ricoh()
        case .espressifFour: return espressif(hasFour: true)
        case .espressifTwo: return espressif(hasFour: false)
        case .openSpherical: return openSpherical()
        case nil: return nil
        }
    }

    /// Bluetooth alone, with the name of an accessory and nothing else of it.
    private mutating func lookAlikeDevice(of thing: Thing) -> Thing? {
        guard let heard = thing.advertisements.last, let name = heard.name else { return nil }
        var other = Thing(family: nil)
        other.advertisements = [advertisement(from: randomAddress(0b11), name: name)]
        // All that it copies; an address or manufacturer data of its own it has not.
        other.claims = thing.claims.filter {
            switch $0 {
            case .named, .follows, .followsEnd, .digits, .cut: true
            case .read, .at, .besides, .shelly, .suffix, .matter, .serial, .fragment, .end: false
            }
        }
        if dice.isLucky(0.5) {
            other.advertisements[0].services = heard.services
        }
        return other
    }

    /// A hotspot alone, with the name of an accessory's or the end of it.
    private mutating func lookAlikeNetwork(of thing: Thing) -> Thing? {
        guard let name = thing.networks.first?.name else { return nil }
        var other = Thing(family: nil)
        let end = String(name.suffix(4))
        let like =
            switch dice.below(5) {
            case 0: name
            case 1: "Cam-\(name.suffix(6))"
            case 2: "GP\(dice.digits(4))\(end)"
            case 3: "HP-Print-\(end)-OfficeJet"
            case _: String(name.dropLast()) + (end.hasSuffix("0") ? "1" : "0")
            }
        let near = thing.networks[0].bssid.bytes
        let beside = Octets(near).next(UInt8(4 + dice.below(3)))
        other.networks = [network(like, at: dice.isLucky(0.3) && take(beside) ? beside : address())]
        return other
    }
}
