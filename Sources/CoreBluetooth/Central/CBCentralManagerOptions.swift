// SPDX-License-Identifier: Apache-2.0

// The keys of the options, with Core Bluetooth's names and values.

/// Of `scanForPeripherals`: report every sighting, a `Bool`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
/// Of `scanForPeripherals`: services that a peripheral asks for. Has no effect on Linux.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey = "kCBScanOptionSolicitedServiceUUIDs"
/// Of a new central: warn a person if Bluetooth is off. Has no effect on Linux.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// Of a new central: its name for state restoration. Has no effect on Linux, where no app is relaunched.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// Of a new central: accessories with sound. Has no effect on Linux.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBCentralManagerOptionDeviceAccessForMedia = "kCBInitOptionDeviceAccessForMedia"
/// Of `connect`: notify a person of a connection in the background. Has no effect on Linux.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBConnectPeripheralOptionNotifyOnConnectionKey = "kCBConnectOptionNotifyOnConnection"
/// Of `connect`: notify a person of a disconnection in the background. Has no effect on Linux.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBConnectPeripheralOptionNotifyOnDisconnectionKey = "kCBConnectOptionNotifyOnDisconnection"
/// Of `connect`: notify a person of notifications in the background. Has no effect on Linux.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBConnectPeripheralOptionNotifyOnNotificationKey = "kCBConnectOptionNotifyOnNotification"
/// Of `connect`: wait for some seconds. Has no effect on Linux.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBConnectPeripheralOptionStartDelayKey = "kCBConnectOptionStartDelay"
/// Of `connect`: bring up Bluetooth Classic, too. Has no effect on Linux; the picker does it.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBConnectPeripheralOptionEnableTransportBridgingKey = "kCBConnectOptionEnableTransportBridging"
/// Of `connect`: require notifications of the system. Has no effect on Linux.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBConnectPeripheralOptionRequiresANCS = "kCBConnectOptionRequiresANCS"
/// Of `connect`: connect again by itself when the link is lost, a `Bool`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBConnectPeripheralOptionEnableAutoReconnect = "kCBConnectOptionEnableAutoReconnect"
