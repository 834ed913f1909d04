// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Draft {
    /// - Parameter serial: its last eight digits, where it is to be like another model's.
    mutating func goPro(like serial: String? = nil) -> Thing {
        var thing = Thing(family: .goPro)
        let serial = serial ?? "24" + dice.digits(6)
        let end = String(serial.suffix(4))
        let accessPoint = address([0xD4, 0x32, 0x60])
        let address =
            dice.isLucky(0.5) ? randomAddress(0b11) : BluetoothAddress(address([0xD4, 0x32, 0x60]).mac, kind: .public)
        var heard = advertisement(from: address, name: "GoPro \(end)")
        let service = BluetoothUUID(made: "FEA6")
        heard.services = [service]
        // Some send six digits of the serial number, where most send a hash that cannot be read.
        let sendsSerial = dice.isLucky(0.4)
        let hash = sendsSerial ? Array(("13" + serial.prefix(4)).utf8) : [0x83] + dice.bytes(5)
        let camera = dice.one(of: [55, 57, 58, 60, 62, 64, 65] as [UInt8])
        heard.manufacturerData[0x02F2] = [0x02, 0x03, camera, 0x33, 0x00] + hash + [0x0F]
        // Which four of the access point's octets these are is not published, nor whether all models have them.
        let saysAddress = dice.isLucky(0.5)
        let fragment = saysAddress ? Array(accessPoint.bytes[2...]) : dice.bytes(4)
        heard.serviceData[service] = fragment + Array(end.utf8)
        thing.advertisements = [heard]
        thing.networks = [network("GP\(serial)", at: accessPoint, security: .wpa2)]
        thing.claims = [.end(end)]
        if sendsSerial { thing.claims.append(.serial(serial)) }
        if saysAddress { thing.claims.append(.fragment(fragment)) }
        return thing
    }

    /// Two reads in three come before the room ends; without one nothing identifies its network.
    mutating func sony() -> Thing {
        let model = dice.one(of: ["ILCE-7M4", "ILCE-6700", "ZV-E10", "DSC-RX100M7"])
        var thing = Thing(family: .sony)
        var heard = advertisement(from: randomAddress(0b11), name: model)
        heard.manufacturerData[0x012D] =
            [0x03, 0x00, 0x64, 0x00] + Array("E1".utf8) + [0x22, 0xEF, 0x00, 0x21, 0x70, 0x00]
        thing.advertisements = [heard]
        thing.networks = [network("DIRECT-\(dice.bytes(2).lowerHex):\(model)", at: address(), security: .wpa2)]
        return read(thing)
    }

    /// Its network's default name is a model's, so that two of them have the same one.
    mutating func canon() -> Thing {
        let model = dice.one(of: ["EOSR6", "EOSR10", "EOSM50"])
        var thing = Thing(family: .canon)
        var heard = advertisement(from: randomAddress(0b11), name: model)
        heard.services = [BluetoothUUID(made: "00010000-0000-1000-0000-d8492fffa821")]
        thing.advertisements = [heard]
        let ssid = dice.isLucky(0.2) ? "\(model)_Canon0A" : "\(model)-\(dice.digits(3))_Canon0A"
        thing.networks = [network(ssid, at: address(), security: .wpa2)]
        return read(thing)
    }

    mutating func ricoh() -> Thing {
        let model = dice.one(of: ["GR III", "PENTAX K-3"])
        var thing = Thing(family: .ricoh)
        var heard = advertisement(from: randomAddress(0b11), name: model)
        heard.services = [BluetoothUUID(made: "F37F568F-9071-445D-A938-5441F2E82399")]
        thing.advertisements = [heard]
        let ssid = model.hasPrefix("GR") ? "RICOH_\(dice.bytes(3).upperHex)" : "PENTAX_\(dice.bytes(3).upperHex)"
        thing.networks = [network(ssid, at: address(), security: .wpa2)]
        return read(thing)
    }

    mutating func theta(like digits: String? = nil) -> Thing {
        var thing = Thing(family: .theta)
        let digits = digits ?? dice.digits(8)
        let name = "THETA" + dice.one(of: ["YL", "YN", "YP", "YR"]) + digits
        let isShort = dice.isLucky(0.4)
        var heard = advertisement(from: randomAddress(0b11), name: isShort ? digits : name)
        heard.services = [BluetoothUUID(made: "F74D1BA5-BC52-4F10-99C0-85E785EBE43F")]
        thing.advertisements = [heard]
        thing.networks = [network("\(name).OSC", at: address(), security: .wpa2)]
        thing.claims = [isShort ? .digits(digits) : .named("\(name).OSC")]
        return thing
    }

    mutating func openSpherical() -> Thing {
        var thing = Thing(family: .openSpherical)
        let end = dice.bytes(3).upperHex
        let name = dice.one(of: ["ONE X2 ", "X3 ", "360cam-"]) + end
        thing.advertisements = [advertisement(from: randomAddress(0b11), name: name)]
        thing.networks = [network("\(name).OSC", at: address(), security: .wpa2)]
        // Without a digit it could be a word, which does not identify the one camera.
        if end.contains(where: \.isNumber) { thing.claims = [.named("\(name).OSC")] }
        return thing
    }

    private mutating func read(_ thing: Thing) -> Thing {
        var thing = thing
        if dice.isLucky(0.66) { thing.readSSID = thing.networks[0].ssid }
        return thing
    }
}
