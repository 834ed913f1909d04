// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import AccessoryProvisioning

/// The address that an accessory sees of this machine. It is locally administered, and the same for an accessory each time, so
/// that the accessory recognises this machine, whether a second station joins it or the radio itself.
///
/// It follows from the machine's key, from the radio's own address and from the accessory's SSID, by SHA-256: two accessories
/// see two stations, and nobody computes the key from an address. Machines that were copied from one image may share the key,
/// but no two radios share an address. The record's identifier would not do: the first join comes before the record.
package enum StationAddress {
    /// `Address=` in the settings: of a radio that joins an accessory by itself.
    package enum Mode: String, Sendable, CaseIterable {
        case stable
        /// The radio's own.
        case permanent
    }

    /// - Parameter key: of the machine, and not to be disclosed, such as machine-id(5).
    package static func make(key: [UInt8], radio: MACAddress, ssid: SSID) -> MACAddress? {
        guard !key.isEmpty, let digest = try? Digest.sha256(key, radio.bytes, ssid.bytes) else { return nil }
        var bytes = Array(digest.prefix(6))
        // Of one station, and locally administered (IEEE 802-2014, 8.2.2).
        bytes[0] = bytes[0] & 0b1111_1100 | 0b10
        return MACAddress(bytes)
    }
}
