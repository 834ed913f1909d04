// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import LabelReading

/// What a look shows of the accessory that is named.
extension OnboardName {
    /// The accessories that this name can mean, the strongest first. If there are several, a passphrase or a proof shows which
    /// one it is. A hotspot is preferred to Bluetooth. Devices with one Bluetooth name are not one accessory, so such a name
    /// counts once the look is complete.
    ///
    /// Throws `Failure` if several have the name and nothing distinguishes them. Only a complete look shows that: another one can be on
    /// a channel that is not visited yet.
    /// - Parameters:
    ///   - isSecured: there is a passphrase of the hotspot. Open ones are those of others, and count only if the look is
    ///     complete and shows no other: then they are refused, with the reason.
    ///   - isProvable: there is such a passphrase, or a proof, which shows it of a family that asks for one.
    func accessories(
        in list: [NewAccessory], isSecured: Bool, isProvable: Bool, isComplete: Bool
    ) throws(Failure) -> [NewAccessory] {
        let named = list.filter(hasSameNetwork)
        let meant = named.filter { fits($0, isSecured: isSecured) }
        // Also the one in whose place it may be.
        if !isComplete, !isSecured, !isAddress, meant.contains(where: \.mayImitate) { return [] }
        let distinguished = meant.filter { isSecured || isProvable && $0.mayNeedProof }
        if !distinguished.isEmpty { return distinguished }
        guard isComplete || isAddress && !meant.isEmpty else { return [] }
        if !meant.isEmpty { return [try only(of: meant)] }
        if let other = named.first { return [other] }
        let devices = list.filter(hasSameBluetoothName)
        // A passphrase is of a hotspot, and a proof of a family that checks one. What cannot be meant is refused, with the reason.
        let provable = isSecured ? [] : devices.filter { !isProvable || $0.mayNeedProof }
        if provable.isEmpty { return Array(devices.prefix(1)) }
        return isProvable ? provable : [try only(of: provable)]
    }

    private var isAddress: Bool { if case .text(let text) = self { MACAddress(text) != nil } else { false } }

    private func only(of named: [NewAccessory]) throws(Failure) -> NewAccessory {
        if named.count == 1 { return named[0] }
        let list = named.map { accessory in
            let address = accessory.address?.description ?? accessory.name
            return address + (accessory.security.map { " (\($0.title))" } ?? "")
        }
        throw Failure(
            "\(named.count) accessories are named \(self): \(list.joined(separator: ", ")); name one by its address",
            .invalidInput)
    }

    /// The accessory of this name that another program adds.
    func other(in list: [OtherAccessory]) -> OtherAccessory? {
        guard case .text(let text) = self else { return nil }
        let address = MACAddress(text)
        return list.first { address == nil ? $0.name == text : $0.bluetoothAddress == address }
    }

    /// An accessory of this family that does not show it. Nil if a look must find it.
    func unseen(of family: Family) -> NewAccessory? {
        let (ssid, device): (SSID?, MACAddress?)
        switch self {
        case .bluetooth, .other, .easyConnect: return nil
        // Of several, nobody knows which one it is.
        case .label(let ssids): (ssid, device) = (ssids.count == 1 ? ssids[0] : nil, nil)
        case .text(let text): (ssid, device) = MACAddress(text).map { (nil, $0) } ?? (try? SSID(text: text), nil)
        }
        guard let name = ssid?.description ?? device?.description else { return nil }
        return NewAccessory(
            name: name, family: family.rawValue, familyName: family.title, isCertain: false, ssid: ssid,
            bluetoothAddress: device, mayNeedProof: family.mayNeedProof,
            isClearText: family.protection(hotspot: ssid == nil ? nil : .open) == .clearText)
    }

    /// The end of a complete look without the accessory: the reason why what has the name is no such accessory, or else what is
    /// there in its place.
    func notFound(_ list: NewAccessoryList) -> Failure {
        if let namesake = list.namesakes?.first {
            let place = namesake.ssid == nil ? "a Bluetooth device" : "a network"
            var text = "'\(namesake.name)' is in range as \(place), but \(namesake.explanation)"
            if namesake.reason == .noFamily { text += "; name its family with --family: \(Family.list)" }
            return Failure(text, .notFound)
        }
        var names: [String] = []
        for accessory in list.accessories where !names.contains(accessory.name) { names.append(accessory.name) }
        let seen = names.prefix(Self.mostNames).map { "'\($0)'" }.joined(separator: ", ")
        let rest = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
        let others = names.isEmpty ? "nothing else is in range that takes a network" : "in range are \(seen)\(rest)"
        return Failure(
            "no accessory that takes a network shows the name \(self); \(others); check whether the accessory is in set-up "
                + "mode, and move closer", .notFound)
    }

    private static let mostNames = 5
}

extension NewAccessory {
    /// Of the radio with which it was seen.
    var address: MACAddress? { bssid ?? bluetoothAddress }
}
