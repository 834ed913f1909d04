// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import ArgumentParser

/// The rule of `--select`, for choosing without a person.
enum SelectionRule: Hashable, Sendable, ExpressibleByArgument {
    case strongest
    case only
    /// An SSID in its text form, the Bluetooth name, or the app's name for the accessory.
    case name(String)
    /// A BSSID or the address of the Bluetooth side.
    case address(MACAddress)

    init?(argument: String) {
        switch argument {
        case "strongest": self = .strongest
        case "only": self = .only
        case _:
            if let address = MACAddress(argument) {
                self = .address(address)
            } else if Self.isName(argument) {
                self = .name(argument)
            } else {
                return nil
            }
        }
    }

    /// As it is typed.
    var text: String {
        switch self {
        case .strongest: "strongest"
        case .only: "only"
        case .name(let name): name
        case .address(let address): address.description
        }
    }

    /// A text that looks like an SSID's text form with an escape must be one.
    private static func isName(_ text: String) -> Bool {
        if text.isEmpty { return false }
        return !text.contains("\\") || (try? SSID(text: text)) != nil
    }
}
