// SPDX-License-Identifier: Apache-2.0

/// The query of a request: names and values, percent-encoded (RFC 3986, 2.1).
enum Query {
    /// `wifisave?ssid=Home%20Net&psk=secret`
    static func target(_ path: String, _ parts: [(name: String, value: String)]) -> String {
        path + "?" + parts.map { "\($0.name)=\(encoded($0.value))" }.joined(separator: "&")
    }

    /// Leaves the unreserved characters alone. A blank is `%20`, which every server takes.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            case _:
                bytes.append(UInt8(ascii: "%"))
                bytes += digit(byte >> 4) + digit(byte & 0xF)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> [UInt8] { Array(String(value, radix: 16, uppercase: true).utf8) }
}
