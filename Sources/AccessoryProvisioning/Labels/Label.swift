// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// What the label of an accessory says: the text of its QR code, or the digits below it. Nothing in it is proven before
/// the accessory took its secret. No description shows a secret.
public enum Label: Hashable, Sendable {
    case wifi(WiFiLabel)
    case espressif(EspressifLabel)
    case easyConnect(EasyConnectLabel)
    case matter(MatterLabel)
    case homeKit(HomeKitLabel)

    /// The most bytes of a label. The largest QR code has 2,953.
    public static let longest = 2048

    /// Reads any label that this agent knows.
    public init(parsing label: String) throws(LabelFault) {
        // A scanner ends its line.
        let text = label.utf8.trimmed { $0 == 0x0A || $0 == 0x0D }
        guard (1...Self.longest).contains(text.count) else { throw LabelFault(.text, .wrong) }
        if let fields = text.dropping("WIFI:") {
            self = .wifi(try WiFiLabel(fields))
        } else if let fields = text.dropping("DPP:") {
            self = .easyConnect(try EasyConnectLabel(fields))
        } else if let payload = text.dropping("MT:") {
            self = .matter(try MatterLabel(payload: payload))
        } else if let payload = text.dropping("X-HM://") {
            self = .homeKit(try HomeKitLabel(payload: payload))
        } else if let json = try EspressifLabel.json(in: text) {
            self = .espressif(try EspressifLabel(json: json))
        } else {
            self = try Self.digits(text)
        }
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
        case .espressif(let label): label.names
        case .easyConnect(let label): label.address.map { .station($0) } ?? .nothing
        case .matter(let label):
            .matter(vendor: label.vendor, product: label.product, discriminator: label.discriminator)
        case .homeKit: .nothing
        }
    }

    /// The secret that the accessory wants to see before it takes a network.
    public var proof: ProvisioningProof {
        switch self {
        case .wifi: ProvisioningProof()
        case .espressif(let label): label.proof
        case .easyConnect(let label): label.proof
        case .matter(let label): label.proof
        case .homeKit(let label): label.proof
        }
    }

    /// The passphrase of the network that the label names.
    public var passphrase: Passphrase? {
        switch self {
        case .wifi(let label): label.passphrase
        case .espressif(let label): label.passphrase
        case .easyConnect, .matter, .homeKit: nil
        }
    }

    public var reader: LabelReader {
        switch self {
        case .wifi, .espressif, .easyConnect: .thisAgent
        case .matter: .matterController
        case .homeKit: .appleDevice
        }
    }
}
