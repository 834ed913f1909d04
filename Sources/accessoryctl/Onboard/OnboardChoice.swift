// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface

/// Which of the accessories in range the command adds.
enum OnboardChoice: Hashable, Sendable {
    /// The one that a person chooses from the list.
    case person
    case named(OnboardName)
    /// Each of them.
    case all

    /// The accessory that no look can find.
    var hidden: NewAccessory? {
        if case .named(let name) = self { name.hidden } else { nil }
    }
}

/// An accessory as a person or its label names it.
enum OnboardName: Hashable, Sendable {
    /// As typed: the SSID of its hotspot, its Bluetooth name, or the address of either radio.
    case text(String)
    /// A hotspot with one of these SSIDs. If the label has a passphrase of it, one without is another's.
    case label([SSID], isSecured: Bool)
    case bluetooth(String)
    /// The label is of an accessory that another program adds.
    case other(Label)
    /// It shows nothing until it is called.
    case easyConnect(EasyConnectLabel)

    /// The accessory of this name. A hotspot is preferred to Bluetooth. Devices with one Bluetooth name are not one
    /// accessory, so such a name counts once the look is complete.
    ///
    /// Throws `Failure` if several have the name.
    func accessory(in list: [NewAccessory], isComplete: Bool) throws(Failure) -> NewAccessory? {
        if let certain = list.first(where: isCertain) { return certain }
        guard isComplete else { return nil }
        let named = list.filter { $0.ssid == nil && $0.name == bluetoothName }
        guard named.count > 1 else { return named.first }
        let addresses = named.compactMap { $0.bluetoothAddress?.description }.joined(separator: ", ")
        throw Failure(
            "\(named.count) accessories are named \(self): \(addresses); name one by its address", .invalidInput)
    }

    private func isCertain(_ accessory: NewAccessory) -> Bool {
        switch self {
        case .label(let ssids, let isSecured):
            guard let ssid = accessory.ssid, ssids.contains(ssid) else { return false }
            return !isSecured || accessory.security?.key == .passphrase
        case .bluetooth, .other, .easyConnect: return false
        case .text(let text):
            if let address = MACAddress(text) {
                return accessory.bssid == address || accessory.bluetoothAddress == address
            }
            return accessory.ssid != nil && accessory.ssid == (try? SSID(text: text))
        }
    }

    private var bluetoothName: String? {
        switch self {
        case .text(let text), .bluetooth(let text): text
        case .label, .other, .easyConnect: nil
        }
    }

    /// The accessory of this name that another program adds.
    func other(in list: [OtherAccessory]) -> OtherAccessory? {
        guard case .text(let text) = self else { return nil }
        let address = MACAddress(text)
        return list.first { address == nil ? $0.name == text : $0.bluetoothAddress == address }
    }

    /// The accessory, if no look can find it.
    var hidden: NewAccessory? {
        guard case .easyConnect(let label) = self else { return nil }
        let family = Family.easyConnect
        return NewAccessory(
            name: label.information ?? label.address?.description ?? "the accessory of the label",
            family: family.rawValue, familyName: family.title, isCertain: true, mayNeedProof: family.mayNeedProof,
            isClearText: false)
    }

    /// An accessory of this family that does not show it. Nil if a look must find it.
    func unseen(of family: Family) -> NewAccessory? {
        let (ssid, device): (SSID?, MACAddress?)
        switch self {
        case .label, .bluetooth, .other, .easyConnect: return nil
        case .text(let text): (ssid, device) = MACAddress(text).map { (nil, $0) } ?? (try? SSID(text: text), nil)
        }
        guard let name = ssid?.description ?? device?.description else { return nil }
        return NewAccessory(
            name: name, family: family.rawValue, familyName: family.title, isCertain: false, ssid: ssid,
            bluetoothAddress: device, mayNeedProof: family.mayNeedProof,
            isClearText: family.protection(hotspot: ssid == nil ? nil : .open) == .clearText)
    }
}

extension OnboardName {
    /// If no accessory has the name.
    var cure: String {
        let common = "check whether the accessory is in set-up mode, and move closer"
        switch self {
        case .text: return "\(common), or name its family with --family"
        case .label, .bluetooth, .other, .easyConnect: return common
        }
    }
}

extension OnboardName: CustomStringConvertible {
    var description: String {
        switch self {
        case .easyConnect: "of the label"
        case .text(let text), .bluetooth(let text): "'\(text)'"
        case .label(let ssids, let isSecured):
            ssids.map { "'\($0)'" }.joined(separator: " or ") + (isSecured ? " with the passphrase of the label" : "")
        case .other: "the label"
        }
    }
}
