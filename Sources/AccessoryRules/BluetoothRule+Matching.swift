// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension BluetoothRule {
    /// Whether an advertisement has all that is set, but for the range: one advertisement does not say how near the
    /// device is, `Proximity` does.
    package func matches(_ advertisement: Advertisement) -> Bool {
        if let service, !advertisement.services.contains(service), advertisement.serviceData[service] == nil {
            return false
        }
        if let companyIdentifier, advertisement.manufacturerData[companyIdentifier] == nil { return false }
        if let manufacturerData {
            guard let company = companyIdentifier, let payload = advertisement.manufacturerData[company],
                manufacturerData.matches(payload)
            else { return false }
        }
        if let serviceData {
            guard let service, let payload = advertisement.serviceData[service], serviceData.matches(payload) else {
                return false
            }
        }
        return matches(name: advertisement.name)
    }

    private func matches(name: String?) -> Bool {
        guard let nameSubstring else { return true }
        guard let name else { return false }
        if let namePattern { return namePattern.isFound(in: name, anchored: nameComparison.contains(.anchored)) }
        return name.has(nameSubstring, compared: nameComparison)
    }
}

extension BluetoothRule.Pattern {
    /// Whether the bits that the mask sets are the blob's; what follows in the payload does not matter.
    func matches(_ payload: [UInt8]) -> Bool {
        payload.count >= blob.count && blob.indices.allSatisfy { payload[$0] & mask[$0] == blob[$0] & mask[$0] }
    }
}
