// SPDX-License-Identifier: Apache-2.0
// Follows from PhoneKinds.txt, a line from a line. PhoneKindsTests compares the two.
// swift-format-ignore-file

import AccessorySetupKit
import CoreBluetooth
import Foundation
import NetworkExtension

extension PhoneKinds {
    static func check() {
        enumeration(ASAccessory.AccessoryState.self, Int.self, .authorized)
        enumeration(ASAccessoryEventType.self, Int.self, .activated)
        enumeration(ASDiscoveryDescriptor.Range.self, Int.self, .immediate)
        enumeration(ASDiscoveryDescriptor.WiFiAwareServiceRole.self, Int.self, .publisher)
        options(ASAccessory.RenameOptions.self, UInt.self)
        options(ASAccessory.SupportOptions.self, UInt.self)
        options(ASPickerDisplayItem.SetupOptions.self, UInt.self)
        options(ASPickerDisplaySettings.Options.self, UInt.self)
        value(ASBluetoothCompanyIdentifier.self, UInt16.self) { ASBluetoothCompanyIdentifier($0) }
        raw(ASPickerDisplaySettings.DiscoveryTimeout.self, TimeInterval.self) { ASPickerDisplaySettings.DiscoveryTimeout(rawValue: $0) }
        error(ASError.self, ASErrorDomain) { (code: ASError.Code, info) in ASError(code, userInfo: info) }
        object(ASAccessory.self)
        object(ASAccessoryEvent.self)
        object(ASAccessorySession.self)
        object(ASAccessorySettings.self)
        object(ASDiscoveredAccessory.self) { $0 as ASAccessory }
        object(ASDiscoveredDisplayItem.self) { $0 as ASPickerDisplayItem }
        object(ASDiscoveryDescriptor.self)
        object(ASMigrationDisplayItem.self) { $0 as ASPickerDisplayItem }
        object(ASPickerDisplayItem.self)
        object(ASPickerDisplaySettings.self)
        object(ASPropertyCompareString.self)
        object(UIImage.self)
        constant(ASErrorDomain)
        alias(ASAccessory.WiFiAwarePairedDeviceID.self, UInt64.self)
        let _: (String) -> Void = { _ = ASPropertyCompareString(string: $0) }
        let _: (String) -> Void = { _ = ASPropertyCompareString(string: $0, compareOptions: [.caseInsensitive, .anchored]) }
        let _: (String, UIImage) -> Void = { _ = ASPickerDisplayItem(name: $0, productImage: $1, descriptor: ASDiscoveryDescriptor()) }
        let _: (String, UIImage) -> Void = { _ = ASMigrationDisplayItem(name: $0, productImage: $1, descriptor: ASDiscoveryDescriptor()) }
        let _: (UIImage, ASDiscoveredAccessory) -> Void = { _ = ASDiscoveredDisplayItem(name: "", productImage: $0, accessory: $1) }
        let _: (ASAccessorySettings) -> Void = { $0.ssid = ASAccessorySettings.default.ssid ?? ASAccessorySettings().ssid }
        let _: (ASPickerDisplaySettings) -> Void = { $0.discoveryTimeout = ASPickerDisplaySettings.default.discoveryTimeout }
        let _: (ASAccessorySession, DispatchQueue) -> Void = { $0.activate(on: $1) { _ in } }
        let _: (ASAccessorySession, [ASPickerDisplayItem]) -> Void = { $0.showPicker(for: $1) { _ in } }
        let _: (ASAccessorySession) -> Void = { $0.showPicker { _ in } }
        let _: (ASAccessorySession, [ASDiscoveredDisplayItem]) -> Void = { $0.updatePicker(showing: $1) { _ in } }
        let _: (ASAccessorySession) -> Void = { $0.finishPickerDiscovery { _ in } }
        let _: (ASAccessorySession, ASAccessory) -> Void = { $0.finishAuthorization(for: $1, settings: .default) { _ in } }
        let _: (ASAccessorySession, ASAccessory) -> Void = { $0.failAuthorization(for: $1) { _ in } }
        let _: (ASAccessorySession, ASAccessory) -> Void = { $0.updateAuthorization(for: $1, descriptor: $1.descriptor) { _ in } }
        let _: (ASAccessorySession, ASAccessory) -> Void = { $0.removeAccessory($1) { _ in } }
        let _: (ASAccessorySession, ASAccessory) -> Void = { $0.renameAccessory($1) { _ in } }
        let _: (ASAccessorySession, ASAccessory) -> Void = { $0.renameAccessory($1, options: .ssid) { _ in } }
        let _: (ASError) -> Void = { _ = ($0.code, $0.errorCode, $0.userInfo, $0.errorUserInfo, $0.localizedDescription, ASError.errorDomain) }
        let _: (UIImage) -> Void = { _ = ($0.pngData(), $0.jpegData(compressionQuality: 0.8), $0.scale) }
        enumeration(CBCentralManagerState.self, Int.self, .poweredOn)
        enumeration(CBCharacteristicWriteType.self, Int.self, .withResponse)
        enumeration(CBManagerAuthorization.self, Int.self, .allowedAlways)
        enumeration(CBManagerState.self, Int.self, .poweredOn)
        enumeration(CBPeripheralState.self, Int.self, .connected)
        options(CBCentralManager.Feature.self, UInt.self)
        options(CBCharacteristicProperties.self, UInt.self)
        error(CBATTError.self, CBATTErrorDomain) { (code: CBATTError.Code, info) in CBATTError(code, userInfo: info) }
        error(CBError.self, CBErrorDomain) { (code: CBError.Code, info) in CBError(code, userInfo: info) }
        object(CBAttribute.self)
        object(CBCentralManager.self) { $0 as CBManager }
        object(CBCharacteristic.self) { $0 as CBAttribute }
        object(CBDescriptor.self) { $0 as CBAttribute }
        object(CBManager.self)
        object(CBPeer.self)
        object(CBPeripheral.self) { $0 as CBPeer }
        object(CBService.self) { $0 as CBAttribute }
        object(CBUUID.self)
        _ = (any CBCentralManagerDelegate).self
        _ = (any CBPeripheralDelegate).self
        constant(CBATTErrorDomain)
        constant(CBErrorDomain)
        constant(CBAdvertisementDataIsConnectable)
        constant(CBAdvertisementDataLocalNameKey)
        constant(CBAdvertisementDataManufacturerDataKey)
        constant(CBAdvertisementDataOverflowServiceUUIDsKey)
        constant(CBAdvertisementDataServiceDataKey)
        constant(CBAdvertisementDataServiceUUIDsKey)
        constant(CBAdvertisementDataSolicitedServiceUUIDsKey)
        constant(CBAdvertisementDataTxPowerLevelKey)
        constant(CBCentralManagerOptionDeviceAccessForMedia)
        constant(CBCentralManagerOptionRestoreIdentifierKey)
        constant(CBCentralManagerOptionShowPowerAlertKey)
        constant(CBCentralManagerScanOptionAllowDuplicatesKey)
        constant(CBCentralManagerScanOptionSolicitedServiceUUIDsKey)
        constant(CBConnectPeripheralOptionEnableAutoReconnect)
        constant(CBConnectPeripheralOptionEnableTransportBridgingKey)
        constant(CBConnectPeripheralOptionNotifyOnConnectionKey)
        constant(CBConnectPeripheralOptionNotifyOnDisconnectionKey)
        constant(CBConnectPeripheralOptionNotifyOnNotificationKey)
        constant(CBConnectPeripheralOptionRequiresANCS)
        constant(CBConnectPeripheralOptionStartDelayKey)
        constant(CBUUIDCharacteristicAggregateFormatString)
        constant(CBUUIDCharacteristicExtendedPropertiesString)
        constant(CBUUIDCharacteristicFormatString)
        constant(CBUUIDCharacteristicUserDescriptionString)
        constant(CBUUIDCharacteristicValidRangeString)
        constant(CBUUIDClientCharacteristicConfigurationString)
        constant(CBUUIDL2CAPPSMCharacteristicString)
        constant(CBUUIDServerCharacteristicConfigurationString)
        alias(CFAbsoluteTime.self, Double.self)
        let _: (Data) -> Void = { _ = CBUUID(data: $0) }
        let _: (String) -> Void = { _ = CBUUID(string: $0) }
        let _: (UUID) -> Void = { _ = CBUUID(nsuuid: $0) }
        let _: (DispatchQueue?) -> Void = { _ = CBCentralManager(delegate: nil, queue: $0) }
        let _: (DispatchQueue?) -> Void = { _ = CBCentralManager(delegate: nil, queue: $0, options: nil) }
        let _: (CBCentralManager, CBPeripheral) -> Void = { $0.connect($1) }
        let _: (CBCentralManager, CBPeripheral) -> Void = { $0.connect($1, options: nil) }
        let _: (CBCentralManager, [CBUUID]?) -> Void = { $0.scanForPeripherals(withServices: $1) }
        let _: (CBCentralManager, [CBUUID]?) -> Void = { $0.scanForPeripherals(withServices: $1, options: nil) }
        let _: (CBCentralManager) -> Void = { _ = $0.state.rawValue == CBCentralManagerState.poweredOn.rawValue }
        let _: (CBPeripheral, CBService) -> Void = { $0.discoverCharacteristics(nil, for: $1) }
        let _: (CBPeripheral, CBService) -> Void = { $0.discoverIncludedServices(nil, for: $1) }
        let _: (CBPeripheral) -> Void = { $0.discoverServices(nil) }
        let _: (CBDescriptor) -> Void = { _ = $0.value }
        let _: (CBError) -> Void = { _ = ($0.code, $0.errorCode, $0.userInfo, $0.errorUserInfo, $0.localizedDescription, CBError.errorDomain) }
        let _: (CBATTError) -> Void = { _ = ($0.code, $0.errorCode, $0.userInfo, $0.errorUserInfo, CBATTError.errorDomain) }
        enumeration(NEHotspotConfigurationError.self, Int.self, .userDenied)
        enumeration(NEHotspotEAPSettings.EAPType.self, Int.self, .EAPTTLS)
        enumeration(NEHotspotEAPSettings.TLSVersion.self, Int.self, ._1_2)
        enumeration(NEHotspotEAPSettings.TTLSInnerAuthenticationType.self, Int.self, .eapttlsInnerAuthenticationMSCHAPv2)
        enumeration(NEHotspotNetworkSecurityType.self, Int.self, .personal)
        object(NEHotspotConfiguration.self)
        object(NEHotspotConfigurationManager.self)
        object(NEHotspotEAPSettings.self)
        object(NEHotspotHS20Settings.self)
        object(NEHotspotNetwork.self)
        constant(NEHotspotConfigurationErrorDomain)
        let _: (String) -> Void = { _ = NEHotspotConfiguration(ssid: $0) }
        let _: (String) -> Void = { _ = NEHotspotConfiguration(ssid: $0, passphrase: $0, isWEP: false) }
        let _: (String) -> Void = { _ = NEHotspotConfiguration(ssidPrefix: $0) }
        let _: (String) -> Void = { _ = NEHotspotConfiguration(ssidPrefix: $0, passphrase: $0, isWEP: false) }
        let _: (String, NEHotspotEAPSettings) -> Void = { _ = NEHotspotConfiguration(ssid: $0, eapSettings: $1) }
        let _: (NEHotspotHS20Settings) -> Void = { _ = NEHotspotConfiguration(hs20Settings: $0, eapSettings: NEHotspotEAPSettings()) }
        let _: (String) -> Void = { _ = NEHotspotHS20Settings(domainName: $0, roamingEnabled: true) }
        let _: (NEHotspotConfiguration) -> Void = { $0.lifeTimeInDays = 1 }
        let _: (NEHotspotEAPSettings) -> Void = { $0.supportedEAPTypes = [NEHotspotEAPSettings.EAPType.EAPTTLS.rawValue] }
        let _: (NEHotspotEAPSettings) -> Void = { $0.supportedEAPTypes = [NSNumber(value: NEHotspotEAPSettings.EAPType.EAPPEAP.rawValue)] }
        let _: (NEHotspotEAPSettings) -> Void = { $0.ttlsInnerAuthenticationType = .eapttlsInnerAuthenticationPAP }
        let _: (NEHotspotConfigurationManager, NEHotspotConfiguration) -> Void = { $0.apply($1) }
        let _: (NEHotspotConfigurationManager, NEHotspotConfiguration) -> Void = { $0.apply($1, completionHandler: nil) }
        let _: (NEHotspotConfigurationManager, NEHotspotConfiguration) -> Void = { $0.apply($1) { _ in } }
        let _: (NEHotspotConfigurationManager) -> Void = { $0.getConfiguredSSIDs { _ in } }
        let _: (NEHotspotConfigurationManager) -> Void = { $0.removeConfiguration(forSSID: "") }
        let _: (NEHotspotConfigurationManager) -> Void = { $0.removeConfiguration(forHS20DomainName: "") }
        let _: (NEHotspotConfigurationManager, ASAccessory) -> Void = { $0.joinAccessoryHotspot($1, passphrase: "") }
        let _: (NEHotspotConfigurationManager, ASAccessory) -> Void = { $0.joinAccessoryHotspot($1, passphrase: "", completionHandler: nil) }
        let _: (NEHotspotConfigurationManager, ASAccessory) -> Void = { $0.joinAccessoryHotspot($1, passphrase: "") { _ in } }
        let _: (NEHotspotConfigurationManager, ASAccessory) -> Void = { $0.joinAccessoryHotspotWithoutSecurity($1) }
        let _: (NEHotspotConfigurationManager, ASAccessory) -> Void = { $0.joinAccessoryHotspotWithoutSecurity($1, completionHandler: nil) }
        let _: (NEHotspotConfigurationManager, ASAccessory) -> Void = { $0.joinAccessoryHotspotWithoutSecurity($1) { _ in } }
        let _: (NSError) -> Void = { _ = NEHotspotConfigurationError(rawValue: $0.code) == .userDenied }
    }
}
