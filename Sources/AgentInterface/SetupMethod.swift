// SPDX-License-Identifier: Apache-2.0

/// The methods of org.accessoryd.Setup.
package enum SetupMethod: String, CaseIterable, Sendable {
    case activate = "Activate"
    case listAccessories = "ListAccessories"
    case getAccess = "GetAccess"
    case showPicker = "ShowPicker"
    case updatePicker = "UpdatePicker"
    case finishPickerDiscovery = "FinishPickerDiscovery"
    case finishAuthorization = "FinishAuthorization"
    case failAuthorization = "FailAuthorization"
    case updateAuthorization = "UpdateAuthorization"
    case renameAccessory = "RenameAccessory"
    case removeAccessory = "RemoveAccessory"
    case joinHotspot = "JoinHotspot"
    case leaveHotspot = "LeaveHotspot"
    case applyHotspot = "ApplyHotspot"
    case removeHotspot = "RemoveHotspot"
    case listHotspots = "ListHotspots"
    case getUplinkCredentials = "GetUplinkCredentials"
}
