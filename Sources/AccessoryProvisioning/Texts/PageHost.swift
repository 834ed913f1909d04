// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The host that a page's address names.
package struct PageHost: Hashable, Sendable {
    /// Without the brackets of an address of IPv6.
    private let text: String

    /// Nil for a text that is no page's address, and for one with a user before the host, which would make another machine
    /// look like the accessory (RFC 3986, 7.6).
    package init?(of page: String) {
        guard let start = page.firstRange(of: "://")?.upperBound else { return nil }
        let authority = page[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        guard !authority.contains("@") else { return nil }
        text =
            if authority.first == "[" {
                String(authority.dropFirst().prefix { $0 != "]" })
            } else {
                String(authority.prefix { $0 != ":" })
            }
    }

    /// Nil if the host has a name, and for a link-local address of IPv6: the accessory cannot know this machine's interface.
    package var address: String? { IPAddress(text).flatMap { $0.needsInterface ? nil : $0.description } }

    /// The name on the local link (RFC 6762, 3) without its ending, which anybody can announce. Nil for another host.
    package var localName: String? {
        let labels = text.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, labels.last == "local", !labels.contains("") else { return nil }
        return labels.dropLast().joined(separator: ".")
    }
}
