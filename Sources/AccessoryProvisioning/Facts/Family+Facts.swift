// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

extension Family {
    /// The family's name for people.
    public var title: String {
        switch self {
        case .espressif: "Espressif provisioning"
        case .shelly1: "Shelly (first generation)"
        case .shelly: "Shelly"
        case .improv: "Improv Wi-Fi"
        case .esphome: "ESPHome"
        case .wled: "WLED"
        case .tasmota: "Tasmota"
        case .gopro: "GoPro"
        case .theta: "Ricoh THETA"
        case .easyConnect: "Wi-Fi Easy Connect"
        }
    }

    /// The accessory's own hotspot is a way to hand the network over.
    public var worksOverHotspot: Bool {
        switch self {
        case .espressif, .shelly1, .shelly, .esphome, .wled, .tasmota, .theta: true
        case .improv, .gopro, .easyConnect: false
        }
    }

    /// Bluetooth is a way to hand the network over.
    public var worksOverBluetooth: Bool {
        switch self {
        case .espressif, .shelly, .improv, .gopro: true
        case .shelly1, .esphome, .wled, .tasmota, .theta, .easyConnect: false
        }
    }

    /// An accessory on a network takes another one there.
    public var worksOverNetwork: Bool {
        switch self {
        case .shelly, .shelly1, .wled, .tasmota: true
        case .espressif, .esphome, .improv, .gopro, .theta, .easyConnect: false
        }
    }

    /// The only way to hand the network over, for people who ordered another one.
    package var otherWay: String {
        if self == .easyConnect {
            return "\(title) takes a network by its label alone, which 'accessoryctl onboard --label' gets"
        }
        return worksOverHotspot
            ? "\(title) takes a network in its hotspot only, not over Bluetooth"
            : "\(title) takes a network over Bluetooth only, not in a hotspot"
    }

    /// The accessory takes the network only over a link that is bonded to this machine.
    public var needsBond: Bool { self == .gopro }

    /// The weakest protection that the hand-over can have. Espressif's sessions may give a better one.
    ///
    /// - Parameter hotspot: The security of the accessory's hotspot; nil over Bluetooth.
    public func protection(hotspot: Security?) -> HandOverProtection {
        if self == .easyConnect { return .proven }
        return switch hotspot {
        // Wired equivalent privacy keeps nobody out.
        case .open, .wep: .clearText
        case .owe, .wpa2, .wpa2wpa3, .wpa3, .enterprise, .unknown: .link
        case nil: needsBond ? .link : .clearText
        }
    }

    /// All of the family's chips hear the 2.4 GHz band only. The exceptions are few: Espressif's C5 is one.
    public var isOn24GHzOnly: Bool {
        switch self {
        case .espressif, .shelly1, .shelly, .improv, .esphome, .wled, .tasmota: true
        case .gopro, .theta, .easyConnect: false
        }
    }

    /// A network with this security alone is one that the family's devices can join. A mixed network counts as WPA2.
    public func joins(_ security: Security) -> Bool {
        switch security {
        case .wpa2, .wpa2wpa3: true
        // A configuration without a passphrase has no form (Wi-Fi Easy Connect 2.0, 4.5.3).
        case .open: self != .easyConnect
        // The ESP8266 knows no WPA3, and most of these devices have one. Of THETA's models only the A1 knows it.
        case .wpa3:
            switch self {
            case .espressif, .shelly, .improv, .esphome, .wled, .gopro, .easyConnect: true
            case .shelly1, .tasmota, .theta: false
            }
        case .owe, .wep, .enterprise, .unknown: false
        }
    }

    /// A raw key of 64 hexadecimal digits may stand in for the passphrase. Firmware that passes 64 characters on to the
    /// chip takes it; the others keep 63 at most, or compute the key themselves.
    public var takesRawKey: Bool {
        switch self {
        case .espressif, .esphome, .improv, .tasmota, .wled, .easyConnect: true
        case .shelly1, .shelly, .gopro, .theta: false
        }
    }

    /// The family can take a network whose SSID is no text in UTF-8.
    public var takesAnyName: Bool {
        switch self {
        case .espressif, .improv, .easyConnect: true
        case .shelly1, .shelly, .esphome, .wled, .tasmota, .gopro, .theta: false
        }
    }

    /// Some devices ask for a secret: a proof of possession, or a PIN of the settings.
    public var mayNeedProof: Bool { [.espressif, .wled, .easyConnect].contains(self) }

    /// Most devices have that secret. A person is asked for any other family's only if the accessory refuses without it.
    package var usuallyNeedsProof: Bool { [.espressif, .easyConnect].contains(self) }

    /// The secret's name for people. Nil if the family has none, or has it in the label's text alone.
    package var proofTitle: String? {
        switch self {
        case .espressif: "proof of possession"
        case .wled: "PIN of its settings"
        case .shelly1, .shelly, .improv, .esphome, .tasmota, .gopro, .theta, .easyConnect: nil
        }
    }

    /// What a person needs at hand, for a list of the families: the ways, and the secret.
    package var needs: String {
        if self == .easyConnect { return "its label" }
        var ways: [String] = []
        if worksOverHotspot { ways.append("its hotspot") }
        if worksOverBluetooth { ways.append("Bluetooth") }
        let way = ways.joined(separator: " or ")
        guard let proofTitle else { return way }
        return "\(way), and the \(proofTitle) " + (usuallyNeedsProof ? "on its label" : "if it has one")
    }
}
