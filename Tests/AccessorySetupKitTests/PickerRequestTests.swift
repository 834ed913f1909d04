// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import AccessorySetupKit
@testable import NetworkExtension

struct PickerRequestTests {
    private func item(_ name: String = "Camera") throws -> ASPickerDisplayItem {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.ssidPrefix = "MyCam-"
        return ASPickerDisplayItem(name: name, productImage: try #require(Samples.picture), descriptor: descriptor)
    }

    private func migration() throws -> ASMigrationDisplayItem {
        ASMigrationDisplayItem(
            name: "Old", productImage: try #require(Samples.picture), descriptor: ASDiscoveryDescriptor())
    }

    private func field(_ items: [ASPickerDisplayItem], _ settings: ASPickerDisplaySettings? = nil) -> String? {
        let error = #expect(throws: AccessoryError.self) { try ShowPickerRequest(items, settings) }
        #expect(error?.code == .invalidRequest)
        return error?.field
    }

    @Test func anItemGoesWithItsPictureAndOptions() throws {
        let item = try item()
        item.setupOptions = [.rename, .finishInApp]
        item.renameOptions = .ssid
        item.hotspotPassphrase = "camera-0001"
        let request = try ShowPickerRequest([item], nil)
        #expect(
            request.items == [
                DisplayItem(
                    name: "Camera", image: "data:image/jpeg;base64,/9j/",
                    descriptor: DescriptorFields(ssidPrefix: "MyCam-"),
                    passphrase: "camera-0001", setupOptions: [.rename, .finishInApp], renameOptions: [.ssid])
            ])
        #expect(request.migrations == nil && request.discoveryTimeout == nil && request.filterDiscoveryResults == nil)
    }

    @Test func anAppMayAskForWhatItHasAlready() throws {
        let (item, settings) = (try item(), ASPickerDisplaySettings.default)
        let usual = try ShowPickerRequest([item], settings)
        #expect(usual.showsOwn == nil && usual.items.map(\.showsOwn) == [nil])
        settings.showsOwnAccessories = true
        #expect(try ShowPickerRequest([item], settings).showsOwn == true)
        item.showsOwnAccessories = true
        #expect(try ShowPickerRequest([item], nil).items.map(\.showsOwn) == [true])
    }

    @Test func settingsGoWithIt() throws {
        let settings = ASPickerDisplaySettings.default
        settings.discoveryTimeout = .medium
        settings.options = .filterDiscoveryResults
        let request = try ShowPickerRequest([item()], settings)
        #expect(request.discoveryTimeout == 120 && request.isUnbounded == nil)
        #expect(request.filterDiscoveryResults == true)
        settings.discoveryTimeout = .unbounded
        let unbounded = try ShowPickerRequest([item()], settings)
        #expect(unbounded.discoveryTimeout == nil && unbounded.isUnbounded == true)
        settings.discoveryTimeout = .init(rawValue: 0.2)
        #expect(try ShowPickerRequest([item()], settings).discoveryTimeout == 1)
    }

    @Test(arguments: [0, -1, 3601, Double.nan])
    func aTimeThatCannotBeIsRefused(seconds: Double) throws {
        let settings = ASPickerDisplaySettings.default
        settings.discoveryTimeout = .init(rawValue: seconds)
        #expect(field([try item()], settings) == "discoveryTimeout")
    }

    @Test func whatIsWrongIsNamed() throws {
        #expect(field([]) == "items")
        #expect(field([try item(), try item("")]) == "items[1].name")
        let short = try item()
        short.hotspotPassphrase = "secret"
        #expect(field([short]) == "items[0].hotspotPassphrase")
        #expect(field([try migration()]) == "items[0].hotspotSSID")
        let aware = try migration()
        aware.wifiAwarePairedDeviceID = 7
        #expect(field([aware]) == "items[0].wifiAwarePairedDeviceID")
        let wrong = try migration()
        wrong.bluetoothAddress = "02:00"
        #expect(field([wrong]) == "items[0].bluetoothAddress")
    }

    @Test func aPassphraseIsNeverQuoted() throws {
        let item = try item()
        item.hotspotPassphrase = "sesame"
        let error = #expect(throws: AccessoryError.self) { try ShowPickerRequest([item], nil) }
        #expect(error?.message.contains("sesame") == false)
    }

    @Test func picturesThatAreTooLargeTogetherAreRefused() throws {
        let large = try #require(UIImage(data: Data([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: 250 << 10))))
        let descriptor = ASDiscoveryDescriptor()
        descriptor.ssid = "MyCam-1"
        let items = (1...3).map { ASPickerDisplayItem(name: "\($0)", productImage: large, descriptor: descriptor) }
        #expect(field(items) == "items[2].productImage")
    }

    @Test func migrationsGoApart() throws {
        let old = try migration()
        old.hotspotSSID = "MyCam-0001"
        old.bluetoothAddress = "02:00:00:00:01:00"
        let request = try ShowPickerRequest([item(), old], nil)
        #expect(request.items.count == 1)
        #expect(
            request.migrations == [
                MigrationItem(
                    name: "Old", image: "data:image/jpeg;base64,/9j/", ssid: "MyCam-0001",
                    bluetoothAddress: "02:00:00:00:01:00")
            ])
    }

