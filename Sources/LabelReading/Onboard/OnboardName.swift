// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning
package import AgentInterface

/// An accessory as a person or its label names it.
package enum OnboardName: Hashable, Sendable {
    /// As typed: the SSID of its hotspot, its Bluetooth name, or the address of either radio.
    case text(String)
    /// A hotspot with one of these SSIDs.
    case label([SSID])
    case bluetooth(String)
    /// The label is of an accessory that another program adds.
    case other(Label)
    /// It shows nothing until it is called.
    case easyConnect(EasyConnectLabel)

    /// Nil if the accessory of the label takes no network: a camera's.
    package init?(_ label: Label) {
        switch (label, label.names) {
        case (.matter, _), (.homeKit, _): self = .other(label)
        case (.easyConnect(let label), _): self = .easyConnect(label)
        case (.sony, _), (_, .station), (_, .matter), (_, .nothing): return nil
        case (.wifi, .networks(let ssids)), (.espressif, .networks(let ssids)): self = .label(ssids)
        case (.wifi, .bluetooth(let name)), (.espressif, .bluetooth(let name)): self = .bluetooth(name)
        }
    }

    /// Whether it can be this accessory.
    ///
    /// - Parameter isSecured: a passphrase of the hotspot comes with the name. An open hotspot in the place of a
    ///   protected one is another's.
    package func fits(_ accessory: NewAccessory, isSecured: Bool) -> Bool {
        guard hasSameNetwork(as: accessory) || hasSameBluetoothName(as: accessory) else { return false }
        return !isSecured || accessory.ssid == nil || accessory.needsPassphrase
    }

    /// By its SSID, or by an address.
    package func hasSameNetwork(as accessory: NewAccessory) -> Bool {
        switch self {
        case .label(let ssids): return accessory.ssid.map(ssids.contains) ?? false
        case .bluetooth, .other, .easyConnect: return false
        case .text(let text):
            if let address = MACAddress(text) {
                return accessory.bssid == address || accessory.bluetoothAddress == address
            }
            return accessory.ssid != nil && accessory.ssid == (try? SSID(text: text))
        }
    }

    /// Devices with one Bluetooth name are not one accessory.
    package func hasSameBluetoothName(as accessory: NewAccessory) -> Bool {
        switch self {
        case .text(let text): accessory.ssid == nil && accessory.name == text
        // As the agent reports names.
        case .bluetooth(let name): accessory.ssid == nil && accessory.name == DisplayName.harmless(name)
        case .label, .other, .easyConnect: false
        }
    }

    /// What the accessory sends; nil if no look finds it by that. The radio asks for an SSID by name: who typed one
    /// cannot know whether it is hidden, and not every label says so.
    package var query: NewAccessoryQuery? {
        switch self {
        case .text(let text):
            if MACAddress(text) != nil { return NewAccessoryQuery(address: text) }
            let ssid = try? SSID(text: text)
            return NewAccessoryQuery(
                ssids: ssid.map { [$0.description] }, bluetoothName: text.isEmpty ? nil : text)
        case .label(let ssids): return NewAccessoryQuery(ssids: ssids.map(\.description))
        case .bluetooth(let name): return NewAccessoryQuery(bluetoothName: name)
        case .other, .easyConnect: return nil
        }
    }

    /// The accessory, if no look can find it.
    ///
    /// - Parameter name: of one whose label has none.
    package func hidden(orNamed name: String) -> NewAccessory? {
        guard case .easyConnect(let label) = self else { return nil }
        let family = Family.easyConnect
        return NewAccessory(
            name: label.information ?? label.address?.description ?? name, family: family.rawValue,
            familyName: family.title, isCertain: true, mayNeedProof: family.mayNeedProof, isClearText: false)
    }
}

extension OnboardName: CustomStringConvertible {
    package var description: String {
        switch self {
        case .easyConnect: "of the label"
        case .text(let text), .bluetooth(let text): "'\(text)'"
        case .label(let ssids): ssids.map { "'\($0)'" }.joined(separator: " or ")
        case .other: "the label"
        }
    }
}
