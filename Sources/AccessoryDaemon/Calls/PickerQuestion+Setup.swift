// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// A set-up's question, as a picker shows it.
extension PickerQuestion {
    /// - Parameter app: the asking app's name.
    init(_ question: Setup.Question, app: String) {
        switch question {
        case .passphrase(let candidate, let error):
            self.init(.passphrase, candidate, text: candidate.title, error: error.message)
            failure = error
        case .name(let choice):
            self.init(
                id: "", kind: .name, name: choice.accessory.displayName, image: choice.accessory.image,
                text: choice.accessory.displayName)
        case .migration(let migrations):
            let items = migrations.map { item in
                MigrationItem(
                    name: item.name, image: item.image, ssid: item.ssid?.description,
                    bluetoothAddress: item.bluetoothAddress?.description)
            }
            self.init(id: "", kind: .migration, name: app, items: items)
        case .inputDevice(let candidate): self.init(.inputDevice, candidate, text: candidate.title)
        case .pairing(let candidate, let question):
            switch question {
            case .consent: self.init(.pairing, candidate, text: candidate.title)
            case .comparison(let number): self.init(.numericComparison, candidate, text: Self.digits(number))
            case .passkey: self.init(.passkey, candidate)
            case .display(let number): self.init(.displayPasskey, candidate, text: Self.digits(number))
            }
        case .repairing(let candidate):
            self.init(.repairing, candidate, text: candidate.title)
        case .network(let candidate, let networks):
            self.init(.network, candidate, text: candidate.title)
            self.networks = networks
        case .security(let candidate, let change):
            self.init(.security, candidate, text: candidate.title)
            self.change = change
        case .retry(let candidate, let error):
            self.init(.retry, candidate, text: candidate.title)
            failure = error
        }
    }

    private init(_ kind: Kind, _ candidate: Candidate, text: String? = nil, error: String? = nil) {
        self.init(id: "", kind: kind, name: candidate.item.name, image: candidate.item.image, text: text, error: error)
    }

    /// Six, as devices show them.
    private static func digits(_ number: UInt32) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
    }
}

extension Setup.Question {
    /// The accessory that it is about, while that has no record yet.
    var candidate: Candidate? {
        switch self {
        case .passphrase(let candidate, _), .inputDevice(let candidate), .pairing(let candidate, _),
            .repairing(let candidate), .network(let candidate, _), .security(let candidate, _),
            .retry(let candidate, _):
            candidate
        case .name, .migration: nil
        }
    }

    /// The network gets the name that the picker asks for, too.
    var renamesNetwork: Bool {
        switch self {
        case .name(let choice): choice.candidate.item.renamesNetwork
        case .passphrase, .migration, .inputDevice, .pairing, .repairing, .network, .security, .retry: false
        }
    }
}
