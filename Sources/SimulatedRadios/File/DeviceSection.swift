// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension SimulatedDevice {
    static let keys: Set<String> = [
        "Address", "AddressType", "Name", "Services", "ServiceData", "ManufacturerData", "RSSI", "Appears", "Goes",
        "Returns", "RotatesEvery", "Pairing", "Number", "Bonded", "LostBond", "Characteristics", "Descriptors",
        "Notifies", "MTU",
        "Drops", "Hotspot", "StartsHotspot", "ClassicAddress", "Fault", "FaultCount",
    ]

    private enum AddressType: String, CaseIterable {
        case `public`
        case random
    }

    /// Reads a group `[Device LABEL]`.
    ///
    /// - Parameter points: the access points by their labels.
    init(_ section: Section, points: [String: Int]) throws(KeyFileFault) {
        try section.expect(Self.keys)
        let type = try section.word("AddressType") { (type: AddressType) in type.rawValue } ?? .public
        let address = BluetoothAddress(
            try section.address("Address", of: "Bluetooth device"), isRandom: type == .random)
        self.init(address: address)
        presence = try section.presence()
        rotates = try section.duration("RotatesEvery")
        if let rotates {
            guard rotates >= .seconds(1) else { throw section.fault("RotatesEvery", "at least a second") }
            guard address.isLasting else {
                throw section.fault(
                    "Address", "of a device that rotates it is the one that stays: its first bits are 11")
            }
        }
        try readAdvertisement(section)
        try readPairing(section)
        characteristics = try readCharacteristics(section)
        try readDescriptors(section)
        try readIntervals(section)
        mtu = try section.number("MTU", in: 23...517) ?? mtu
        drops = try section.duration("Drops")
        hotspot = try Self.hotspot(section, points)
        if let trigger = hotspot?.trigger, !characteristics.contains(where: { $0.place == trigger.place }) {
            var characteristic = SimulatedDevice.Characteristic(
                place: trigger.place, value: [], isEncrypted: trigger.isEncrypted)
            characteristic.properties = [.write]
            characteristics.append(characteristic)
        }
        if section.has("ClassicAddress") {
            classicAddress = try section.address("ClassicAddress", of: "Bluetooth device")
        }
        fault = try section.word("Fault") { (fault: Fault) in fault.rawValue } ?? fault
        faultsLeft = try section.number("FaultCount", in: 1...1000)
        if fault == .none || fault == .vanish, faultsLeft != nil {
            let reason = fault == .none ? "there is no Fault to count" : "Fault=vanish happens once and for good"
            throw section.fault("FaultCount", reason)
        }
    }

    private mutating func readAdvertisement(_ section: Section) throws(KeyFileFault) {
        name = try section.text("Name")
        if let name, name.utf8.count > BluetoothRule.longestName {
            throw section.fault("Name", "it has at most \(BluetoothRule.longestName) bytes")
        }
        for item in try section.list("Services") { services.insert(try section.service(item, in: "Services")) }
        serviceData = try section.table("ServiceData") { text throws(KeyFileFault) in
            try section.service(text, in: "ServiceData")
        }
        manufacturerData = try section.table("ManufacturerData") { text throws(KeyFileFault) in
            guard text.utf8.count == 4, let bytes = [UInt8](hexadecimal: String(text)) else {
                throw section.fault(
                    "ManufacturerData", "'\(text)' is not a company's identifier of four hexadecimal digits")
            }
            return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        }
        if let level = try section.level("RSSI") { rssi = level }
    }

    private mutating func readPairing(_ section: Section) throws(KeyFileFault) {
        pairing = try section.word("Pairing") { (pairing: Pairing) in pairing.rawValue } ?? pairing
        if let number = try section.number("Number", in: 0...999_999) {
            switch pairing {
            case .comparison, .passkey, .display, .fail: self.number = UInt32(number)
            case .none, .justWorks, .refuse:
                throw section.fault("Number", "Pairing=\(pairing.rawValue) shows none")
            }
        }
        isBonded = try section.flag("Bonded") ?? isBonded
        isStale = try section.flag("LostBond") ?? isStale
        if isStale, !isBonded { throw section.fault("LostBond", "there is none to lose; set Bonded as well") }
    }

    private func readCharacteristics(_ section: Section) throws(KeyFileFault) -> [Characteristic] {
        var found: [Characteristic] = []
        for item in try section.list("Characteristics") {
            let characteristic = try section.characteristic(item, in: "Characteristics")
            guard !found.contains(where: { $0.place == characteristic.place }) else {
                throw section.fault("Characteristics", "'\(item)' is there twice")
            }
            found.append(characteristic)
        }
        return found
    }

    private mutating func readDescriptors(_ section: Section) throws(KeyFileFault) {
        for item in try section.list("Descriptors") {
            let (index, descriptor) = try section.descriptor(item, in: "Descriptors", of: characteristics)
            guard !characteristics[index].descriptors.contains(where: { $0.uuid == descriptor.uuid }) else {
                throw section.fault("Descriptors", "'\(item)' is there twice")
            }
            characteristics[index].descriptors.append(descriptor)
        }
    }

    private mutating func readIntervals(_ section: Section) throws(KeyFileFault) {
        for item in try section.list("Notifies") {
            let (index, interval) = try section.interval(item, in: "Notifies", of: characteristics)
            guard !characteristics[index].properties.isDisjoint(with: [.notify, .indicate]) else {
                throw section.fault("Notifies", "'\(item)': the characteristic has neither notify nor indicate")
            }
            characteristics[index].interval = interval
        }
    }

    private static func hotspot(
        _ section: Section, _ points: [String: Int]
    ) throws(KeyFileFault) -> Hotspot? {
        let label = try section.text("Hotspot")
        let items = try section.list("StartsHotspot")
        guard let label else {
            guard items.isEmpty else { throw section.fault("Hotspot", "set it to the access point that this starts") }
            return nil
        }
        guard let point = points[label] else {
            throw section.fault("Hotspot", "there is no [AccessPoint \(label)]")
        }
        guard items.count == 1 else {
            throw section.fault("StartsHotspot", "set it to the one write that starts \(label)")
        }
        return Hotspot(trigger: try section.characteristic(items[0], in: "StartsHotspot"), point: point)
    }
}
