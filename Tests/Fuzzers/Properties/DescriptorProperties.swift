// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import FoundationEssentials

/// The input is a descriptor in JSON, or a line for each of its fields; lines are also read as identifiers.
func checkDescriptor(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    if let fields = try? JSONDecoder().decode(DescriptorFields.self, from: Data(input)) { try check(fields) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    try check(fields(lines))
    for line in lines {
        try checkUUID(line)
        try checkAddress(line)
    }
    if let address = MACAddress(input) {
        try hold(MACAddress(address.description) == address, "an address reads as it is written")
    }
}

/// An empty line leaves its field out; one with a single blank is an empty field.
private func fields(_ lines: [String]) -> DescriptorFields {
    func line(_ index: Int) -> String? {
        guard index < lines.count, !lines[index].isEmpty else { return nil }
        return lines[index] == " " ? "" : lines[index]
    }
    var fields = DescriptorFields(ssid: line(0), ssidPrefix: line(1))
    fields.bluetoothServiceUUID = line(2)
    fields.bluetoothCompanyIdentifier = line(3).flatMap { Int($0) }
    fields.bluetoothNameSubstring = line(4)
    fields.bluetoothManufacturerDataBlob = line(5)
    fields.bluetoothManufacturerDataMask = line(6)
    fields.bluetoothServiceDataBlob = line(7)
    fields.bluetoothServiceDataMask = line(8)
    return fields
}

private func check(_ fields: DescriptorFields) throws {
    let descriptor: Descriptor
    do {
        descriptor = try fields.descriptor(at: "items[0]")
    } catch {
        try hold(error.code == .invalidRequest, "a wrong descriptor is an invalid request")
        try hold(error.field?.hasPrefix("items[0].") == true, "the wrong field is named: \(error)")
        return
    }
    let again = DescriptorFields(descriptor)
    try hold(try again.descriptor(at: "") == descriptor, "a descriptor reads as it is written")
    let json = try JSONDecoder().decode(DescriptorFields.self, from: JSONEncoder().encode(again))
    try hold(try json.descriptor(at: "") == descriptor, "a descriptor survives JSON")
}

private func checkUUID(_ text: String) throws {
    guard let uuid = BluetoothUUID(text) else { return }
    try hold(uuid.text.utf8.count == 36, "a UUID has 36 characters: '\(uuid.text)'")
    try hold(BluetoothUUID(uuid.text) == uuid, "a UUID reads as it is written")
    try hold(BluetoothUUID(uuid.text.lowercased()) == uuid, "a UUID reads in lower case")
}

private func checkAddress(_ text: String) throws {
    guard let address = MACAddress(text) else { return }
    try hold(address.bytes.count == 6, "an address has six bytes")
    try hold(address.description == text.lowercased(), "an address is written as it was read")
}
