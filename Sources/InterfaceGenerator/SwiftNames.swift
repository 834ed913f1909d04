// SPDX-License-Identifier: Apache-2.0

/// What a description does not contain: the Swift types of values that are text or numbers on the wire, and the names of
/// parameter types that methods share.
enum SwiftNames {
    /// The types of AccessoryModel, which are written by hand; DescriptionTests compares them with the descriptions.
    static let model = [
        "AccessRecord": "AccessRecord",
        "Accessory": "Accessory",
        "AccessoryState": "Accessory.State",
        "AddressKind": "BluetoothAddress.Kind",
        "Advertisement": "AdvertisementFields",
        "ArrivalEvidence": "ArrivalEvidence",
        "BluetoothRange": "BluetoothRule.Range",
        "Descriptor": "DescriptorFields",
        "ErrorCode": "AccessoryError.Code",
        "Event": "Event",
        "EventType": "EventType",
        "Failure": "AccessoryError",
        "FailureKind": "FailureReason.Kind",
        "FailureReason": "FailureReason",
        "GrantOrigin": "AccessRecord.Origin",
        "HistoryAction": "HistoryEntry.Action",
        "HistoryEntry": "HistoryEntry",
        "Hotspot": "HotspotConfiguration",
        "Link": "Link",
        "Location": "Location",
        "NameComparison": "BluetoothRule.NameComparison",
        "Network": "WiFiNetwork",
        "Proof": "Proof",
        "ProofKind": "Proof.Kind",
        "Scanning": "Scanning",
        "SecurityChange": "SecurityChange",
        "SupportOption": "Descriptor.SupportOption",
        "UplinkCredentials": "UplinkCredentials",
    ]

    /// The types that no file declares.
    static let byHand = model.merging(["Right": "PhoneRight"]) { type, _ in type }

    /// What a file imports AccessoryModel for.
    static let ofModel = Set(model.values).union(fields.values).subtracting(["[RenameOption]"])

    /// Generated types with another name in Swift; with a dot, inside another.
    static let generated = [
        "Adapter": "AdapterStatus",
        "Characteristic": "BluetoothCharacteristic",
        "CharacteristicProperty": "BluetoothCharacteristic.Property",
        "AttributeDescriptor": "BluetoothCharacteristic.Descriptor",
        "ConnectionState": "ConnectionUpdate.State",
        "Peripheral": "BluetoothPeripheral",
        "Phone": "PhonesInterface.Phone",
        "RadioState": "BluetoothPeripherals.State",
        "Service": "BluetoothService",
        "Sighting": "BluetoothSighting",
        "AdapterState": "AdapterStatus.State",
        "App": "AppStatus",
        "Bluetooth": "BluetoothStatus",
        "BluetoothAdapter": "BluetoothAdapterStatus",
        "Bridge": "BridgeReport",
        "BridgeVerdict": "BridgeReport.Verdict",
        "Item": "PickerItem",
        "Lease": "LeaseStatus",
        "LeaseState": "LeaseUpdate.State",
        "MonitorKind": "MonitorEvent.Kind",
        "Plan": "PlanStatus",
        "DeviceIdentity": "ReportedDevice",
        "Ecosystem": "OtherAccessory.Ecosystem",
        "NamesakeReason": "Namesake.Reason",
        "Arrival": "ReportedArrival",
        "ArrivalState": "ReportedArrival.State",
        "OnboardStep": "OnboardProgress.Step",
        "PlanState": "PlanStatus.State",
        "PlanStep": "PlanUpdate.State",
        "Question": "PickerQuestion",
        "QuestionKind": "PickerQuestion.Kind",
        "Update": "PickerUpdate",
        "UpdateKind": "PickerUpdate.Kind",
    ]

