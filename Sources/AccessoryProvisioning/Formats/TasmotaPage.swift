// SPDX-License-Identifier: Apache-2.0

/// The signs on a page of Tasmota's WifiManager.
struct TasmotaPage {
    /// The hotspot's own address, to which the page may link too.
    private static let own = "192.168.4.1"

    private let text: String

    init(_ answer: HTTPAnswer) {
        let bytes = answer.status == 200 ? answer.body.prefix(HTTPAnswer.bodyLimit) : []
        text = String(decoding: bytes, as: UTF8.self)
    }

    var isTasmota: Bool { range(of: "Tasmota") != nil || range(of: "tasmota") != nil }

    /// The fields for a name and a passphrase.
    var hasForm: Bool { hasAny(["id='s1'", "name='s1'", "id=\"s1\"", "name=\"s1\"", "id=s1"]) }

    /// The page loads itself again.
    var isTesting: Bool { hasAny(["location.href='.'", "location.reload"]) }

    /// The accessory keeps the network and restarts, although no test succeeded. It does so after two tests in a row
    /// without an answer of the access point.
    var isRestart: Bool { isTesting && !hasForm }

    /// The words of English builds. The page lists names of other networks too, but without a tag in them.
    var isFailure: Bool { hasAny(["<br>Please, check your credentials"]) }

    /// The link, or the words of English builds without it.
    var isSuccess: Bool {
        address != nil || hasAny(["Successful WiFi Connection<br>", "Successful WiFi connection<br>"])
    }

    /// The address behind the first link to another machine. A name in the list of networks has no `<`.
    var address: String? {
        var rest = text.utf8[...]
        while let start = Self.range(of: "<a href='http://", in: rest) {
            rest = rest[start.upperBound...]
            let host = rest.prefix(16).prefix { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
            if let address = DeviceText.address(String(decoding: host, as: UTF8.self)), address != Self.own {
                return address
            }
        }
        return nil
    }

    /// The number behind the last word `Tasmota`, in the foot of the page.
    var version: String? {
        var found: String?
        var rest = text.utf8[...]
        while let word = Self.range(of: "Tasmota ", in: rest) {
            rest = rest[word.upperBound...]
            let number = rest.prefix(24).prefix { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") }
            if let first = number.first, (0x30...0x39).contains(first) {
                found = String(decoding: number, as: UTF8.self)
            }
        }
        return found
    }

    private func hasAny(_ words: [String]) -> Bool { words.contains { range(of: $0) != nil } }

    private func range(of word: String) -> Range<String.Index>? { Self.range(of: word, in: text.utf8[...]) }

    private static func range(of word: String, in text: Substring.UTF8View) -> Range<String.Index>? {
        let word = Array(word.utf8)
        guard let first = word.first else { return nil }
        var rest = text
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: word) { return start..<rest.index(start, offsetBy: word.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
