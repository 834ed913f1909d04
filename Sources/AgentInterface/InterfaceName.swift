// SPDX-License-Identifier: Apache-2.0

/// The interfaces that the agent serves.
package enum InterfaceName: String, CaseIterable, Sendable {
    case setup = "org.accessoryd.Setup"
    case bluetooth = "org.accessoryd.Bluetooth"
    case picker = "org.accessoryd.Picker"
    case control = "org.accessoryd.Control"
}

extension InterfaceName {
    /// The interface's description in Varlink's notation: the .varlink file, byte for byte. `GetInterfaceDescription` serves
    /// it.
    package var idl: String {
        let file =
            switch self {
            case .setup: PackageResources.org_accessoryd_Setup_varlink
            case .bluetooth: PackageResources.org_accessoryd_Bluetooth_varlink
            case .picker: PackageResources.org_accessoryd_Picker_varlink
            case .control: PackageResources.org_accessoryd_Control_varlink
            }
        return String(decoding: file, as: UTF8.self)
    }
}
