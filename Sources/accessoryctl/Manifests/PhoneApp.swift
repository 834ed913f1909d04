// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The part of a phone app's Info.plist that a manifest has, too, and the reasons for the rest.
struct PhoneApp: Hashable, Sendable {
    /// A key that has no part in a manifest.
    struct Omission: Hashable, Sendable {
        let key: String
        let reason: String
    }

    private(set) var id: String?
    private(set) var name: String?
    /// In the text form of an SSID, as the prefixes.
    private(set) var ssids: [String] = []
    private(set) var ssidPrefixes: [String] = []
    private(set) var services: [String] = []
    private(set) var companyIdentifiers: [String] = []
    private(set) var bluetoothNames: [String] = []
    /// The app looks for networks, and names none. Phones document no key for that.
    private(set) var needsSSIDs = false
    private(set) var omissions: [Omission] = []
    /// Keys that are about something else, in order.
    private(set) var otherKeys: [String] = []

    private enum Key {
        static let id = "CFBundleIdentifier"
        static let names = ["CFBundleDisplayName", "CFBundleName"]
        static let supports = ["NSAccessorySetupKitSupports", "NSAccessorySetupSupports"]
        static let services = "NSAccessorySetupBluetoothServices"
        static let companies = "NSAccessorySetupBluetoothCompanyIdentifiers"
        static let bluetoothNames = "NSAccessorySetupBluetoothNames"
        static let modes = "UIBackgroundModes"

        static let setup = "NSAccessorySetup"
        static let known = Set([id, services, companies, bluetoothNames, modes] + names + supports)
    }

    private enum Networks {
        case ssids
        case prefixes
    }

    init(_ keys: [String: PropertyList]) throws(PropertyListFault) {
        id = try text(Key.id, of: keys, option: "--id")
        for key in Key.names where name == nil { name = try text(key, of: keys, option: "--name") }
        let technologies = try technologies(keys)
        try takeNetworks(keys, isWanted: technologies?.contains(.wifi) ?? true)
        needsSSIDs = technologies?.contains(.wifi) == true && ssids.isEmpty && ssidPrefixes.isEmpty
        if technologies?.contains(.bluetooth) ?? true {
            services = try Self.entries(Key.services, of: keys, Self.service)
            companyIdentifiers = try Self.entries(Key.companies, of: keys, Self.companyIdentifier)
            bluetoothNames = try Self.entries(Key.bluetoothNames, of: keys, Self.bluetoothName)
        } else {
            for key in [Key.services, Key.companies, Key.bluetoothNames] where keys[key] != nil {
                omit(key, "\(Self.stated(keys)) does not name Bluetooth")
            }
        }
        omitModes(try Self.texts(Key.modes, of: keys))
        for key in keys.keys.sorted() where !Key.known.contains(key) && Self.networks(key) == nil {
            if let reason = Self.reasons[key] {
                omit(key, reason)
            } else if key.hasPrefix(Key.setup) {
                omit(key, "a manifest has no such key")
            } else {
                otherKeys.append(key)
            }
        }
    }

    private mutating func omit(_ key: String, _ reason: String) {
        omissions.append(Omission(key: key, reason: reason))
    }

    // MARK: App

    /// Nil, with an omission, if only the build of the app knows it.
    private mutating func text(
        _ key: String, of keys: [String: PropertyList], option: String
    ) throws(PropertyListFault) -> String? {
        guard let value = keys[key] else { return nil }
        guard case .text(let text) = value else { throw PropertyListFault(key: key, reason: "is no text") }
        guard Self.isBuilt(text) else { return text.isEmpty ? nil : text }
        omit(key, "the build of the app replaces '\(text)'; \(option) gives the value")
        return nil
    }

    private static func isBuilt(_ text: String) -> Bool { text.contains("$(") || text.contains("${") }

    private enum Technology: String {
        case wifi = "WiFi"
        case bluetooth = "Bluetooth"
    }

    /// Nil if the app names none: it is older than accessory set-up.
    private mutating func technologies(_ keys: [String: PropertyList]) throws(PropertyListFault) -> Set<Technology>? {
        guard Key.supports.contains(where: { keys[$0] != nil }) else { return nil }
        var technologies: Set<Technology> = []
        for key in Key.supports {
            for text in try Self.texts(key, of: keys) {
                if let technology = Technology(rawValue: text) {
                    technologies.insert(technology)
                } else {
                    omit(key, "'\(text)' is neither WiFi nor Bluetooth")
                }
            }
        }
        return technologies
    }

    private static func stated(_ keys: [String: PropertyList]) -> String {
        Key.supports.filter { keys[$0] != nil }.joined(separator: " and ")
    }

    // MARK: Networks

    /// Whether the key has SSIDs or their beginnings: apps have keys of several names for them, such as
    /// `NSAccessorySetupWiFiSSIDPrefixes`. Nil for another key.
    private static func networks(_ key: String) -> Networks? {
        guard key.hasPrefix(Key.setup) else { return nil }
        if key.hasSuffix("SSIDPrefixes") || key.hasSuffix("SSIDPrefix") { return .prefixes }
        return key.hasSuffix("SSIDs") || key.hasSuffix("SSID") ? .ssids : nil
    }