    /// What a method's parameters are called, where not `<Method>Request` and `<Method>Reply`. Methods of one name share a
    /// type; what one of them lacks is optional.
    static let parameters: [String: (request: String?, reply: String?)] = [
        "Activate": (nil, "SessionEvent"),
        "Setup.ListAccessories": (nil, "AccessoryList"),
        "Control.ListAccessories": (nil, "AccessoryStatusList"),
        "Bluetooth.Monitor": (nil, "BluetoothPeripherals"),
        "Bluetooth.Scan": ("BluetoothScanRequest", "BluetoothScanReply"),
        "Connect": ("AccessoryQuery", "ConnectionReply"),
        "ListServices": ("AccessoryQuery", nil),
        "Subscribe": ("AttributeQuery", nil),
        "ReadValue": ("AttributeQuery", nil),
        "ReadSignalStrength": ("AccessoryQuery", nil),
        "GetAccess": ("AccessQuery", "AccessReply"),
        "GetLocation": ("AccessoryQuery", "LocationReply"),
        "RenameAccessory": ("RenameRequest", "AccessoryReply"),
        "SetAccessoryImage": (nil, "AccessoryReply"),
        "RemoveAccessory": ("AccessoryQuery", "AccessoryReply"),
        "FailAuthorization": ("AccessoryQuery", nil),
        "UpdateAuthorization": (nil, "AccessoryReply"),
        "JoinHotspot": (nil, "LeaseReply"),
        "Setup.RemoveHotspot": ("HotspotQuery", nil),
        "ListHotspots": (nil, "HotspotList"),
        "GetJoinedHotspot": (nil, "JoinedHotspotReply"),
        "GetUplinkCredentials": ("UplinkQuery", "UplinkReply"),
        "GetImage": ("ImageQuery", "ImageReply"),
        "GetStatus": (nil, "Status"),
        "ListApps": (nil, "AppList"),
        "CheckManifest": ("CheckFileRequest", nil),
        "ReloadConfiguration": (nil, "AppList"),
        "ListAccess": ("AppQuery", "RecordList"),
        "CheckAccess": ("AppAccessQuery", "RecordReply"),
        "GrantAccess": ("GrantRequest", "RecordReply"),
        "SetAccess": (nil, "RecordList"),
        "RevokeAccess": ("AppAccessQuery", "RecordList"),
        "ListHistory": ("HistoryQuery", "HistoryList"),
        "ListPlans": (nil, "PlanList"),
        "RunPlan": (nil, "PlanUpdate"),
        "FindNewAccessories": ("NewAccessoryQuery", "NewAccessoryList"),
        "Onboard": (nil, "OnboardProgress"),
        "CheckPlan": ("CheckFileRequest", nil),
    ]

    /// The Swift type of a field that is text or a number on the wire, where the agent checks it as soon as it reads it.
    /// What an app or a tool writes stays text, so that the error names the field.
    static let fields = [
        "*.addressing": "JoinRequest.Addressing",
        "BluetoothAdapterStatus.address": "MACAddress",
        "BluetoothDevice.address": "MACAddress",
        "BluetoothDevice.bssid": "MACAddress",
        "BridgeMatch.bssid": "MACAddress",
        "BridgeMatch.ssid": "SSID",
        "BridgeReport.bluetoothAddress": "MACAddress",
        "DisplayItem.renameOptions": "[RenameOption]",
        "GrantRequest.expires": "Timestamp",
        "JoinedHotspotReply.ssid": "SSID",
        "LeaseUpdate.ssid": "SSID",
        "MonitorEvent.time": "Timestamp",
        "PickerItem.bluetoothAddress": "MACAddress",
        "PickerItem.bssid": "MACAddress",
        "PickerItem.security": "Security",
        "PickerItem.ssid": "SSID",
        "PlanProgram.ssid": "SSID",
        "PlanStatus.changed": "Timestamp",
        "NewAccessory.ssid": "SSID",
        "NewAccessory.bssid": "MACAddress",
        "NewAccessory.security": "Security",
        "NewAccessory.bluetoothAddress": "MACAddress",
        "OtherAccessory.bluetoothAddress": "MACAddress",
        "OtherAccessory.device": "MACAddress",
        "Namesake.ssid": "SSID",
        "Namesake.bssid": "MACAddress",
        "Namesake.bluetoothAddress": "MACAddress",
        "ReportedArrival.station": "MACAddress",
        "ReportedDevice.address": "MACAddress",
        "RenameRequest.options": "[RenameOption]",
    ]
    /// The same, of the graphical picker's interfaces.
    static let pickerFields = [
        "*.may": "[String]",
        "OpenRequest.view": "PageView",
    ]
}
