// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import NetworkExtension
import Testing

/// The numbers that phones' headers have.
struct NumberTests {
    @Test func errors() {
        let numbers = Dictionary(uniqueKeysWithValues: ASError.Code.allCases.map { ("\($0)", $0.rawValue) })
        #expect(
            numbers == [
                "success": 0, "unknown": 1, "activationFailed": 100, "connectionFailed": 150, "discoveryTimeout": 200,
                "extensionNotFound": 300, "invalidated": 400, "invalidRequest": 450, "pickerAlreadyActive": 500,
                "pickerRestricted": 550, "userCancelled": 700, "userRestricted": 750,
            ])
    }

    @Test func hotspotErrors() {
        #expect(NEHotspotConfigurationError.allCases.map(\.rawValue) == Array(0...17))
        #expect(NEHotspotConfigurationError.userDenied.rawValue == 7)
        #expect(NEHotspotConfigurationError.internal.rawValue == 8)
        #expect(NEHotspotConfigurationError.alreadyAssociated.rawValue == 13)
        #expect(NEHotspotConfigurationError.invalidSSIDPrefix.rawValue == 15)
        #expect(NEHotspotConfigurationError.systemDenied.rawValue == 17)
    }

    @Test func events() {
        let numbers = Dictionary(uniqueKeysWithValues: ASAccessoryEventType.allCases.map { ("\($0)", $0.rawValue) })
        #expect(
            numbers == [
                "unknown": 0, "activated": 10, "invalidated": 11, "migrationComplete": 20, "accessoryAdded": 30,
                "accessoryRemoved": 31, "accessoryChanged": 32, "accessoryDiscovered": 33, "pickerDidPresent": 40,
                "pickerDidDismiss": 50, "pickerSetupBridging": 60, "pickerSetupFailed": 70, "pickerSetupPairing": 80,
                "pickerSetupRename": 90,
            ])
    }

    @Test func options() {
        #expect(ASAccessory.RenameOptions.ssid.rawValue == 1)
        #expect(ASAccessory.SupportOptions.bluetoothPairingLE.rawValue == 2)
        #expect(ASAccessory.SupportOptions.bluetoothTransportBridging.rawValue == 4)
        #expect(ASAccessory.SupportOptions.bluetoothHID.rawValue == 8)
        #expect(ASPickerDisplayItem.SetupOptions.rename.rawValue == 1)
        #expect(ASPickerDisplayItem.SetupOptions.confirmAuthorization.rawValue == 2)
        #expect(ASPickerDisplayItem.SetupOptions.finishInApp.rawValue == 4)
        #expect(ASPickerDisplaySettings.Options.filterDiscoveryResults.rawValue == 1)
        let compared: String.CompareOptions = [.caseInsensitive, .anchored]
        #expect(compared.rawValue == 9)
        #expect(String.CompareOptions.regularExpression.rawValue == 1024)
    }

    @Test func states() {
        #expect(ASAccessory.AccessoryState.unauthorized.rawValue == 0)
        #expect(ASAccessory.AccessoryState.awaitingAuthorization.rawValue == 10)
        #expect(ASAccessory.AccessoryState.authorized.rawValue == 20)
        #expect(ASDiscoveryDescriptor.Range.default.rawValue == 0)
        #expect(ASDiscoveryDescriptor.Range.immediate.rawValue == 10)
        #expect(ASDiscoveryDescriptor.WiFiAwareServiceRole.subscriber.rawValue == 10)
        #expect(ASDiscoveryDescriptor.WiFiAwareServiceRole.publisher.rawValue == 20)
    }

    @Test func timeouts() {
        #expect(ASPickerDisplaySettings.default.discoveryTimeout.rawValue == 30)
        #expect(ASPickerDisplaySettings.DiscoveryTimeout.short.rawValue == 60)
        #expect(ASPickerDisplaySettings.DiscoveryTimeout.medium.rawValue == 120)
        #expect(ASPickerDisplaySettings.DiscoveryTimeout.long.rawValue == 300)
    }
}
