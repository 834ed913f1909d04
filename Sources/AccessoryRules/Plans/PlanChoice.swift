// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension Plan {
    /// How a plan chooses among several matches.
    package enum Choice: Hashable, Sendable {
        /// Not at all: there must be one.
        case only
        case strongest
        /// Each of them, one after the other.
        case all
        /// This one access point; or, if the plan looks only for Bluetooth, this one device.
        case accessPoint(MACAddress)

        package init?(_ text: String) {
            switch text {
            case "only": self = .only
            case "strongest": self = .strongest
            case "all": self = .all
            case let text:
                guard let address = MACAddress(text) else { return nil }
                self = .accessPoint(address)
            }
        }

        /// Whether it needs a visit of every channel before it chooses. An SSID names its network, so it takes that as
        /// soon as it is seen; several count only if several were seen by then.
        package func needsAll(of descriptor: Descriptor) -> Bool {
            switch self {
            case .only, .strongest: descriptor.ssid == nil || descriptor.bluetooth != nil
            case .all: true
            case .accessPoint: false
            }
        }

        /// The one address that it names.
        var address: MACAddress? { if case .accessPoint(let address) = self { address } else { nil } }

        func allows(_ address: MACAddress?) -> Bool { self.address == nil || self.address == address }
    }
}

extension Plan.Choice: CustomStringConvertible {
    package var description: String {
        switch self {
        case .only: "only"
        case .strongest: "strongest"
        case .all: "all"
        case .accessPoint(let address): "\(address)"
        }
    }
}