    @Test func anIdentifierGoesUnlessThereIsAnAddress() throws {
        let old = try migration()
        old.peripheralIdentifier = UUID(uuidString: "6F0A3B52-1111-4222-8333-444455556666")
        let sent = try ShowPickerRequest([old], nil).migrations?.first
        #expect(sent?.bluetoothIdentifier == "6f0a3b52-1111-4222-8333-444455556666" && sent?.bluetoothAddress == nil)
        old.bluetoothAddress = "02:00:00:00:01:00"
        let both = try ShowPickerRequest([old], nil).migrations?.first
        #expect(both?.bluetoothIdentifier == nil && both?.bluetoothAddress == "02:00:00:00:01:00")
    }

    @Test func aConfigurationGoesAsItIs() throws {
        let configuration = NEHotspotConfiguration(ssidPrefix: "MyCam-", passphrase: "camera-0001", isWEP: false)
        configuration.joinOnce = true
        configuration.lifeTimeInDays = 7
        #expect(
            try ApplyHotspotRequest(configuration)
                == ApplyHotspotRequest(
                    ssidPrefix: "MyCam-", passphrase: "camera-0001", joinOnce: true, lifeTimeInDays: 7))
        configuration.lifeTimeInDays = 366
        #expect(try ApplyHotspotRequest(configuration).lifeTimeInDays == nil)
        let hidden = NEHotspotConfiguration(ssid: "MyCam-1")
        hidden.hidden = true
        #expect(try ApplyHotspotRequest(hidden) == ApplyHotspotRequest(ssid: "MyCam-1", hidden: true))
    }

    @Test func anEnterpriseNetworkIsRefusedWhateverItsSettings() {
        let settings = NEHotspotEAPSettings()
        #expect(!settings.isTLSClientCertificateRequired && settings.preferredTLSVersion == ._1_2)
        settings.isTLSClientCertificateRequired = true
        settings.preferredTLSVersion = ._1_0
        settings.trustedServerNames = ["*.example.org"]
        #expect(settings.isTLSClientCertificateRequired && settings.preferredTLSVersion.rawValue == 0)
        #expect(!settings.setTrustedServerCertificates([]) && !settings.setIdentity("me"))
        let error = #expect(throws: ASHotspotError.self) {
            try ApplyHotspotRequest(NEHotspotConfiguration(ssid: "x", eapSettings: settings))
        }
        #expect(error?.code == .invalidEAPSettings)
    }

    @Test func whatIsNotJoinedHereIsRefusedByItsNumber() {
        func code(_ configuration: NEHotspotConfiguration) -> NEHotspotConfigurationError? {
            do {
                _ = try ApplyHotspotRequest(configuration)
                return nil
            } catch {
                return ASHotspotError(any: error).code
            }
        }
        #expect(code(NEHotspotConfiguration(ssid: "x", passphrase: "1234567890", isWEP: true)) == .invalidWEPPassphrase)
        #expect(code(NEHotspotConfiguration(ssid: "x", eapSettings: NEHotspotEAPSettings())) == .invalidEAPSettings)
        let operatorSettings = NEHotspotHS20Settings(domainName: "example.org", roamingEnabled: false)
        #expect(
            code(NEHotspotConfiguration(hs20Settings: operatorSettings, eapSettings: NEHotspotEAPSettings()))
                == .invalidHS20Settings)
        #expect(code(NEHotspotConfiguration(ssid: "x", passphrase: "short", isWEP: false)) == .invalidWPAPassphrase)
        #expect(code(NEHotspotConfiguration(ssid: "")) == .invalidSSID)
        #expect(code(NEHotspotConfiguration(ssidPrefix: String(repeating: "x", count: 33))) == .invalidSSIDPrefix)
    }
}
