// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The name by which other machines on the network find this one: `HOST.local`, which mDNS (RFC 6762) resolves.
enum HostName {
    /// Nil if this machine has no name of its own.
    static var multicast: String? { multicast(of: whole) }

    /// The name by which people know this machine: the first part of its host name.
    static var own: String { String(whole.prefix { $0 != "." }) }

    private static var whole: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func multicast(of host: String) -> String? {
        let label = host.prefix { $0 != "." }.lowercased()
        guard isName(label), label != "localhost" else { return nil }
        return "\(label).local"
    }

    /// A name that browsers lead to this machine itself (RFC 6761, 6.3), and at which most likely no page ever was. What another
    /// program keeps open to a browser, or left behind in it, under the address alone does not reach a page of that name.
    static func untouched(using generator: inout some RandomNumberGenerator) -> String {
        "picker-\(String(UInt32.random(in: .min ... .max, using: &generator), radix: 36)).localhost"
    }

    static func isLocal(_ name: String) -> Bool { name.hasSuffix(".localhost") }

    /// Whether Avahi, which answers for that name, runs here.
    static var isAnswered: Bool { access("/run/avahi-daemon/socket", F_OK) == 0 }

    /// A host name of letters, digits and hyphens (RFC 1123, 2.1).
    static func isName(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                            true
                        case _: false
                        }
                    }
            }
    }
}
