// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// A network: `WIFI:T:WPA;S:MyCam;P:secret12;;`. It is the accessory's own hotspot, or one that somebody shares.
///
/// Two definitions have this form: ZXing's wiki ("Barcode Contents"), with fields in any order and backslashes, and the
/// WPA3 Specification 3.0, 7.1, with percent signs. Many labels fit both, and makers break either. So a label has several
/// readings, and a scan shows which of them is right. Fields without a meaning here are left out of account.
public struct WiFiLabel: Hashable, Sendable {
    /// One or more; see ``LabelName/networks(_:)``.
    public let ssids: [SSID]
    /// `open`, `wpa2`, `wpa2-wpa3` or `wpa3`. Labels do not distinguish WPA from WPA2. It is a hint: the network itself shows
    /// what it has. A passphrase is one whatever the label calls the security, so that no open network of this name gets by.
    public let security: Security
    /// The likeliest one. Nil for an open network.
    public let passphrase: Passphrase?
    public let isHidden: Bool
    private let readings: [Reading]

    /// What the label says, if its name and its passphrase are written in the same manner.
    private struct Reading: Hashable {
        var ssid: SSID
        var passphrase: Passphrase?
    }

    init(_ text: [UInt8]) throws(LabelFault) {
        let fields = try LabelFields(text, unescaping: true)
        guard let name = try fields.only("S", .ssid) else { throw LabelFault(.ssid, .missing) }
        guard try fields.only("I", .passwordIdentifier)?.trimmed.bytes.isEmpty ?? true else {
            throw LabelFault(.passwordIdentifier, .unsupported)
        }
        let secret = try fields.only("P", .passphrase) ?? LabelFields.Value(bytes: [])
        let type = Self.word(try fields.only("T", .security))
        // What is left over on the label of an open network need be no passphrase.
        let hasSecret = !secret.trimmed.bytes.isEmpty && (!Self.isOpen(type) || secret.isPassphrase)
        // A key of WEP alone, whose networks the agent does not join. Makers print WEP for WPA, too.
        guard !type.hasPrefix("WEP") || secret.isPassphrase else { throw LabelFault(.security, .unsupported) }
        security = try Self.security(type, hasSecret: hasSecret)
        if security.key == .passphrase, !hasSecret { throw LabelFault(.passphrase, .missing) }
        // The specification alone has R and K, and SAE is its name for WPA3.
        let isOfTheSpecification = fields.has("R") || fields.has("K") || type == "SAE"
        readings = try Self.readings(
            name, security.key == .passphrase ? secret : nil, prefersPercent: isOfTheSpecification)
        ssids = readings.map(\.ssid).unique
        passphrase = readings.first?.passphrase
        // Old labels have an EAP method here (ZXing's wiki).
        isHidden = ["TRUE", "YES", "1"].contains(Self.word(try fields.only("H", .hidden)))
    }

    /// The passphrases that go with this name of the network, the likeliest first. Empty if there are none, or if the
    /// label names another network.
    public func passphrases(of ssid: SSID) -> [Passphrase] {
        readings.filter { $0.ssid == ssid }.compactMap(\.passphrase).unique
    }

    /// A field with a word of a closed list, in capitals.
    private static func word(_ value: LabelFields.Value?) -> String {
        String(decoding: (value?.trimmed.bytes ?? []).map(\.capital), as: UTF8.self)
    }

    /// The likeliest first.
    ///
    /// - Parameter secret: nil for a network without a passphrase.
    private static func readings(
        _ name: LabelFields.Value, _ secret: LabelFields.Value?, prefersPercent: Bool
    ) throws(LabelFault) -> [Reading] {
        var manners: [(name: [UInt8], secret: [UInt8]?)] = [(name.bytes, secret?.bytes)]
        if let bytes = name.fromHexadecimal { manners.append((bytes, secret?.bytes)) }
        let (decodedName, decodedSecret) = (name.fromPercentEncoding, secret?.fromPercentEncoding)
        if decodedName != nil || decodedSecret != nil {
            let decoded = (name: decodedName ?? name.bytes, secret: decodedSecret ?? secret?.bytes)
            manners.insert(decoded, at: prefersPercent ? 0 : 1)
        }
        // Generators of labels put a blank behind a colon or a semicolon. An SSID can begin with one, too.
        manners.append((name.trimmed.bytes, secret?.trimmed.bytes))
        let named = manners.compactMap { manner -> (ssid: SSID, secret: [UInt8]?)? in
            (try? SSID(manner.name)).map { (ssid: $0, secret: manner.secret) }
        }
        guard !named.isEmpty else { throw LabelFault(.ssid, .wrong) }
        let readings = named.compactMap { manner -> Reading? in
            guard let bytes = manner.secret else { return Reading(ssid: manner.ssid) }
            guard let text = bytes.text, let passphrase = try? Passphrase(text) else { return nil }
            return Reading(ssid: manner.ssid, passphrase: passphrase)
        }
        guard !readings.isEmpty else { throw LabelFault(.passphrase, .wrong) }
        return readings.unique
    }

    private static func isOpen(_ type: String) -> Bool { ["NOPASS", "NOPASSWORD", "NONE", "OPEN"].contains(type) }

    /// Makers write other words than those of the two definitions, and none of them is a reason to stop.
    private static func security(_ type: String, hasSecret: Bool) throws(LabelFault) -> Security {
        if ["EAP", "ENTERPRISE", "802.1X"].contains(where: { type.contains($0) }) {
            throw LabelFault(.security, .unsupported)
        }
        let words = type.split { !$0.isLetter && !$0.isNumber }
        let isWPA = words.contains { ["WPA", "WPA1", "WPA2"].contains($0) }
        if words.contains(where: { ["WPA3", "SAE"].contains($0) }) { return isWPA ? .wpa2wpa3 : .wpa3 }
        return isWPA || hasSecret ? .wpa2 : .open
    }
}

extension LabelFields.Value {
    fileprivate var isPassphrase: Bool { trimmed.bytes.text.map { (try? Passphrase($0)) != nil } ?? false }

    /// The bytes of a name in hexadecimal digits, as ZXing reads one without quotation marks. Phones write a name of such
    /// characters without the marks, too, and mean the characters.
    fileprivate var fromHexadecimal: [UInt8]? { isQuoted ? nil : bytes.fromHexadecimal }

    /// Nil if a percent sign means itself, or if there is none.
    fileprivate var fromPercentEncoding: [UInt8]? {
        !isQuoted && bytes.contains(UInt8(ascii: "%")) ? bytes.fromPercentEncoding : nil
    }
}

extension Array where Element: Hashable {
    /// Each element once, at its first place.
    fileprivate var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