    private mutating func takeNetworks(
        _ keys: [String: PropertyList], isWanted: Bool
    ) throws(PropertyListFault) {
        for key in keys.keys.sorted() {
            guard let networks = Self.networks(key) else { continue }
            guard isWanted else {
                omit(key, "\(Self.stated(keys)) does not name WiFi")
                continue
            }
            // One network may stand without an array.
            var list = keys
            if case .text(let text)? = keys[key] { list[key] = .list([.text(text)]) }
            let names = try Self.entries(key, of: list, Self.ssid)
            switch networks {
            case .ssids: ssids += names.filter { !ssids.contains($0) }
            case .prefixes: ssidPrefixes += names.filter { !ssidPrefixes.contains($0) }
            }
        }
    }

    private static func ssid(_ value: PropertyList) throws(PropertyListFault) -> String {
        let text = try text(value)
        guard let ssid = try? SSID(Array(text.utf8)) else {
            throw PropertyListFault(reason: "'\(text)' has more than the 32 bytes of an SSID")
        }
        return ssid.description
    }

    // MARK: Lists

    private static func texts(
        _ key: String, of keys: [String: PropertyList]
    ) throws(PropertyListFault) -> [String] {
        try entries(key, of: keys) { (value) throws(PropertyListFault) in try text(value) }
    }

    private static func entries(
        _ key: String, of keys: [String: PropertyList],
        _ read: (PropertyList) throws(PropertyListFault) -> String
    ) throws(PropertyListFault) -> [String] {
        guard let value = keys[key] else { return [] }
        guard case .list(let values) = value else { throw PropertyListFault(key: key, reason: "is no array") }
        var entries: [String] = []
        for value in values {
            do throws(PropertyListFault) {
                let entry = try read(value)
                if !entries.contains(entry) { entries.append(entry) }
            } catch {
                throw PropertyListFault(key: key, reason: error.reason)
            }
        }
        return entries
    }

    private static func text(_ value: PropertyList) throws(PropertyListFault) -> String {
        guard case .text(let text) = value, !text.isEmpty else {
            throw PropertyListFault(reason: "has an entry that is no text, or an empty one")
        }
        guard !isBuilt(text) else {
            throw PropertyListFault(
                reason: "the build of the app replaces '\(text)'; import the Info.plist of the built app")
        }
        return text
    }

    private static func service(_ value: PropertyList) throws(PropertyListFault) -> String {
        let text = try text(value)
        guard BluetoothUUID(text) != nil else {
            throw PropertyListFault(reason: "'\(text)' is not a service's UUID of 16 or 128 bits, such as 180D")
        }
        return text
    }

    /// Phones take four hexadecimal digits; some apps have numbers.
    private static func companyIdentifier(_ value: PropertyList) throws(PropertyListFault) -> String {
        if case .number(let number) = value, let company = UInt16(exactly: number) {
            return CompanyIdentifier(company).description
        }
        let text = try text(value)
        let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text[...]
        guard digits.utf8.count == 4, let identifier = try? CompanyIdentifier(text: "0x\(digits)") else {
            throw PropertyListFault(
                reason: "'\(text)' is no company identifier of four hexadecimal digits, such as 006B")
        }
        return identifier.description
    }

    private static func bluetoothName(_ value: PropertyList) throws(PropertyListFault) -> String {
        let text = try text(value)
        guard !text.utf8.contains(UInt8(ascii: ";")), !text.hasPrefix(" ") else {
            throw PropertyListFault(
                reason: "'\(text)' has a semicolon, or begins with a blank; a manifest has no such name")
        }
        return text
    }

    // MARK: Reasons

    private mutating func omitModes(_ modes: [String]) {
        for mode in modes {
            let reason =
                switch mode {
                case "bluetooth-central": "a program here uses its accessories at any time, in front or not"
                case "bluetooth-peripheral": "the agent lets no app act as an accessory"
                case _: "a program here runs at any time"
                }
            omit("\(Key.modes) \(mode)", reason)
        }
    }

    private static let reasons: [String: String] = [
        "NSBluetoothAlwaysUsageDescription": "the agent asks the person in its own words",
        "NSBluetoothPeripheralUsageDescription": "the agent asks the person in its own words",
        "NSLocalNetworkUsageDescription": "the local network needs no permission here",
        "NSBonjourServices": "services on the local network need no permission here",
        "NSLocationAlwaysAndWhenInUseUsageDescription": "SSIDs need no permission for the location here",
        "NSLocationWhenInUseUsageDescription": "SSIDs need no permission for the location here",
        "UISupportedExternalAccessoryProtocols": "the agent sets up no accessories of a phone's connector",
        "WiFiAwareServices": "the agent has no Wi-Fi Aware",
        "CFBundleIconFile": "an icon here is one of the theme or a picture's full path; --icon gives it",
        "CFBundleIconName": "an icon here is one of the theme or a picture's full path; --icon gives it",
        "CFBundleIcons": "an icon here is one of the theme or a picture's full path; --icon gives it",
    ]
}
