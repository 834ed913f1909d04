// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Devices with one radio, or with two that no published rule correlates.
extension Draft {
    mutating func stranger() -> Thing {
        switch dice.below(12) {
        case 0, 1: router()
        case 2: mesh()
        case 3: wiFiAccessory()
        case 4, 5: phone()
        case 6: namesake()
        case 7: stationNextDoor()
        case 8: bluetoothNextDoor()
        case 9: beacon()
        case _: headset()
        }
    }

    private mutating func router() -> Thing {
        var thing = Thing(family: nil)
        let name = dice.one(of: ["FRITZ!Box 7590 ", "TP-Link_", "NETGEAR", "Vodafone-"]) + dice.bytes(2).upperHex
        thing.networks = [network(name, at: address(), security: .wpa2)]
        if dice.isLucky(temper.hidden) { thing.networks[0].ssid = nil }
        return thing
    }

    /// Several access points with one name.
    private mutating func mesh() -> Thing {
        var thing = Thing(family: nil)
        let name = dice.one(of: ["Home", "Office", "eduroam", "Guest \(dice.digits(2))"])
        thing.networks = (0..<2 + dice.below(3)).map { _ in network(name, at: address(), security: .wpa3) }
        return thing
    }

    /// Families with a hotspot and no Bluetooth.
    private mutating func wiFiAccessory() -> Thing {
        var thing = Thing(family: nil)
        let base = base(2)
        let suffix = Array(base.bytes[3...])
        let name =
            switch dice.below(5) {
            case 0: "WLED-AP"
            case 1: "WLED-\(suffix.lowerHex)"
            case 2: "tasmota-\(suffix.upperHex)-\(dice.digits(4))"
            case 3: "ESP_\(suffix.upperHex)"
            case _: "shellyplug-s-\(suffix.upperHex)"
            }
        thing.networks = [network(name, at: base.local, security: .open)]
        return thing
    }

    /// Its addresses change, it has no name, and its hotspot has nothing to do with what it advertises.
    private mutating func phone() -> Thing {
        var thing = Thing(family: nil)
        for _ in 0...dice.below(3) {
            let address = dice.isLucky(0.7) ? resolvableAddress() : randomAddress(0b00)
            var heard = advertisement(from: address)
            heard.manufacturerData[0x004C] = [0x10, 0x05] + dice.bytes(5)
            thing.advertisements.append(heard)
        }
        if dice.isLucky(temper.bonded) {
            var heard = advertisement(
                from: BluetoothAddress(address().mac, kind: .public), name: "iPhone")
            heard.isBonded = true
            thing.advertisements.append(heard)
        }
        if dice.isLucky(0.4) {
            thing.networks = [network(dice.one(of: ["iPhone", "AndroidAP_\(dice.digits(4))"]), at: address([0x02]))]
        }
        return thing
    }

    /// A name that many devices and networks have identifies none of them.
    private mutating func namesake() -> Thing {
        var thing = Thing(family: nil)
        let name = dice.one(of: ["Samsung", "Camera", "JBL", "Setup", "Lamp"])
        if dice.isLucky(0.5) {
            thing.advertisements = [advertisement(from: randomAddress(0b11), name: name)]
        } else {
            thing.networks = [network(name, at: address())]
        }
        return thing
    }

    /// A chip without Bluetooth whose access point has the address before, or after, somebody else's Bluetooth address.
    private mutating func stationNextDoor() -> Thing {
        var thing = Thing(family: nil)
        var accessPoint = base(2).next(1)
        // Where the last octet wraps for a neighbour, this is the address that it would have if it did not.
        if let wrapped = things.compactMap(\.networks.first?.bssid.bytes).first(where: { $0[5] == 0xFF }) {
            let carried = Octets(Array(wrapped[..<4]) + [wrapped[4] &+ 1, 0])
            if take(carried) { accessPoint = carried }
        }
        thing.networks = [network("Meter-\(accessPoint.bytes[5])", at: accessPoint, security: .open)]
        return thing
    }

    /// A chip without Wi-Fi, whose one address may come right after another chip's access point.
    private mutating func bluetoothNextDoor() -> Thing {
        var thing = Thing(family: nil)
        let address = BluetoothAddress(base(1).mac, kind: .public)
        thing.advertisements = [advertisement(from: address, name: dice.isLucky(0.5) ? "Switch" : nil)]
        return thing
    }

    private mutating func beacon() -> Thing {
        var thing = Thing(family: nil)
        var heard = advertisement(from: randomAddress(dice.one(of: [0b00, 0b11])))
        let service = BluetoothUUID(made: "FEAA")
        heard.services = [service]
        heard.serviceData[service] = [0x00] + dice.bytes(17)
        thing.advertisements = [heard]
        return thing
    }

    private mutating func headset() -> Thing {
        var thing = Thing(family: nil)
        let name = dice.one(of: [
            "WH-1000XM5", "Galaxy Watch (\(dice.bytes(2).upperHex))", "Nordic_UART", "GoPro Remote",
        ])
        thing.advertisements = [advertisement(from: BluetoothAddress(address().mac, kind: .public), name: name)]
        // Nordic's Wi-Fi provisioning: its address has nothing to do with its other radio's.
        if name == "Nordic_UART" {
            thing.advertisements[0].services = [BluetoothUUID(made: "14387800-130c-49e7-b877-2881c89cb258")]
        }
        return thing
    }
}
