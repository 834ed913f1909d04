// SPDX-License-Identifier: Apache-2.0

/// The methods of org.accessoryd.Control.
package enum ControlMethod: String, CaseIterable, Sendable {
    case getStatus = "GetStatus"
    case listApps = "ListApps"
    case checkManifest = "CheckManifest"
    case reloadConfiguration = "ReloadConfiguration"
    case scan = "Scan"
    case setUp = "SetUp"
    case listAccessories = "ListAccessories"
    case renameAccessory = "RenameAccessory"
    case removeAccessory = "RemoveAccessory"
    case listAccess = "ListAccess"
    case checkAccess = "CheckAccess"
    case grantAccess = "GrantAccess"
    case setAccess = "SetAccess"
    case revokeAccess = "RevokeAccess"
    case listHistory = "ListHistory"
    case joinHotspot = "JoinHotspot"
    case leaveHotspot = "LeaveHotspot"
    case listHotspots = "ListHotspots"
    case removeHotspot = "RemoveHotspot"
    case listPlans = "ListPlans"
    case runPlan = "RunPlan"
    case explainBridge = "ExplainBridge"
    case monitor = "Monitor"
}
