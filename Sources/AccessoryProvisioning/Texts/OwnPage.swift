// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The accessory's own page among those that it names. ESPHome names Home Assistant's page first and its own one, if it
/// has one, second (esphome/esphome, `components/esp32_improv`); the maker's pages are of other machines, too.
struct OwnPage: Hashable, Sendable {
    let page: String
    /// Nil if the page has the name of a host.
    let address: String?

    /// The first page whose host is an address, or a name on the local link (RFC 6762, 3); nil without one.
    init?(among pages: [[UInt8]]) {
        guard let own = pages.compactMap({ Self.own(String(decoding: $0, as: UTF8.self)) }).first else { return nil }
        self = own
    }

    private init(page: String, address: String?) {
        self.page = page
        self.address = address
    }

    private static func own(_ text: String) -> OwnPage? {
        guard let page = DeviceText.page(text), let host = Self.host(of: page) else { return nil }
        if let address = IPAddress(host), !address.needsInterface {
            return OwnPage(page: page, address: address.description)
        }
        return isLocal(host) ? OwnPage(page: page, address: nil) : nil
    }

    /// Nil for a user before the host, which would make another machine look like the accessory (RFC 3986, 7.6).
    private static func host(of page: String) -> String? {
        guard let start = page.firstRange(of: "://")?.upperBound else { return nil }
        let authority = page[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        guard !authority.contains("@") else { return nil }
        if authority.first == "[" { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }

    private static func isLocal(_ host: String) -> Bool {
        let labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.last == "local" && !labels.contains("")
    }
}
