// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The form that the agent takes. This finds every fault before anything is sent.
extension ASDiscoveryDescriptor {
    /// Throws `invalidRequest` that names the field.
    func fields(at place: String) throws(AccessoryError) -> DescriptorFields {
        let values = values
        let aware: [(String, Bool)] = [
            ("wifiAwareServiceName", values.awareName != nil), ("wifiAwareModelNameMatch", values.awareModel != nil),
            ("wifiAwareVendorNameMatch", values.awareVendor != nil),
        ]
        if let (name, _) = aware.first(where: { $0.1 }) {
            throw AccessoryError(
                .invalidRequest, "\(name): Wi-Fi Aware is not supported on Linux", field: "\(place).\(name)")
        }
        var fields = DescriptorFields()
        fields.ssid = try values.ssid.map { text throws(AccessoryError) in
            try SSID(plain: text, field: "\(place).ssid").description
        }
        fields.ssidPrefix = try values.ssidPrefix.map { text throws(AccessoryError) in
            try SSID(plain: text, field: "\(place).ssidPrefix").description
        }
        fields.band = values.band?.rawValue
        fields.bluetoothServiceUUID = values.service?.uuidString
        fields.bluetoothCompanyIdentifier = values.company.rawValue == 0 ? nil : Int(values.company.rawValue)
        fields.bluetoothNameSubstring = values.name
        fields.bluetoothNameSubstringCompareOptions = try Self.names(values.nameOptions, at: place)
        fields.bluetoothRange = values.range == .immediate ? .immediate : nil
        fields.bluetoothManufacturerDataBlob = values.manufacturerBlob.map { [UInt8]($0).hexadecimal }
        fields.bluetoothManufacturerDataMask = values.manufacturerMask.map { [UInt8]($0).hexadecimal }
        fields.bluetoothServiceDataBlob = values.serviceBlob.map { [UInt8]($0).hexadecimal }
        fields.bluetoothServiceDataMask = values.serviceMask.map { [UInt8]($0).hexadecimal }
        fields.supportedOptions = values.supportedOptions.isEmpty ? nil : values.supportedOptions.names
        _ = try fields.descriptor(at: place)
        return fields
    }

    convenience init(_ descriptor: Descriptor?) {
        guard let descriptor else {
            self.init()
            return
        }
        var values = Values()
        values.ssid = descriptor.ssid?.plain
        values.ssidPrefix = descriptor.ssidPrefix?.plain
        values.band = descriptor.band.flatMap { WiFiBand(rawValue: $0.rawValue) }
        values.supportedOptions = ASAccessory.SupportOptions(descriptor.supportedOptions)
        if let rule = descriptor.bluetooth {
            values.service = rule.service.map { CBUUID(string: $0.text) }
            values.company = ASBluetoothCompanyIdentifier(rule.companyIdentifier ?? 0)
            values.name = rule.nameSubstring
            for name in rule.nameComparison { values.nameOptions.formUnion(Self.options(name)) }
            values.range = rule.range == .immediate ? .immediate : .default
            values.manufacturerBlob = rule.manufacturerData.map { Data($0.blob) }
            values.manufacturerMask = rule.manufacturerData.map { Data($0.mask) }
            values.serviceBlob = rule.serviceData.map { Data($0.blob) }
            values.serviceMask = rule.serviceData.map { Data($0.mask) }
        }
        self.init(values)
    }

    private static func names(
        _ options: String.CompareOptions, at place: String
    ) throws(AccessoryError) -> [BluetoothRule.NameComparison]? {
        let names = BluetoothRule.NameComparison.allCases.filter { options.contains(Self.options($0)) }
        let known = names.reduce(into: String.CompareOptions()) { $0.formUnion(Self.options($1)) }
        guard known == options else {
            let field = "\(place).bluetoothNameSubstringCompareOptions"
            throw AccessoryError(
                .invalidRequest, "\(field): no options have the bits \(options.subtracting(known).rawValue)",
                field: field)
        }
        return names.isEmpty ? nil : names
    }

    private static func options(_ name: BluetoothRule.NameComparison) -> String.CompareOptions {
        switch name {
        case .caseInsensitive: .caseInsensitive
        case .literal: .literal
        case .backwards: .backwards
        case .anchored: .anchored
        case .numeric: .numeric
        case .diacriticInsensitive: .diacriticInsensitive
        case .widthInsensitive: .widthInsensitive
        case .forcedOrdering: .forcedOrdering
        case .regularExpression: .regularExpression
        }
    }
}
