// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import LabelReading
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
        private(set) var ssids: [SSID] = []
        /// Or its name over Bluetooth is this one.
        private(set) var bluetoothName: String?
        let answers: [OnboardQuestion]
        /// The accessory itself, if no look can find it: by Wi-Fi Easy Connect it shows nothing until it is called.
        let item: NewItem?

        init(_ label: Label, of accessory: OnboardName, named name: String) {
            self.label = name
            answers = label.answers
            item = LabelCache.item(accessory, of: name)
            switch accessory {
            case .label(let ssids): self.ssids = ssids
            case .bluetooth(let name): bluetoothName = DisplayName.harmless(name)
            case .text, .other, .easyConnect: break
            }
        }
    }

    private struct Entry {
        let name: Secret
        let label: Label
        /// Of the page that had it read.
        let session: String
    }

    /// The oldest label of whoever has the most goes first.
    static let limit = 8

    private let labels = Mutex<[Entry]>([])

    /// Throws `invalidRequest` for what is no label.
    func put(_ text: String, of session: String, among others: [OtherItem]) throws(AccessoryError) -> Reading {
        do {
            return try put(try Label(parsing: text), of: session, among: others)
        } catch let error as AccessoryError {
            throw error
        } catch {
            throw AccessoryError(.invalidRequest, "\(error)", field: "label")
        }
    }

    /// Throws `invalidRequest` for a label that nobody here can do anything with.
    ///
    /// - Parameter others: the accessories in range that another program adds.
    func put(_ label: Label, of session: String, among others: [OtherItem]) throws(AccessoryError) -> Reading {
        guard let accessory = OnboardName(label) else {
            throw AccessoryError(
                .invalidRequest, "the label is of a camera, which takes no network", field: "label.camera")
        }
        if case .other = accessory {
            let ecosystem: OtherAccessory.Ecosystem = label.reader == .appleDevice ? .homeKit : .matter
            return .other(Other(ecosystem: ecosystem, seen: others.filter { $0.fits(label) }))
        }
        let name = Secret()
        labels.withLock { labels in
            labels.append(Entry(name: name, label: label, session: session))
            guard labels.count > Self.limit, let surplus = labels.firstOfMost(by: \.session) else { return }
            labels.removeAll { $0.name.matches(surplus.name.text) }
        }
        return .summary(Summary(label, of: accessory, named: name.text))
    }

    /// By what a look finds the accessory of a label, with all that the label knows of it. Nil if the label is
    /// forgotten, or if no look finds its accessory.
    func query(_ name: String) -> NewAccessoryQuery? {
        guard let label = label(named: name), var query = OnboardName(label)?.query else { return nil }
        query.family = label.family?.rawValue
        return query
    }

    /// The accessory that a page has chosen, and its label. Nil if the accessory is gone. Throws `invalidRequest` if the
    /// label is unknown by now, or another accessory's: nobody gets the secret of another.
    ///
    /// - Parameters:
    ///   - name: by which the page names the label; nil without one.
    ///   - items: those in range.
    func find(_ id: String, of name: String?, among items: [NewItem]) throws(AccessoryError) -> (NewItem, Label?)? {
        let seen = items.first { $0.id == id }
        guard let name, seen != nil || id.hasPrefix(NewItem.labelPrefix) else { return seen.map { ($0, nil) } }
        guard let label = label(named: name), let accessory = OnboardName(label),
            let item = seen ?? Self.item(accessory, of: name), item.id == id
        else {
            throw AccessoryError(.invalidRequest, "the label is forgotten; read it again", field: "label.forgotten")
        }
        guard item.isHidden || accessory.fits(item.accessory, isSecured: label.passphrase != nil) else {
            throw AccessoryError(.invalidRequest, "the label is another accessory's", field: "label.other")
        }
        return (item, label)
    }

    /// The accessory that only its label names; nil for others.
    private static func item(_ accessory: OnboardName, of name: String) -> NewItem? {
        accessory.hidden(orNamed: Family.easyConnect.title).map { NewItem($0, of: name) }
    }

    private func label(named name: String) -> Label? {
        labels.withLock { $0.first { $0.name.matches(name) }?.label }
    }
}
