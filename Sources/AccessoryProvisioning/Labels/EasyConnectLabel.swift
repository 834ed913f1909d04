// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// A key for Wi-Fi Easy Connect: `DPP:C:81/6;M:02aabbccddee;K:MDkw…;;` (Wi-Fi Easy Connect 2.0, 5.2.1).
public struct EasyConnectLabel: Hashable, Sendable {
    /// A channel on which the accessory listens, with its operating class (IEEE 802.11-2020, annex E).
    public struct Channel: Hashable, Sendable {
        public var operatingClass: UInt8
        public var channel: UInt8

        public init(operatingClass: UInt8, channel: UInt8) {
            self.operatingClass = operatingClass
            self.channel = channel
        }
    }

    /// Empty if the label names none: the accessory can listen anywhere.
    public let channels: [Channel]
    public let address: MACAddress?
    /// What the maker calls it, or its serial number; nil for none. One line without control characters.
    public let information: String?
    /// The secret is the text, which wpa_supplicant reads again. It is in the form that wpa_supplicant takes: it has no
    /// blanks around a field, and a semicolon behind each (`dpp_parse_uri` in `src/common/dpp.c`). From 2.11 on it refuses a
    /// label whose field `H` has a host's name and not an IP address; a radio needs neither.
    public let proof: ProvisioningProof

    static let mostChannels = 64

    init(_ text: [UInt8]) throws(LabelFault) {
        guard text.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw LabelFault(.payload, .wrong) }
        let fields = try LabelFields(text, unescaping: false)
        guard let key = try fields.only("K", .key)?.trimmed.bytes else { throw LabelFault(.key, .missing) }
        guard Self.isKey(key) else { throw LabelFault(.key, .wrong) }
        channels = try Self.channels(try fields.only("C", .channels)?.trimmed.bytes ?? [])
        if let digits = try fields.only("M", .address)?.trimmed.bytes, !digits.isEmpty {
            guard let address = Self.address(digits) else {
                throw LabelFault(.address, .wrong)
            }
            self.address = address
        } else {
            address = nil
        }
        information = DeviceText.bounded(
            try fields.only("I", .payload).map { String(decoding: $0.trimmed.bytes, as: UTF8.self) })
        proof = ProvisioningProof(secret: "DPP:" + String(decoding: fields.text(without: "H"), as: UTF8.self))
    }

    /// wpa_supplicant takes an address with colons, hyphens or dots (`hwaddr_aton2` in `src/utils/common.c`). Up to 2.9 it
    /// writes one into a label as its caller gave it, which is mostly with colons.
    private static func address(_ text: [UInt8]) -> MACAddress? {
        let separators = [UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: ".")]
        let octets = text.split(omittingEmptySubsequences: false) { separators.contains($0) }
        guard octets.count == 1 || octets.allSatisfy({ $0.count == 2 }) else { return nil }
        return Array(octets.joined()).fromHexadecimal.flatMap { MACAddress($0) }
    }

    /// `81/1,6,115/36`: an operating class stays until the next one.
    private static func channels(_ list: [UInt8]) throws(LabelFault) -> [Channel] {
        guard !list.isEmpty else { return [] }
        var channels: [Channel] = []
        var operatingClass: UInt8?
        for item in list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let numbers = item.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .compactMap { Array($0).decimal.flatMap { UInt8(exactly: $0) } }
            let slashes = item.count { $0 == UInt8(ascii: "/") }
            guard numbers.count == slashes + 1, numbers.count <= 2, let channel = numbers.last else {
                throw LabelFault(.channels, .wrong)
            }
            if slashes == 1 { operatingClass = numbers.first }
            guard let operatingClass, channels.count < mostChannels else { throw LabelFault(.channels, .wrong) }
            channels.append(Channel(operatingClass: operatingClass, channel: channel))
        }
        return channels
    }

    /// Whether this is Base64 of one DER sequence, as a SubjectPublicKeyInfo is (RFC 5280, 4.1). wpa_supplicant checks
    /// the rest.
    private static func isKey(_ text: [UInt8]) -> Bool {
        guard let der = text.fromBase64, der.count >= 2, der[0] == 0x30 else { return false }
        if der[1] < 0x80 { return der.count == 2 + Int(der[1]) }
        return der[1] == 0x81 && der.count > 2 && der.count == 3 + Int(der[2])
    }
}

extension EasyConnectLabel {
    /// Why a text is no such label. It shows nothing of the text, which may be a secret of another family.
    package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        case unreadable(LabelFault)
        case otherFamily

        package var description: String {
            switch self {
            case .unreadable(let fault): fault.description
            case .otherFamily: "only a label that begins with DPP: works here; it is for Wi-Fi Easy Connect"
            }
        }
    }

    /// Reads a label, and refuses those of other families.
    package init(label: String) throws(Fault) {
        let read: Label
        do throws(LabelFault) {
            read = try Label(parsing: label)
        } catch {
            throw .unreadable(error)
        }
        guard case .easyConnect(let easyConnect) = read else { throw .otherFamily }
        self = easyConnect
    }

    /// What it calls the accessory, for people.
    package var title: String { information ?? address?.description ?? "the accessory of the label" }
}

extension [UInt8] {
    /// The bytes of Base64 with its padding (RFC 4648, 4); nil for other characters.
    fileprivate var fromBase64: [UInt8]? {
        guard !isEmpty, count.isMultiple(of: 4) else { return nil }
        let padding = reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2 else { return nil }
        var bytes: [UInt8] = []
        var bits = 0
        var width = 0
        for character in dropLast(padding) {
            guard let value = character.base64Value else { return nil }
            bits = (bits << 6 | Int(value)) & 0xFFFF
            width += 6
            guard width >= 8 else { continue }
            width -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> width))
        }
        return bytes
    }
}

extension UInt8 {
    fileprivate var base64Value: UInt8? {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): self - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        case _: nil
        }
    }
}
