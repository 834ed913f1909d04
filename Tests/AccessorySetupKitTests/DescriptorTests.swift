// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import AccessorySetupKit

struct DescriptorTests {
    @Test func everyPropertyGoesOverTheWireAndComesBack() throws {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.ssidPrefix = "MyCam-"
        descriptor.wifiBand = .band5GHz
        descriptor.bluetoothServiceUUID = CBUUID(string: "180D")
        descriptor.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(0x006B)
        descriptor.bluetoothNameSubstring = "cam"
        descriptor.bluetoothNameSubstringCompareOptions = [.caseInsensitive, .anchored]
        descriptor.bluetoothRange = .immediate
        descriptor.bluetoothManufacturerDataBlob = Data([0x0A, 0xB0])
        descriptor.bluetoothManufacturerDataMask = Data([0xFF, 0xF0])
        descriptor.bluetoothServiceDataBlob = Data([1])
        descriptor.bluetoothServiceDataMask = Data([0x0F])
        descriptor.supportedOptions = [.bluetoothPairingLE, .bluetoothHID]
        let fields = try descriptor.fields(at: "descriptor")
        #expect(fields.ssidPrefix == "MyCam-" && fields.band == "5")
        #expect(fields.bluetoothServiceUUID == "180D")
        #expect(fields.bluetoothCompanyIdentifier == 0x6B)
        #expect(fields.bluetoothNameSubstringCompareOptions == [.caseInsensitive, .anchored])
        #expect(fields.bluetoothRange == .immediate)
        #expect(fields.bluetoothManufacturerDataBlob == "0ab0")
        #expect(fields.bluetoothManufacturerDataMask == "fff0")
        #expect(fields.bluetoothServiceDataBlob == "01")
        #expect(fields.bluetoothServiceDataMask == "0f")
        #expect(fields.supportedOptions == [.bluetoothPairingLE, .bluetoothHID])
        let back = ASDiscoveryDescriptor(try fields.descriptor(at: nil))
        #expect(try back.fields(at: "descriptor").descriptor(at: nil) == fields.descriptor(at: nil))
        #expect(back.bluetoothNameSubstringCompareOptions == [.caseInsensitive, .anchored])
    }

    @Test func anSSIDIsPlainText() throws {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.ssid = "My\\Cam 📷"
        #expect(try descriptor.fields(at: "d").ssid == "My\\\\Cam 📷")
        #expect(ASDiscoveryDescriptor(try descriptor.fields(at: "d").descriptor(at: nil)).ssid == "My\\Cam 📷")
    }

    private struct Fault: Sendable {
        var field: String
        var set: @Sendable (ASDiscoveryDescriptor) -> Void

        init(_ field: String, _ set: @escaping @Sendable (ASDiscoveryDescriptor) -> Void) {
            self.field = field
            self.set = set
        }
    }

    /// The faults, by the field that is named.
    private static let faults = [
        Fault("ssid") { _ in },
        Fault("ssid") { $0.ssid = "" },
        Fault("ssid") { $0.ssid = String(repeating: "x", count: 33) },
        Fault("ssidPrefix") { $0.ssidPrefix = "" },
        Fault("ssidPrefix") {
            $0.ssid = "MyCam-1"
            $0.ssidPrefix = "MyCam-"
        },
        Fault("bluetoothServiceUUID") { $0.bluetoothNameSubstring = "cam" },
        Fault("bluetoothServiceUUID") { $0.bluetoothServiceUUID = CBUUID(string: "cam") },
        Fault("bluetoothNameSubstring") {
            $0.bluetoothServiceUUID = CBUUID(string: "180D")
            $0.bluetoothNameSubstring = ""
        },
        Fault("bluetoothNameSubstringCompareOptions") {
            $0.ssid = "MyCam-1"
            $0.bluetoothNameSubstringCompareOptions = .init(rawValue: 1 << 20)
        },
        Fault("bluetoothManufacturerDataMask") {
            $0.bluetoothCompanyIdentifier = .init(1)
            $0.bluetoothManufacturerDataBlob = Data([1])
        },
        Fault("bluetoothManufacturerDataMask") {
            $0.bluetoothCompanyIdentifier = .init(1)
            $0.bluetoothManufacturerDataBlob = Data(repeating: 1, count: 28)
            $0.bluetoothManufacturerDataMask = Data(repeating: 1, count: 28)
        },
        Fault("bluetoothServiceUUID") {
            $0.bluetoothCompanyIdentifier = .init(1)
            $0.bluetoothServiceDataBlob = Data([1])
            $0.bluetoothServiceDataMask = Data([1])
        },
        Fault("wifiAwareServiceName") {
            $0.ssid = "MyCam-1"
            $0.wifiAwareServiceName = "_cam._tcp"
        },
        Fault("wifiAwareModelNameMatch") {
            $0.ssid = "MyCam-1"
            $0.wifiAwareModelNameMatch = .init(string: "cam", compareOptions: [])
        },
        Fault("wifiAwareVendorNameMatch") {
            $0.ssid = "MyCam-1"
            $0.wifiAwareVendorNameMatch = .init(string: "cam", compareOptions: [])
        },
    ]

    @Test(arguments: faults.indices)
    func whatCannotBeRightIsRefusedByName(index: Int) {
        let field = Self.faults[index].field
        let descriptor = ASDiscoveryDescriptor()
        Self.faults[index].set(descriptor)
        let error = #expect(throws: AccessoryError.self) { try descriptor.fields(at: "items[0].descriptor") }
        #expect(error?.code == .invalidRequest)
        #expect(error?.field == "items[0].descriptor.\(field)")
        if field.hasPrefix("wifiAware") { #expect(error?.message.contains("not supported on Linux") == true) }
    }

    @Test func bluetoothByServiceOrCompanyAloneIsEnough() throws {
        let service = ASDiscoveryDescriptor()
        service.bluetoothServiceUUID = CBUUID(string: "FFF0")
        let company = ASDiscoveryDescriptor()
        company.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(0xFFFF)
        _ = try service.fields(at: "d")
        #expect(try company.fields(at: "d").bluetoothCompanyIdentifier == 0xFFFF)
    }
}
