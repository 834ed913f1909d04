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

    /// What the look is for, for people.
    var activity: String {
        switch self {
        case .person, .all: "looking for new accessories"
        case .named(.other), .named(.easyConnect): "looking for the accessory of the label"
        case .named(let name): "looking for \(name)"
        }
    }

    /// After a hotspot of the name that was another accessory's.
    static let activityAgain = "looking for another of this name"

    /// The line of an activity that has taken so many seconds.
    static func line(of activity: String, after seconds: Int) -> String {
        seconds == 0 ? activity : "\(activity): \(seconds) s"
    }

    /// What the agent looks for.
    func query(_ terms: OnboardTerms) -> NewAccessoryQuery {
        guard case .named(let name) = self else { return NewAccessoryQuery(interface: terms.interface) }
        var query = name.query
        query.interface = terms.interface
        query.family = terms.family?.rawValue
        return query
    }
}

/// An accessory as a person or its label names it.
enum OnboardName: Hashable, Sendable {
    /// As typed: the SSID of its hotspot, its Bluetooth name, or the address of either radio.
    case text(String)
    /// A hotspot with one of these SSIDs.
    case label([SSID])
    case bluetooth(String)
    /// The label is of an accessory that another program adds.
    case other(Label)
    /// It shows nothing until it is called.
    case easyConnect(EasyConnectLabel)

    /// The accessories that can be meant by this name: if several, the strongest first, of which a passphrase proves one.
    /// A hotspot is preferred to Bluetooth. Devices with one Bluetooth name are not one accessory, so such a name counts
    /// once the look is complete.
    ///
    /// Throws `Failure` if several have the name and no passphrase tells them apart.
    /// - Parameter isSecured: there is a passphrase of the hotspot. Open ones are those of others, and count only if the look
    ///   is complete and shows no other: then they are refused, with the reason.
    func accessories(in list: [NewAccessory], isSecured: Bool, isComplete: Bool) throws(Failure) -> [NewAccessory] {
        let named = list.filter(isCertain)
        let meant = isSecured ? named.filter { $0.ssid == nil || $0.security?.key == .passphrase } : named
        if !meant.isEmpty { return isSecured ? meant : [try only(of: meant)] }
        guard isComplete else { return [] }
        if let other = named.first { return [other] }
        let overBluetooth = list.filter { $0.ssid == nil && $0.name == bluetoothName }
        return overBluetooth.isEmpty ? [] : [try only(of: overBluetooth)]
    }

    private func only(of named: [NewAccessory]) throws(Failure) -> NewAccessory {
        if named.count == 1 { return named[0] }
        let list = named.map { accessory in
            let address = (accessory.bssid ?? accessory.bluetoothAddress)?.description ?? accessory.name
            return address + (accessory.security.map { " (\($0.title))" } ?? "")
        }
        throw Failure(
            "\(named.count) accessories are named \(self): \(list.joined(separator: ", ")); name one by its address",
            .invalidInput)
    }

    private func isCertain(_ accessory: NewAccessory) -> Bool {
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

    private var bluetoothName: String? {
        switch self {
        case .text(let text), .bluetooth(let text): text
        case .label, .other, .easyConnect: nil
        }
    }

    /// What the accessory sends. The radio asks for an SSID by name: who typed one cannot know whether it is hidden, and not
    /// every label says so.
    var query: NewAccessoryQuery {
        switch self {
        case .text(let text):
            if MACAddress(text) != nil { return NewAccessoryQuery(address: text) }
            let ssid = try? SSID(text: text)
            return NewAccessoryQuery(
                ssids: ssid.map { [$0.description] }, bluetoothName: text.isEmpty ? nil : text)
        case .label(let ssids): return NewAccessoryQuery(ssids: ssids.map(\.description))
        case .bluetooth(let name): return NewAccessoryQuery(bluetoothName: name)
        case .other, .easyConnect: return NewAccessoryQuery()
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
}

extension OnboardName {
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

extension OnboardName: CustomStringConvertible {
    var description: String {
        switch self {
        case .easyConnect: "of the label"
        case .text(let text), .bluetooth(let text): "'\(text)'"
        case .label(let ssids): ssids.map { "'\($0)'" }.joined(separator: " or ")
        case .other: "the label"
        }
    }
}
