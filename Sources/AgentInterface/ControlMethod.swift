// SPDX-License-Identifier: Apache-2.0

/// The methods of org.accessoryd.Control.
package enum ControlMethod: String, CaseIterable, Sendable {
    case getStatus = "GetStatus"
    case listApps = "ListApps"
    case reloadConfiguration = "ReloadConfiguration"
    case scan = "Scan"
    case setUp = "SetUp"
    case listAccess = "ListAccess"
    case checkAccess = "CheckAccess"
    case grantAccess = "GrantAccess"
    case revokeAccess = "RevokeAccess"
    case joinHotspot = "JoinHotspot"
    case leaveHotspot = "LeaveHotspot"
    case monitor = "Monitor"
}
