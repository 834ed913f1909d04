// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension HotspotQuery {
    /// The network that is named. Throws `invalidRequest` with the field that is wrong.
    package var descriptor: Descriptor {
        get throws(AccessoryError) { try DescriptorFields(ssid: ssid, ssidPrefix: ssidPrefix).descriptor(at: nil) }
    }
}

extension ApplyHotspotRequest {
    /// The network that is to be configured. Throws `invalidRequest` with the field that is wrong.
    package var descriptor: Descriptor {
        get throws(AccessoryError) { try DescriptorFields(ssid: ssid, ssidPrefix: ssidPrefix).descriptor(at: nil) }
    }
}
