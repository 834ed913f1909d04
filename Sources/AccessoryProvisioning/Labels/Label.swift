// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// What the label of an accessory says: the text of its QR code, or the digits below it. Nothing in it is proven before
/// the accessory took its secret. No description shows a secret.
public enum Label: Hashable, Sendable {
    case wifi(WiFiLabel)
    case sony(SonyLabel)
    case espressif(EspressifLabel)
    case easyConnect(EasyConnectLabel)
    case matter(MatterLabel)
    case homeKit(HomeKitLabel)

    /// The most bytes of a label. The largest QR code has 2,953.
    public static let longest = 2048

    /// Reads any label that this agent knows.
    public init(parsing label: String) throws(LabelFault) {
        // A scanner ends its line, and whoever copies a text takes blanks along.
        let text = label.utf8.trimmed { $0 == 0x0A || $0 == 0x0D || $0.isBlank }
        guard (1...Self.longest).contains(text.count) else { throw LabelFault(.text, .wrong) }
        self = try Self.label(try LabelPage.label(in: text) ?? text)
    }

    private static func label(_ text: [UInt8]) throws(LabelFault) -> Label {
        if let fields = text.dropping("WIFI:") { return .wifi(try WiFiLabel(fields)) }
        if let fields = text.dropping("W01:") { return .sony(try SonyLabel(fields)) }
        if let fields = text.dropping("DPP:") { return .easyConnect(try EasyConnectLabel(fields)) }
        if let payload = text.dropping("MT:") { return .matter(try MatterLabel(payload: payload.map(\.capital))) }
        if let payload = text.dropping("X-HM://") { return .homeKit(try HomeKitLabel(payload: payload)) }
        if text.first == UInt8(ascii: "{") { return .espressif(try EspressifLabel(json: text)) }
        return try digits(text)
    }

    /// A label's digits stand in groups, with a blank or a hyphen between them.
    private static func digits(_ text: [UInt8]) throws(LabelFault) -> Label {
        let separators: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "-")]
        let digits = text.filter { !separators.contains($0) }
        guard digits.allSatisfy({ $0.isDigit }) else { throw LabelFault(.prefix, .wrong) }
        switch digits.count {
        case 8: return .homeKit(try HomeKitLabel(setupCode: digits))
        case 11, 21: return .matter(try MatterLabel(digits: digits))
        case _: throw LabelFault(.prefix, .wrong)
        }
    }

    /// How the accessory is seen.
    public var names: LabelName {
        switch self {
        case .wifi(let label): .networks(label.ssids)
        case .sony(let label): .networks([label.ssid])
        case .espressif(let label): label.names
        case .easyConnect(let label): label.address.map { .station($0) } ?? .nothing
        case .matter(let label):
            .matter(vendor: label.vendor, product: label.product, discriminator: label.discriminator)
        case .homeKit: .nothing
        }
    }

    /// How the accessory takes a network, if the label itself shows that. The accessory may show nothing of it: the name of
    /// Espressif's accessories is their maker's choice, and so is their service.
    public var family: Family? {
        switch self {
        case .espressif: .espressif
        case .easyConnect: .easyConnect
        case .wifi, .sony, .matter, .homeKit: nil
        }
    }

    /// The network that the label names does not send its name by itself.
    public var isHidden: Bool { if case .wifi(let label) = self { label.isHidden } else { false } }

    /// The secret that the accessory wants to see before it takes a network.
    public var proof: ProvisioningProof {
        switch self {
        case .wifi, .sony: ProvisioningProof()
        case .espressif(let label): label.proof
        case .easyConnect(let label): label.proof
        case .matter(let label): label.proof
        case .homeKit(let label): label.proof
        }
    }

    /// The passphrases that can be those of the network that the label names, the likeliest first: a label that can be read
    /// in several ways may have several.
    ///
    /// - Parameter ssid: One of ``names``, which is the network in range.
    public func passphrases(of ssid: SSID) -> [Passphrase] {
        if case .wifi(let label) = self { return label.passphrases(of: ssid) }
        guard case .networks(let ssids) = names, ssids.contains(ssid) else { return [] }
        return passphrase.map { [$0] } ?? []
    }

    /// The likeliest passphrase of the network that the label names.
    public var passphrase: Passphrase? {
        switch self {
        case .wifi(let label): label.passphrase
        case .sony(let label): label.passphrase
        case .espressif(let label): label.passphrase
        case .easyConnect, .matter, .homeKit: nil
        }
    }

    public var reader: LabelReader {
        switch self {
        case .wifi, .sony, .espressif, .easyConnect: .thisAgent
        case .matter: .matterController
        case .homeKit: .appleDevice
        }
    }
}
