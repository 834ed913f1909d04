// SPDX-License-Identifier: Apache-2.0

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
        guard let page = DeviceText.page(text), let host = PageHost(of: page) else { return nil }
        let address = host.address
        return address == nil && host.localName == nil ? nil : OwnPage(page: page, address: address)
    }
}
