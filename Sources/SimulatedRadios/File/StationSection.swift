// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Station {
    static let keys: Set<String> = [
        "Profile", "SSID", "RestoreTime", "RestoreFailures", "Unusable", "UnusableAfter", "UnusableUntil",
    ]

    /// Reads a group `[Radio INTERFACE]`.
    init(_ section: Section, interface: String) throws(KeyFileFault) {
        try section.expect(Self.keys)
        guard (1...15).contains(interface.utf8.count), !interface.contains("/"), !interface.contains(" ") else {
            throw section.fault(nil, "'\(interface)' is not an interface's name, such as wlan0")
        }
        let ssid = try section.ssid("SSID")
        let name = try section.text("Profile")
        if ssid == nil, name != nil {
            throw section.fault("SSID", "the profile needs its network; leave both out for an idle radio")
        }
        let home = ssid.map { SimulatedProfile(interface: interface, name: name ?? $0.description, ssid: $0) }
        self.init(interface: interface, home: home)
        restoreTime = try section.duration("RestoreTime") ?? restoreTime
        restoreFailures = try section.number("RestoreFailures", in: 0...1000) ?? restoreFailures
        if home == nil, let key = ["RestoreTime", "RestoreFailures"].first(where: section.has) {
            throw section.fault(key, "an idle radio has nothing to bring back; set SSID")
        }
        let reason = try section.word("Unusable") { (why: Unavailability) in String(describing: why) }
        let from = try section.duration("UnusableAfter")
        let until = try section.duration("UnusableUntil")
        if reason == nil, let key = ["UnusableAfter", "UnusableUntil"].first(where: section.has) {
            throw section.fault(key, "set Unusable to what happens then")
        }
        if let until, until <= from ?? .zero {
            throw section.fault("UnusableUntil", "is not later than when it begins")
        }
        outage = reason.map { Outage(reason: $0, from: from ?? .zero, until: until) }
    }
}
