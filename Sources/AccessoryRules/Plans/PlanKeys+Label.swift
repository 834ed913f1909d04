// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// The keys of a plan that names its accessory by a label of Wi-Fi Easy Connect, and those that do not go with them.
extension PlanKeys {
    private static let labelKeys = ["Label", "LabelFile", "LabelCredential"]

    /// The accessory is named by its label, whatever that is.
    var namesLabel: Bool { Self.labelKeys.contains { text(.accessory, $0) != nil } }

    mutating func label() -> Plan.Label? {
        guard namesLabel else { return nil }
        let place = secret(.accessory, "Label")
        guard let text = text(.accessory, "Label") else { return place.map { .stored($0) } }
        if place != nil {
            let key = self.text(.accessory, "LabelFile") == nil ? "LabelCredential" : "LabelFile"
            note(.accessory, key, "Label already is the label; keep one of them")
        }
        do throws(EasyConnectLabel.Fault) {
            return .text(try EasyConnectLabel(label: text))
        } catch {
            note(.accessory, "Label", error.description)
            return nil
        }
    }

    /// Notes what a plan with a label cannot have.
    mutating func compareWithLabel(_ afterwards: Plan.Afterwards, _ provision: Plan.Provision?) {
        let named = "the label names the accessory; leave the key out"
        for key in ["SSID", "SSIDPrefix", "Band", "BluetoothService", "BluetoothCompanyIdentifier", "BluetoothName"]
        where text(.accessory, key) != nil {
            note(.accessory, key, named)
        }
        for key in ["PassphraseCredential", "PassphraseFile"] where text(.accessory, key) != nil {
            note(.accessory, key, "no network of the accessory's own is joined; leave the key out")
        }
        for key in ["Choose", "RequireBridge"] where text(.plan, key) != nil { note(.plan, key, named) }
        guard afterwards == .provision else {
            return note(
                .plan, "Afterwards", "a label is for handing the home network over: set Afterwards=provision")
        }
        if file.group(Group.program.rawValue) != nil {
            note(.program, nil, "no program runs: the agent itself hands the network over by the label; leave it out")
        }
        if let family = provision?.terms.family, family != .easyConnect {
            note(.provision, "Family", "the label is one of \(Family.easyConnect.title); leave the key out")
        }
        for key in ["ProofUser", "ProofCredential", "ProofFile"] where text(.provision, key) != nil {
            note(.provision, key, "the label is the proof; leave the key out")
        }
        if text(.provision, "Cleartext") != nil {
            note(.provision, "Cleartext", "\(Family.easyConnect.title) always encrypts; leave the key out")
        }
    }
}
