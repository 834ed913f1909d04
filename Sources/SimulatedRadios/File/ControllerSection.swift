// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Controller {
    static let keys: Set<String> = ["Address", "LowEnergyOnly", "Unusable", "UnusableAfter", "UnusableUntil"]

    /// Reads a group `[Bluetooth ADAPTER]`.
    init(_ section: Section, name: String) throws(KeyFileFault) {
        try section.expect(Self.keys)
        guard name.wholeMatch(after: "hci") else {
            throw section.fault(nil, "'\(name)' is not a Bluetooth radio's name, such as hci0")
        }
        self.init(name: name, address: try section.address("Address", of: "Bluetooth radio"))
        isLowEnergyOnly = try section.flag("LowEnergyOnly") ?? isLowEnergyOnly
        let reason = try section.word("Unusable") { (why: BluetoothUnavailability) in String(describing: why) }
        let from = try section.duration("UnusableAfter")
        let until = try section.duration("UnusableUntil")
        guard let reason else {
            guard let key = ["UnusableAfter", "UnusableUntil"].first(where: section.has) else { return }
            throw section.fault(key, "set Unusable to what happens then")
        }
        if let until, until <= from ?? .zero {
            throw section.fault("UnusableUntil", "it ends before it begins (\(from ?? .zero))")
        }
        outage = Outage(reason: reason, from: from ?? .zero, until: until)
    }
}

extension String {
    /// Whether the text is that word and a small number.
    fileprivate func wholeMatch(after word: String) -> Bool {
        hasPrefix(word) && (1...3).contains(utf8.count - word.utf8.count)
            && utf8.dropFirst(word.utf8.count).allSatisfy { (0x30...0x39).contains($0) }
    }
}
