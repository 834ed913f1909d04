// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import Synchronization

/// The labels that pages have had read. They have secrets, so a page gets a slip for each and never the label itself.
final class LabelDrawer: Sendable {
    /// What a page gets for a label: enough to find its accessory, and to ask for nothing that the label has.
    struct Slip: Encodable, Sendable {
        /// By which the page names the label.
        let label: String
        /// The accessory's hotspot has one of these SSIDs.
        let ssids: [SSID]
        /// Or its name over Bluetooth is this one.
        let bluetoothName: String?
        let hasPassphrase: Bool
        let hasProof: Bool
    }

    /// The oldest label goes first.
    static let limit = 8

    private let labels = Mutex<[(name: Secret, label: Label)]>([])

    /// Throws `invalidRequest` for what is no label, or one that the agent can do nothing with.
    func put(_ text: String) throws(AccessoryError) -> Slip {
        let label: Label
        do {
            label = try Label(parsing: text)
        } catch {
            throw AccessoryError(.invalidRequest, "\(error)", field: "label")
        }
        let names = try Self.names(label)
        let name = Secret()
        labels.withLock { labels in
            labels.append((name, label))
            if labels.count > Self.limit { labels.removeFirst() }
        }
        return Slip(
            label: name.text, ssids: names.ssids, bluetoothName: names.bluetooth,
            hasPassphrase: label.passphrase != nil, hasProof: label.proof.secret != nil)
    }

    /// Throws `invalidRequest` if the label is unknown by now, or another accessory's: nobody gets the secret of another.
    func label(_ name: String, of accessory: NewAccessory) throws(AccessoryError) -> Label {
        guard let label = labels.withLock({ $0.first { $0.name.matches(name) }?.label }) else {
            throw AccessoryError(.invalidRequest, "the label is forgotten; read it again", field: "label.forgotten")
        }
        let names = try Self.names(label)
        let isIts = accessory.ssid.map { names.ssids.contains($0) } ?? (accessory.name == names.bluetooth)
        // An open hotspot in the place of a protected one is another's.
        guard isIts, label.passphrase == nil || accessory.security?.key == .passphrase else {
            throw AccessoryError(.invalidRequest, "the label is another accessory's", field: "label.other")
        }
        return label
    }

    private static func names(_ label: Label) throws(AccessoryError) -> (ssids: [SSID], bluetooth: String?) {
        switch (label.reader, label.names) {
        case (.thisAgent, .networks(let ssids)): return (ssids, nil)
        case (.thisAgent, .bluetooth(let name)): return ([], DisplayName.harmless(name))
        case (.matterController, _), (.appleDevice, _), (.thisAgent, .matter), (.thisAgent, .station),
            (.thisAgent, .nothing):
            throw AccessoryError(
                .invalidRequest, "this accessory gets its network otherwise", field: "label.\(kind(of: label))")
        }
    }

    private static func kind(of label: Label) -> String {
        switch label {
        case .wifi, .espressif: "wifi"
        case .easyConnect: "easyConnect"
        case .matter: "matter"
        case .homeKit: "homeKit"
        }
    }
}
