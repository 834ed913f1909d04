// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension Plan {
    /// How a plan chooses among several that match.
    package enum Choice: Hashable, Sendable {
        /// Not at all: there must be one.
        case only
        case strongest
        /// Each of them, one after the other.
        case all
        /// This one access point; or, where only Bluetooth is looked for, this one device.
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

        /// What is heard until now is enough to choose by; else every channel has to be visited.
        package var needsAll: Bool {
            switch self {
            case .only, .strongest, .all: true
            case .accessPoint: false
            }
        }

        package func allows(_ address: MACAddress?) -> Bool {
            switch self {
            case .only, .strongest, .all: true
            case .accessPoint(let wanted): wanted == address
            }
        }
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
