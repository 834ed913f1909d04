// SPDX-License-Identifier: Apache-2.0

/// The reason why a text is not a label that can be used. It quotes nothing of the label, because any part of a
/// damaged label can be its secret.
public struct LabelFault: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Problem: Hashable, Sendable {
        case missing
        case repeated
        /// The part breaks its own rule.
        case wrong
        /// The part is right, and this agent cannot use it.
        case unsupported
    }

    public let part: LabelPart
    public let problem: Problem

    public init(_ part: LabelPart, _ problem: Problem) {
        self.part = part
        self.problem = problem
    }

    public var description: String {
        switch problem {
        case .missing: "the label has no \(part.rawValue): \(part.cure)"
        case .repeated: "the label has more than one \(part.rawValue): \(part.cure)"
        case .wrong: "the label's \(part.rawValue) is wrong (\(part.rule)): \(part.cure)"
        case .unsupported: "the agent cannot use the label's \(part.rawValue) (\(part.rule)): \(part.cure)"
        }
    }
}

/// A part of a label. The raw value is its name for people, with the letter that it has in the text.
public enum LabelPart: String, Hashable, Sendable, CaseIterable {
    case text
    case prefix
    /// What stands between two semicolons.
    case field
    case end
    case ssid = "SSID (S)"
    case passphrase = "passphrase (P)"
    case security = "security (T)"
    case hidden = "mark of a hidden network (H)"
    case passwordIdentifier = "password identifier (I)"
    case json = "JSON"
    case percentEncoding = "percent-encoding"
    case name
    case userName = "user name"
    case proofOfPossession = "proof of possession (pop)"
    case hotspotPassphrase = "passphrase of the hotspot (password)"
    case transport
    case network
    case key = "public key (K)"
    case channels = "channel list (C)"
    case address = "address (M)"
    case payload
    case version
    case flow = "commissioning flow"
    case vendor = "vendor and product"
    case discriminator
    case passcode
    case checkDigit = "check digit"
    case setupCode = "setup code"

    /// What is true of every right one.
    var rule: String {
        switch self {
        case .text: "a label has 1 to \(Label.longest) bytes"
        case .prefix:
            "a label begins with WIFI:, W01:, DPP:, MT: or X-HM://, is Espressif's JSON, or has 8, 11 or 21 digits; an "
                + "address of a page has it behind ?data="
        case .field: "a field is a name, a colon and a value; a backslash stands before a character"
        case .end: "nothing follows two semicolons"
        case .ssid: "an SSID has 1 to 32 bytes"
        case .passphrase, .hotspotPassphrase:
            "a passphrase has 8 to 63 printable ASCII characters, or 64 hexadecimal digits"
        case .security: "the network has a passphrase or none, and uses neither 802.1X nor WEP"
        case .hidden: "the mark is true or false"
        case .passwordIdentifier: "the network asks for more than a passphrase"
        case .json: "the label is one JSON object"
        case .percentEncoding: "two hexadecimal digits follow a percent sign, and the bytes are UTF-8"
        case .name: "a name is a text of 1 to 32 bytes, or 248 for Bluetooth"
        case .userName: "a user name is a text of 1 to 64 bytes"
        case .proofOfPossession: "a proof of possession is a text of at most 128 bytes"
        case .transport: "the transport is ble or softap"
        case .network: "the network is wifi"
        case .key: "a key is Base64 of a DER sequence"
        case .channels: "a channel list has operating classes and channels, such as 81/6,115/36"
        case .address: "an address has 12 hexadecimal digits, with or without colons"
        case .payload: "the payload's length and characters are fixed, and a label is for one accessory"
        case .version: "the version is the first one"
        case .flow: "the flow is 0, 1 or 2"
        case .vendor: "vendor and product are numbers up to 65535, and only a code of 21 digits has them"
        case .discriminator: "the first digit of a code is at most 7"
        case .passcode: "a passcode is 1 to 99999998, and not a row of one digit or 12345678"
        case .checkDigit: "the last digit is the Verhoeff checksum"
        case .setupCode: "a setup code has 8 digits, which are not all equal and not 12345678"
        }
    }

    /// What a person can do.
    var cure: String {
        switch self {
        case .passwordIdentifier: "join the network by hand"
        case .network: "set the accessory up with an app that has a Thread border router"
        case .ssid, .passphrase, .security, .hidden, .hotspotPassphrase:
            "scan it again, or enter the network's name and passphrase"
        case .checkDigit, .discriminator, .vendor: "enter the digits again"
        case .setupCode, .passcode: "scan it again, or enter the digits again"
        case .text, .prefix: "scan the accessory's own label, not its package's barcode"
        case .field, .end, .json, .percentEncoding, .name, .userName, .proofOfPossession, .transport, .key, .channels,
            .address, .payload, .version, .flow:
            "scan it again; if it stays so, set the accessory up with its maker's app"
        }
    }
}
