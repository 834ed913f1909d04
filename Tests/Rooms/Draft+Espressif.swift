// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Accessories with one of Espressif's chips with both radios.
extension Draft {
    /// A chip's addresses: its station's, its access point's, and the one that Bluetooth uses.
    struct Chip {
        let station, accessPoint, bluetooth: Octets

        init(base: Octets, hasFour: Bool) {
            station = base
            accessPoint = hasFour ? base.next(1) : base.local
            bluetooth = base.next(hasFour ? 2 : 1)
        }
    }

    mutating func chip(hasFour: Bool, like other: Octets? = nil) -> Chip {
        Chip(base: base(hasFour ? 4 : 2, like: other), hasFour: hasFour)
    }

    /// Whether its network is found by arithmetic; its maker may have changed the address of either radio.
    private mutating func bluetoothAddress(of chip: Chip) -> (BluetoothAddress, [Claim]) {
        if dice.isLucky(0.05) { return (BluetoothAddress(address([0x02]).mac, kind: .public), []) }
        return (BluetoothAddress(chip.bluetooth.mac, kind: .public), [.besides(chip.bluetooth)])
    }

    /// Nothing but its addresses: product names that do not identify the one device.
    mutating func espressif(hasFour: Bool) -> Thing {
        let chip = chip(hasFour: hasFour)
        var thing = Thing(family: hasFour ? .espressifFour : .espressifTwo)
        let (address, claims) = bluetoothAddress(of: chip)
        let product = dice.one(of: ["Lamp", "Fridge", "Sensor", "Valve"])
        thing.advertisements = [advertisement(from: address, name: dice.isLucky(0.8) ? product : nil)]
        thing.networks = [network("\(product) Setup", at: chip.accessPoint)]
        thing.claims = claims
        if dice.isLucky(0.4) {
            // The end of the station's address in both, as makers like to have it.
            let suffix = Array(chip.station.bytes[3...]).upperHex
            thing.advertisements[0].name = "\(product) \(suffix)"
            thing.networks = [network("\(product)-Setup-\(suffix)", at: chip.accessPoint)]
            if !claims.isEmpty { thing.claims.append(.suffix(suffix)) }
        }
        return thing
    }

    mutating func provisioning(like other: Octets? = nil) -> Thing {
        let chip = chip(hasFour: dice.isLucky(0.7), like: other)
        var thing = Thing(family: .provisioning)
        let name = dice.one(of: ["PROV_", "PROV_", "PROV_", "ACME_"]) + Array(chip.station.bytes[3...]).upperHex
        let (address, claims) = bluetoothAddress(of: chip)
        var heard = advertisement(from: address, name: name)
        heard.services = [
            BluetoothUUID(
                made: dice.isLucky(0.5)
                    ? "1775244d-6b43-439b-877c-060f2d9bed07" : "021a9004-0382-4aea-bff4-6b3f1c5adfb4")
        ]
        thing.advertisements = [heard]
        thing.networks = [network(name, at: chip.accessPoint)]
        thing.station = chip.station
        thing.claims = claims
        // With another prefix and without a digit it could be a word, which does not identify the one device.
        if name.hasPrefix("PROV_") || name.contains(where: \.isNumber) { thing.claims.append(.named(name)) }
        if name.hasPrefix("PROV_") { thing.claims.append(.followsEnd(Array(chip.station.bytes[3...]))) }
        return thing
    }

    mutating func shelly(like other: Octets? = nil) -> Thing {
        let chip = chip(hasFour: true, like: other)
        var thing = Thing(family: .shelly)
        let name =
            "Shelly" + dice.one(of: ["Plus1", "PlusPlugS", "Pro4PM", "1MiniG3"]) + "-" + chip.station.bytes.upperHex
        let (address, claims) = bluetoothAddress(of: chip)
        var heard = advertisement(from: address, name: name)
        let mac = dice.isLucky(0.7) ? chip.station.bytes.reversed() : chip.station.bytes
        var fields: [UInt8] = [0x01, UInt8(dice.below(32)), 0x00]
        if dice.isLucky(0.9) {
            fields += [0x0A] + mac
            thing.claims += [.at(chip.accessPoint.mac), .shelly([chip.station])]
        }
        heard.manufacturerData[0x0BA9] = fields + [0x0B] + dice.bytes(2)
        thing.advertisements = [heard]
        thing.networks = [network(name, at: chip.accessPoint, security: .open)]
        thing.station = chip.station
        thing.claims += [.named(name), .follows(chip.accessPoint.mac)] + claims
        if !claims.isEmpty { thing.claims.append(.shelly([chip.bluetooth.next(0xFF), chip.bluetooth.next(0xFE)])) }
        return thing
    }

    mutating func espHome(like other: Octets? = nil) -> Thing {
        let chip = chip(hasFour: dice.isLucky(0.8), like: other)
        var thing = Thing(family: .espHome)
        let room = dice.one(of: ["kitchen", "living-room", "bedroom-upstairs", "garage", "lab"])
        let what = dice.one(of: ["lamp", "light", "ceiling-light", "thermometer-outside-north"])
        let name = "\(room)-\(what)-" + Array(chip.station.bytes[3...]).lowerHex
        let ssid = name.count > 32 ? name.prefix(25) + name.suffix(7) : name[...]
        let sent = name.count > 20 ? String(name.prefix(13) + name.suffix(7)) : name
        let (address, claims) = bluetoothAddress(of: chip)
        var heard = advertisement(from: address, name: sent)
        heard.services = [BluetoothUUID(made: "00467768-6228-2272-4663-277478268000")]
        heard.serviceData[BluetoothUUID(made: "4677")] = [UInt8(1 + dice.below(3)), UInt8(dice.below(2)), 0, 0, 0, 0]
        thing.advertisements = [heard]
        thing.networks = [network(String(ssid), at: chip.accessPoint)]
        thing.station = chip.station
        thing.claims = [.cut(sent), .followsEnd(Array(chip.station.bytes[3...]))] + claims
        return thing
    }
}
