// SPDX-License-Identifier: Apache-2.0

/// A descriptor from the wire, unchecked: every field may be missing or wrong.
package struct DescriptorFields: Codable, Hashable, Sendable {
    package var ssid: String?
    package var ssidPrefix: String?
    /// `Band`'s names.
    package var band: String?
    package var bluetoothServiceUUID: String?
    package var bluetoothCompanyIdentifier: Int?
    package var bluetoothNameSubstring: String?
    package var bluetoothNameSubstringCompareOptions: [BluetoothRule.NameComparison]?
    package var bluetoothRange: BluetoothRule.Range?
    /// Hexadecimal digits, like the three that follow.
    package var bluetoothManufacturerDataBlob: String?
    package var bluetoothManufacturerDataMask: String?
    package var bluetoothServiceDataBlob: String?
    package var bluetoothServiceDataMask: String?
    package var supportedOptions: [Descriptor.SupportOption]?

    package init(ssid: String? = nil, ssidPrefix: String? = nil) {
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
    }

    package init(_ descriptor: Descriptor) {
        ssid = descriptor.ssid?.description
        ssidPrefix = descriptor.ssidPrefix?.description
        band = descriptor.band?.rawValue
        if !descriptor.supportedOptions.isEmpty {
            supportedOptions = Descriptor.SupportOption.allCases.filter(descriptor.supportedOptions.contains)
        }
        guard let rule = descriptor.bluetooth else { return }
        bluetoothServiceUUID = rule.service?.text
        bluetoothCompanyIdentifier = rule.companyIdentifier.map { Int($0) }
        bluetoothNameSubstring = rule.nameSubstring
        if !rule.nameComparison.isEmpty {
            bluetoothNameSubstringCompareOptions = BluetoothRule.NameComparison.allCases.filter(
                rule.nameComparison.contains)
        }
        bluetoothRange = rule.range == .default ? nil : rule.range
        bluetoothManufacturerDataBlob = rule.manufacturerData?.blob.hexadecimal
        bluetoothManufacturerDataMask = rule.manufacturerData?.mask.hexadecimal
        bluetoothServiceDataBlob = rule.serviceData?.blob.hexadecimal
        bluetoothServiceDataMask = rule.serviceData?.mask.hexadecimal
    }

    /// The descriptor that these fields make. Throws `invalidRequest` that names the field.
    ///
    /// - Parameter place: the place of the fields in the request; nil if they are the request's own.
    package func descriptor(at place: String?) throws(AccessoryError) -> Descriptor {
        let within = place.map { "\($0)." } ?? ""
        do {
            return try Descriptor(
                ssid: ssid.map { (text) throws(AccessoryError) in try Self.ssid(text, field: "\(within)ssid") },
                ssidPrefix: ssidPrefix.map { (text) throws(AccessoryError) in
                    try Self.ssid(text, field: "\(within)ssidPrefix")
                },
                band: band.map { (text) throws(AccessoryError) in try Self.band(text, field: "\(within)band") },
                bluetooth: bluetooth(within), supportedOptions: Set(supportedOptions ?? []))
        } catch let fault as DescriptorFault {
            throw AccessoryError(.invalidRequest, fault.description, field: "\(within)\(fault.field)")
        } catch let error as AccessoryError {
            throw error
        } catch {
            throw AccessoryError(.invalidRequest, "\(error)", field: place)
        }
    }

    private var namesBluetooth: Bool {
        bluetoothServiceUUID != nil || bluetoothCompanyIdentifier != nil || bluetoothNameSubstring != nil
            || bluetoothNameSubstringCompareOptions?.isEmpty == false || bluetoothRange == .immediate
            || bluetoothManufacturerDataBlob != nil || bluetoothManufacturerDataMask != nil
            || bluetoothServiceDataBlob != nil || bluetoothServiceDataMask != nil
    }

    private func bluetooth(_ within: String) throws -> BluetoothRule? {
        guard namesBluetooth else { return nil }
        let service = try bluetoothServiceUUID.map { text throws(AccessoryError) in
            guard let uuid = BluetoothUUID(text) else {
                throw AccessoryError(
                    .invalidRequest, "'\(text)' is not a Bluetooth service UUID of 16 or 128 bits",
                    field: "\(within)bluetoothServiceUUID")
            }
            return uuid
        }
        let company = try bluetoothCompanyIdentifier.map { number throws(AccessoryError) in
            guard let company = UInt16(exactly: number) else {
                throw AccessoryError(
                    .invalidRequest, "\(number) is not a company identifier of 16 bits",
                    field: "\(within)bluetoothCompanyIdentifier")
            }
            return company
        }
        func bytes(_ text: String?, _ field: String) throws(AccessoryError) -> [UInt8]? {
            guard let text else { return nil }
            guard let bytes = [UInt8](hexadecimal: text) else {
                throw AccessoryError(
                    .invalidRequest, "'\(text)' is not an even number of hexadecimal digits", field: within + field)
            }
            return bytes
        }
        return try BluetoothRule(
            service: service, companyIdentifier: company, nameSubstring: bluetoothNameSubstring,
            nameComparison: Set(bluetoothNameSubstringCompareOptions ?? []), range: bluetoothRange ?? .default,
            manufacturerDataBlob: bytes(bluetoothManufacturerDataBlob, "bluetoothManufacturerDataBlob"),
            manufacturerDataMask: bytes(bluetoothManufacturerDataMask, "bluetoothManufacturerDataMask"),
            serviceDataBlob: bytes(bluetoothServiceDataBlob, "bluetoothServiceDataBlob"),
            serviceDataMask: bytes(bluetoothServiceDataMask, "bluetoothServiceDataMask"))
    }

    private static func band(_ text: String, field: String) throws(AccessoryError) -> Band {
        guard let band = Band(rawValue: text) else {
            throw AccessoryError.invalid(field, "\(field): '\(text)' is not \(Band.list)")
        }
        return band
    }

    /// Reads one SSID of a request. Throws `invalidRequest` with the field's name.
    package static func ssid(_ text: String, field: String) throws(AccessoryError) -> SSID {
        do {
            return try SSID(text: text)
        } catch {
            throw AccessoryError.invalid(field, "\(field): \(error.description)")
        }
    }

    /// Reads one passphrase of a request. Throws `invalidRequest` with the field's name, never with the text.
    package static func passphrase(_ text: String, field: String) throws(AccessoryError) -> Passphrase {
        do {
            return try Passphrase(text)
        } catch {
            throw AccessoryError.invalid(field, "\(field): \(error.description)")
        }
    }
}

extension String? {
    /// Reads a field that a request need not have.
    package func read<Value>(
        _ read: (String, _ field: String) throws(AccessoryError) -> Value, field: String
    ) throws(AccessoryError) -> Value? {
        if let self { try read(self, field) } else { nil }
    }
}

extension Descriptor: Codable {
    package init(from decoder: any Decoder) throws { self = try DescriptorFields(from: decoder).descriptor(at: nil) }

    package func encode(to encoder: any Encoder) throws { try DescriptorFields(self).encode(to: encoder) }
}
