// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials

/// One radio's properties from org.bluez.Adapter1 (doc/adapter-api.txt of BlueZ 5.66).
struct AdapterProperties: Hashable {
    var address: MACAddress
    var isPowered: Bool
    var hasLowEnergy: Bool
    var hasClassic: Bool
    /// Reported by BlueZ itself, which 5.66 does only as an experiment.
    var isBlocked: Bool

    init?(_ properties: [String: Variant]) {
        guard let address = properties["Address"]?.text.flatMap({ MACAddress($0) }) else { return nil }
        self.address = address
        isPowered = properties["Powered"] == .bool(true)
        isBlocked = properties["PowerState"] == .string("off-blocked")
        if case .list(_, let roles) = properties["Roles"] {
            // Without LE support, BlueZ lists no role of it (src/adapter.c, property_get_roles).
            hasLowEnergy = roles.contains(.string("central"))
        } else {
            hasLowEnergy = true
        }
        // Only a radio with Bluetooth Classic has a class of device (src/adapter.c, set_dev_class).
        hasClassic = properties["Class"]?.number ?? 0 != 0
    }

    /// - Parameter isBlocked: the kernel prevents it from being switched on.
    func unavailability(isBlocked: Bool) -> BluetoothUnavailability? {
        if !isPowered { return isBlocked || self.isBlocked ? .blocked : .switchedOff }
        return hasLowEnergy ? nil : .noLowEnergy
    }
}

/// Whether rfkill keeps a radio off, by software or by a switch of the machine (Documentation/driver-api/rfkill.rst).
func isBlockedByRFKill(_ adapter: String, system: String = "/sys") -> Bool {
    let folder = "\(system)/class/bluetooth/\(adapter)"
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return entries.filter { $0.hasPrefix("rfkill") }.contains { entry in
        ["soft", "hard"].contains {
            FileManager.default.contents(atPath: "\(folder)/\(entry)/\($0)")?.first == UInt8(ascii: "1")
        }
    }
}
