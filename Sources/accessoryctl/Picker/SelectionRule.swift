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

    /// Why a name is meant as a rule that does not exist; nil if it can be an accessory's. An accessory with such a name is
    /// chosen by its address.
    var fault: String? {
        guard case .name(let name) = self else { return nil }
        let word = name.lowercased()
        let rules = ["strongest", "only"]
        if Self.likeStrongest.contains(word) {
            return "'\(name)' is no rule; 'strongest' chooses the accessory with the strongest signal"
        }
        if Self.likeOnly.contains(word) {
            return "'\(name)' is no rule; 'only' chooses if there is one accessory alone"
        }
        // A short word that resembles 'only' may well be a name.
        guard let rule = EditDistance.nearest(to: word, among: rules), rule != "only" || word == rule else {
            return nil
        }
        return "'\(name)' is no rule; did you mean '\(rule)'?"
    }

    private static let likeStrongest: Set = ["nearest", "closest", "best", "loudest", "near", "first", "strong"]
    private static let likeOnly: Set = ["one", "single", "any", "all", "unique", "auto"]

    /// It means this very access point, or device.
    var isAddress: Bool { if case .address = self { true } else { false } }

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
