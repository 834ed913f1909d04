// SPDX-License-Identifier: Apache-2.0

/// What one station announces of itself by multicast DNS. Every station of the network can send the same, so it proves
/// nothing. A text is one line of at most `longest` bytes without control characters, whatever came.
package struct Announcement: Hashable, Sendable, Identifiable {
    package struct ID: Hashable, Sendable {
        package var name: String
        package var type: String
        package var interface: String
        /// A service that is announced over both protocols is two, each with an address of its own.
        package var isV6: Bool

        package init(name: String, type: String, interface: String, isV6: Bool = false) {
            self.name = DisplayName.harmless(name, longest: Announcement.longest)
            self.type = DisplayName.harmless(type, longest: Announcement.longest)
            self.interface = interface
            self.isV6 = isV6
        }
    }

    /// Bytes of a text. A label of DNS has at most 63 (RFC 1035, section 2.3.4).
    package static let longest = 64

    package var id: ID
    /// The host's name without `.local`, in small letters.
    package var host: String?
    /// The text of an `IPAddress`.
    package var address: String
    /// The address of its station, by its own word: the entry `mac`.
    package var station: MACAddress?
    /// Its identifier, by its own word: the entry `id`.
    package var identifier: String?

    package init(
        id: ID, host: String? = nil, address: String, station: MACAddress? = nil, identifier: String? = nil
    ) {
        self.id = id
        self.host = host.flatMap { Self.hostName($0) }
        self.address = address
        self.station = station
        self.identifier = identifier.map { DisplayName.harmless($0, longest: Self.longest) }
    }

    /// The first label of a host's name, in the form in which names are compared.
    package static func hostName(_ text: String) -> String? {
        guard let label = text.split(separator: ".").first else { return nil }
        return DisplayName.harmless(label.lowercased(), longest: longest)
    }
}
