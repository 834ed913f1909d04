// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension BluetoothRule {
    /// Whether an advertisement has everything that is set, except for the range: one advertisement does not show how
    /// near the device is, `Proximity` does.
    package func matches(_ advertisement: Advertisement) -> Bool {
        matchesApartFromName(advertisement) && matches(name: advertisement.name)
    }

    /// The same, with names that were searched before.
    func matches(_ advertisement: Advertisement, _ names: NameMatches) -> Bool {
        guard matchesApartFromName(advertisement) else { return false }
        guard let look = NameLook(self) else { return true }
        return advertisement.name.map { names.has(look, in: $0) } ?? false
    }

    private func matchesApartFromName(_ advertisement: Advertisement) -> Bool {
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
        return true
    }

    private func matches(name: String?) -> Bool {
        guard let look = NameLook(self) else { return true }
        var budget = NamePattern.budget
        return name.map { look.isFound(in: $0, within: &budget) } ?? false
    }
}

extension BluetoothRule.Pattern {
    /// Whether the masked bits equal the blob's; the rest of the payload does not matter.
    func matches(_ payload: [UInt8]) -> Bool {
        payload.count >= blob.count && blob.indices.allSatisfy { payload[$0] & mask[$0] == blob[$0] & mask[$0] }
    }
}
