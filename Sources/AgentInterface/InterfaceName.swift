// SPDX-License-Identifier: Apache-2.0

import CInterfaces

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
        var size = 0
        let text = interface_description(rawValue, &size)
        precondition(text != nil, "CInterfaces.c does not list \(rawValue)")
        return String(decoding: UnsafeBufferPointer(start: text, count: size), as: UTF8.self)
    }
}
