// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import ArgumentParser

/// The Bluetooth fields of a descriptor.
struct BluetoothOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A Bluetooth service of 16 or 128 bits, such as 180D.", valueName: "uuid"))
    var bluetoothService: String?
    @Option(help: ArgumentHelp("A maker by its company identifier, such as 0x004C or 76.", valueName: "number"))
    var bluetoothCompany: String?
    @Option(help: ArgumentHelp("With a service or a maker: a part of the Bluetooth name.", valueName: "text"))
    var bluetoothName: String?
    @Flag(help: "With a service or a maker: only devices right beside this machine.") var near = false

    /// Whether an option selects Bluetooth devices.
    var namesDevices: Bool { bluetoothService != nil || bluetoothCompany != nil }

    /// Throws `UsageError` that names the option.
    func fill(_ fields: inout DescriptorFields) throws(UsageError) {
        fields.bluetoothServiceUUID = bluetoothService
        fields.bluetoothCompanyIdentifier = try company().map { Int($0.number) }
        fields.bluetoothNameSubstring = bluetoothName
        fields.bluetoothRange = near ? .immediate : nil
        if let bluetoothService, BluetoothUUID(bluetoothService) == nil {
            throw UsageError(
                "--bluetooth-service: '\(bluetoothService)' is not a Bluetooth service UUID of 16 or 128 bits")
        }
        if bluetoothName?.isEmpty == true { throw UsageError("--bluetooth-name: takes a text that is not empty") }
        guard !namesDevices else { return }
        for (isGiven, option) in [(bluetoothName != nil, "--bluetooth-name"), (near, "--near")] where isGiven {
            throw UsageError("\(option) needs '--bluetooth-service' or '--bluetooth-company'")
        }
    }

    private func company() throws(UsageError) -> CompanyIdentifier? {
        guard let bluetoothCompany else { return nil }
        do throws(CompanyIdentifierFault) {
            return try CompanyIdentifier(text: bluetoothCompany)
        } catch {
            throw UsageError("--bluetooth-company: '\(bluetoothCompany)' \(error)")
        }
    }
}
