// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import AccessoryProvisioning

/// The answer to the question for a network's passphrase: the passphrase, or a label that has it. A scanner types all that
/// a QR code says.
package enum TypedPassphrase {
    /// The reason why a text is no such answer. Never quotes it.
    package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        case passphrase(PassphraseFault)
        /// The text is the label of another network.
        case otherNetwork
        /// The text is the label of this network, which has no passphrase by it.
        case missing

        package var description: String {
            switch self {
            case .passphrase(let fault): fault.description
            case .otherNetwork: "this is the label of another network"
            case .missing: "this label has no passphrase"
            }
        }
    }

    /// - Parameter ssid: of the network; nil if nobody knows it yet.
    package static func read(_ text: String, for ssid: SSID?) throws(Fault) -> Passphrase {
        // No passphrase in use looks like a label that can be read.
        if let label = try? Label(parsing: text), case .networks(let ssids) = label.names {
            guard let ssid else {
                guard let passphrase = label.passphrase else { throw .missing }
                return passphrase
            }
            guard ssids.contains(ssid) else { throw .otherNetwork }
            guard let passphrase = label.passphrases(of: ssid).first else { throw .missing }
            return passphrase
        }
        do throws(PassphraseFault) {
            return try Passphrase(text)
        } catch {
            throw .passphrase(error)
        }
    }
}
