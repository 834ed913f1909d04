// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// The reason why a device's answers are not an SSID and a passphrase. Never quotes the passphrase.
public enum HotspotRecipeFault: Error, Hashable, Sendable {
    /// Another number of answers than the recipe has reads.
    case answers(family: String, count: Int)
    /// Bytes that do not have the family's form.
    case garbled(family: String, String)
    case ssid(family: String, SSIDFault)
    case passphrase(family: String, PassphraseFault)
}

extension HotspotRecipeFault: CustomStringConvertible {
    /// One line, for people.
    public var description: String {
        switch self {
        case .answers(let family, let count): "\(family): there are 2 answers to read, not \(count)"
        case .garbled(let family, let what): "\(family): the device sent its \(what) in an unknown form"
        case .ssid(let family, let fault): "\(family): the device sent no valid SSID: \(fault)"
        case .passphrase(let family, let fault): "\(family): the device sent no valid passphrase: \(fault)"
        }
    }
}
