// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// A descriptor as it comes over the wire, unchecked: every field may be missing or wrong.
package struct DescriptorFields: Codable, Hashable, Sendable {
    package var ssid: String?
    package var ssidPrefix: String?
    package var bluetoothServiceUUID: String?
    package var bluetoothCompanyIdentifier: Int?
    package var bluetoothNameSubstring: String?

    package init(ssid: String? = nil, ssidPrefix: String? = nil) {
        self.ssid = ssid
        self.ssidPrefix = ssidPrefix
    }

    package init(_ descriptor: Descriptor) {
        ssid = descriptor.ssid?.description
        ssidPrefix = descriptor.ssidPrefix?.description
        bluetoothServiceUUID = descriptor.bluetooth?.service?.text
        bluetoothCompanyIdentifier = descriptor.bluetooth?.companyIdentifier.map { Int($0) }
        bluetoothNameSubstring = descriptor.bluetooth?.nameSubstring
    }

    /// The descriptor that these fields make. Throws `invalidRequest` that names the field.
    ///
    /// - Parameter place: where the fields are in the request; nil where they are the request's own.
    package func descriptor(at place: String?) throws(AccessoryError) -> Descriptor {
        let within = place.map { "\($0)." } ?? ""
        do {
            return try Descriptor(
                ssid: ssid.map { (text) throws(AccessoryError) in try Self.ssid(text, field: "\(within)ssid") },
                ssidPrefix: ssidPrefix.map { (text) throws(AccessoryError) in
                    try Self.ssid(text, field: "\(within)ssidPrefix")
                },
                bluetooth: bluetooth(within))
        } catch let fault as DescriptorFault {
            throw AccessoryError(.invalidRequest, fault.description, field: "\(within)\(fault.field)")
        } catch let error as AccessoryError {
            throw error
        } catch {
            throw AccessoryError(.invalidRequest, "\(error)", field: place)
        }
    }

    private func bluetooth(_ within: String) throws -> BluetoothRule? {
        guard bluetoothServiceUUID != nil || bluetoothCompanyIdentifier != nil || bluetoothNameSubstring != nil
        else { return nil }
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
        return try BluetoothRule(
            service: service, companyIdentifier: company, nameSubstring: bluetoothNameSubstring)
    }

    /// Reads one SSID of a request. Throws `invalidRequest` with the field's name.
    package static func ssid(_ text: String, field: String) throws(AccessoryError) -> SSID {
        do {
            return try SSID(text: text)
        } catch {
            throw AccessoryError(.invalidRequest, "\(field): \(error.description)", field: field)
        }
    }

    /// Reads one passphrase of a request. Throws `invalidRequest` with the field's name, never with the text.
    package static func passphrase(_ text: String, field: String) throws(AccessoryError) -> Passphrase {
        do {
            return try Passphrase(text)
        } catch {
            throw AccessoryError(.invalidRequest, "\(field): \(error.description)", field: field)
        }
    }
}
