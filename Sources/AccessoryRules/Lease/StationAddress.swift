// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import AccessoryProvisioning

/// The address of a second station. It is locally administered, and the same for an accessory each time, so that the
/// accessory recognises this machine.
///
/// It follows from the machine's key, from the radio's own address and from the accessory's SSID, by SHA-256: two accessories
/// see two stations, and nobody computes the key from an address. Machines that were copied from one image may share the key,
/// but no two radios share an address.
package enum StationAddress {
    /// - Parameter key: of the machine, and not to be disclosed, such as machine-id(5).
    package static func make(key: [UInt8], radio: MACAddress, ssid: SSID) -> MACAddress? {
        guard !key.isEmpty, let digest = try? Digest.sha256(key, radio.bytes, ssid.bytes) else { return nil }
        var bytes = Array(digest.prefix(6))
        // Of one station, and locally administered (IEEE 802-2014, 8.2.2).
        bytes[0] = bytes[0] & 0b1111_1100 | 0b10
        return MACAddress(bytes)
    }
}
