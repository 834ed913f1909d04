// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// WPA2 alone, of a network that has WPA2 and WPA3: for accessories whose radios join by WPA3, and fail.
extension HomeNetwork {
    /// The only value of `Security=`, and of an order's `security`.
    package static let onlySecurity = Security.wpa2.rawValue
    package static let noSecurity = "the network has no passphrase, so it has no WPA2"

    static func unknownSecurity(_ text: String) -> String {
        "'\(text)' is not \(onlySecurity); leave the key out for what the network has"
    }

    /// Whether a group of accessoryd.conf hands over WPA2 alone.
    package static func isWPA2Only(
        _ file: KeyFile, group: String, of network: HomeNetwork?
    ) -> (value: Bool, faults: [KeyFileFault]) {
        func faulty(_ reason: String) -> (Bool, [KeyFileFault]) {
            (false, [file.fault(group: group, key: "Security", reason)])
        }
        guard let text = file.group(group)?.keys["Security"] else { return (false, []) }
        guard text == onlySecurity else { return faulty(unknownSecurity(text)) }
        if case .connectors? = network { return faulty(noSecurity) }
        return (true, [])
    }
}
