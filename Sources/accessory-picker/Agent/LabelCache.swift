// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import Synchronization

/// The labels that pages have had read. They have secrets, so a page gets a summary for each and never the label itself.
final class LabelCache: Sendable {
    /// What a page gets for a label.
    enum Reading: Encodable, Sendable {
        case summary(Summary)
        case other(Other)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .summary(let summary): try summary.encode(to: encoder)
            case .other(let other): try other.encode(to: encoder)
            }
        }
    }

    /// The label is of an accessory that another program adds.
    struct Other: Encodable, Sendable {
        let ecosystem: OtherAccessory.Ecosystem
        /// The accessories in range that it can be the label of.
        let seen: [OtherItem]
    }

    /// What a page gets for the label of an accessory that the agent can add: enough to find its accessory, and to ask for
    /// nothing that the label has.
    struct Summary: Encodable, Sendable {
        /// By which the page names the label.
        let label: String
        /// The accessory's hotspot has one of these SSIDs.
        let ssids: [SSID]
        /// Or its name over Bluetooth is this one.
        let bluetoothName: String?
        let hasPassphrase: Bool
        let hasProof: Bool
        /// The accessory itself, if no look can find it: by Wi-Fi Easy Connect it shows nothing until it is called.
        let item: NewItem?
    }

    /// The oldest label goes first.
    static let limit = 8

    private let labels = Mutex<[(name: Secret, label: Label)]>([])

    /// Throws `invalidRequest` for what is no label.
    func put(_ text: String, among others: [OtherItem]) throws(AccessoryError) -> Reading {
        do {
            return try put(try Label(parsing: text), among: others)
        } catch let error as AccessoryError {
            throw error
        } catch {
            throw AccessoryError(.invalidRequest, "\(error)", field: "label")
        }
    }

    /// Throws `invalidRequest` for a label that nobody here can do anything with.
    ///
    /// - Parameter others: the accessories in range that another program adds.
    func put(_ label: Label, among others: [OtherItem]) throws(AccessoryError) -> Reading {
        switch label.reader {
        case .matterController: return .other(Other(ecosystem: .matter, seen: others.filter { $0.fits(label) }))
        case .appleDevice: return .other(Other(ecosystem: .homeKit, seen: others.filter { $0.fits(label) }))
        case .thisAgent: break
        }
        if case .sony = label {
            throw AccessoryError(
                .invalidRequest, "the label is of a camera, which takes no network", field: "label.camera")
        }
        let names = try Self.names(label)
        let name = Secret()
        labels.withLock { labels in
            labels.append((name, label))
            if labels.count > Self.limit { labels.removeFirst() }
        }
        return .summary(
            Summary(
                label: name.text, ssids: names.ssids, bluetoothName: names.bluetooth,
                hasPassphrase: label.passphrase != nil, hasProof: label.proof.secret != nil,
                item: NewItem(label, named: name.text)))
    }

    /// By what a look finds the accessory of a label, with all that the label knows of it. Nil if the label is forgotten, or if
    /// no look finds its accessory.
    func query(_ name: String) -> NewAccessoryQuery? {
        guard let label = label(named: name) else { return nil }
        let family = label.family?.rawValue
        switch label.names {
        case .networks(let ssids): return NewAccessoryQuery(ssids: ssids.map(\.description), family: family)
        case .bluetooth(let name): return NewAccessoryQuery(bluetoothName: name, family: family)
        case .station, .matter, .nothing: return nil
        }
    }

    /// Throws `invalidRequest` if the label is unknown by now, or another accessory's: nobody gets the secret of another.
    func label(_ name: String, of accessory: NewAccessory) throws(AccessoryError) -> Label {
        guard let label = label(named: name) else {
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

    /// The accessory that only its label names; nil for others. Throws `invalidRequest` if the label is forgotten.
    func hidden(_ id: String, of name: String?) throws(AccessoryError) -> (item: NewItem, label: String)? {
        guard let name, id.hasPrefix(NewItem.labelPrefix) else { return nil }
        guard let label = label(named: name), let item = NewItem(label, named: name), item.id == id,
            let text = label.proof.secret
        else {
            throw AccessoryError(.invalidRequest, "the label is forgotten; read it again", field: "label.forgotten")
        }
        return (item, text)
    }

    private func label(named name: String) -> Label? {
        labels.withLock { $0.first { $0.name.matches(name) }?.label }
    }

    private static func names(_ label: Label) throws(AccessoryError) -> (ssids: [SSID], bluetooth: String?) {
        if case .easyConnect = label { return ([], nil) }
        switch label.names {
        case .networks(let ssids): return (ssids, nil)
        case .bluetooth(let name): return ([], DisplayName.harmless(name))
        case .station, .matter, .nothing:
            throw AccessoryError(.invalidRequest, "the label names no accessory that is seen", field: "label")
        }
    }
}
