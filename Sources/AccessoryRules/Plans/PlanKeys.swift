// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// Reads the keys of a plan, one after the other. It notes a fault and continues.
struct PlanKeys {
    enum Group: String {
        case plan = "Plan"
        case accessory = "Accessory"
        case program = "Program"
        case provision = "Provision"
        case attempts = "Attempts"
    }

    let file: KeyFile
    private(set) var faults: [KeyFileFault]

    private static let known: [String: Set<String>] = [
        "Plan": ["App", "Choose", "RequireBridge", "Afterwards", "EveryBoot", "Required"],
        "Accessory": [
            "SSID", "SSIDPrefix", "Band", "BluetoothService", "BluetoothCompanyIdentifier", "BluetoothName", "Name",
            "PassphraseCredential", "PassphraseFile", "Label", "LabelCredential", "LabelFile",
        ],
        "Program": ["Command", "User", "TimeLimit", "SuccessStatus", "UplinkCredentials", "UplinkCredentialsOverOpen"],
        "Provision": [
            "Family", "Network", "Security", "ProofUser", "ProofCredential", "ProofFile", "Cleartext", "Arrival",
        ],
        "Attempts": ["Attempts", "SearchTime", "Pause", "LongestPause", "GiveUpAfter"],
    ]

    init(_ file: KeyFile) {
        self.file = file
        faults = file.unknown(beside: Self.known)
    }

    mutating func note(_ group: Group, _ key: String?, _ reason: String) {
        faults.append(file.fault(group: group.rawValue, key: key, reason))
    }

    func text(_ group: Group, _ key: String) -> String? { file.group(group.rawValue)?.keys[key] }

    // MARK: Plan

    mutating func id() -> String {
        let id = Manifest.id(path: file.path)
        if !Plan.isID(id) {
            let most = Plan.longestID
            faults.append(file.fault("its name without .conf is the plan's name: one line of up to \(most) bytes"))
        }
        return id
    }

    mutating func app() -> String {
        let app = text(.plan, "App") ?? ""
        if app.isEmpty { note(.plan, "App", "a plan needs an app, such as org.example.camera") }
        return app
    }

    mutating func choice() -> Plan.Choice {
        guard let text = text(.plan, "Choose") else { return .only }
        if let choice = Plan.Choice(text) { return choice }
        note(.plan, "Choose", "'\(text)' is not only, strongest, all, or an address such as 02:00:00:00:01:00")
        return .only
    }

    mutating func afterwards() -> Plan.Afterwards {
        guard let text = text(.plan, "Afterwards") else { return .restore }
        if let afterwards = Plan.Afterwards(rawValue: text) { return afterwards }
        note(.plan, "Afterwards", "'\(text)' is not restore, keep, run or provision")
        return .restore
    }

    mutating func flag(_ group: Group, _ key: String, default usual: Bool) -> Bool {
        file.group(group.rawValue)?.flag(key, default: usual) { note(group, key, $0) } ?? usual
    }

    // MARK: Accessory

    mutating func name() -> String? {
        guard let name = text(.accessory, "Name") else { return nil }
        do throws(DisplayName.Fault) {
            _ = try DisplayName(name)
        } catch .blank {
            note(.accessory, "Name", "is empty; without the key, the plan uses the app's name")
        } catch {
            note(.accessory, "Name", "\(error)")
        }
        return name
    }

    /// The place that `<name>Credential` or `<name>File` gives.
    mutating func secret(_ group: Group, _ name: String) -> Plan.Secret? {
        let (credentialKey, fileKey) = ("\(name)Credential", "\(name)File")
        let (credential, path) = (text(group, credentialKey), text(group, fileKey))
        if let credential {
            if path != nil { note(group, fileKey, "\(credentialKey) already names the place; keep one of them") }
            // systemd takes a file's name (systemd.exec(5), LoadCredential=).
            if credential.isEmpty || credential.contains("/") || credential == "." || credential == ".." {
                note(group, credentialKey, "'\(credential)' is not a credential's name, such as cam1")
            }
            return .credential(credential)
        }
        if let path, !path.hasPrefix("/") { note(group, fileKey, "'\(path)' is not a full path") }
        return path.map { .file($0) }
    }

    /// Nil, with a fault, if it is not one.
    mutating func descriptor() -> Descriptor? {
        let before = faults.count
        let (ssid, prefix) = (ssid("SSID"), ssid("SSIDPrefix"))
        let (service, company, band) = (service(), company(), band())
        guard faults.count == before else { return nil }
        do throws(DescriptorFault) {
            let name = text(.accessory, "BluetoothName")
            let namesBluetooth = service != nil || company != nil || name != nil
            return try Descriptor(
                ssid: ssid, ssidPrefix: prefix, band: band,
                bluetooth: namesBluetooth
                    ? BluetoothRule(service: service, companyIdentifier: company, nameSubstring: name) : nil)
        } catch {
            note(.accessory, Self.key(of: error), Self.reason(of: error))
        }
        return nil
    }

    private mutating func band() -> Band? {
        guard let text = text(.accessory, "Band") else { return nil }
        let band = Band(rawValue: text)
        if band == nil { note(.accessory, "Band", "'\(text)' is not \(Band.list)") }
        return band
    }

    private static func key(of fault: DescriptorFault) -> String? {
        switch fault {
        case .empty: nil
        case .ssidAndPrefix: "SSIDPrefix"
        case .bandWithoutNetwork: "Band"
        case .bluetoothWithoutServiceOrCompany, .emptyName, .longName, .comparisonWithoutName, .namePattern:
            "BluetoothName"
        case .manufacturerDataWithoutCompany: "BluetoothCompanyIdentifier"
        case .serviceDataWithoutService, .inputService, .pattern: "BluetoothService"
        }
    }

    private static func reason(of fault: DescriptorFault) -> String {
        switch fault {
        case .empty:
            "a plan needs one of SSID, SSIDPrefix, BluetoothService, BluetoothCompanyIdentifier, Label and LabelFile"
        case .ssidAndPrefix: "set SSID or SSIDPrefix, not both"
        case .bandWithoutNetwork: "is of a network: set SSID or SSIDPrefix"
        case .bluetoothWithoutServiceOrCompany:
            "a name alone is not enough: set BluetoothService or BluetoothCompanyIdentifier too"
        case .emptyName: "is empty; leave the key out instead"
        case .longName: "is longer than a name can be, \(BluetoothRule.longestName) bytes"
        case .comparisonWithoutName, .namePattern, .manufacturerDataWithoutCompany, .serviceDataWithoutService,
            .inputService, .pattern:
            fault.description
        }
    }

    private mutating func ssid(_ key: String) -> SSID? {
        guard let text = text(.accessory, key) else { return nil }
        do {
            return try SSID(text: text)
        } catch {
            note(.accessory, key, "'\(text)' is no SSID: \(error.description)")
            return nil
        }
    }

    private mutating func service() -> BluetoothUUID? {
        guard let text = text(.accessory, "BluetoothService") else { return nil }
        if let uuid = BluetoothUUID(text) { return uuid }
        note(.accessory, "BluetoothService", "'\(text)' is not a service's UUID of 16 or 128 bits, such as 180D")
        return nil
    }

    private mutating func company() -> UInt16? {
        guard let text = text(.accessory, "BluetoothCompanyIdentifier") else { return nil }
        do throws(CompanyIdentifierFault) {
            return try CompanyIdentifier(text: text).number
        } catch {
            note(.accessory, "BluetoothCompanyIdentifier", "'\(text)' \(error)")
            return nil
        }
    }

    /// Compares keys that must fit together.
    mutating func compare(
        _ descriptor: Descriptor, _ choice: Plan.Choice, _ requiresBridge: Bool, _ afterwards: Plan.Afterwards,
        _ provision: Plan.Provision?
    ) {
        if requiresBridge, descriptor.wifi == nil || descriptor.bluetooth == nil {
            note(
                .plan, "RequireBridge",
                "a bridge is between two radios: set SSID or SSIDPrefix, and a Bluetooth key, in [Accessory]")
        }
        switch afterwards {
        case .restore: break
        case .provision where descriptor.wifi == nil:
            if file.group(Group.program.rawValue)?.keys["Command"] != nil {
                note(.program, "Command", "over Bluetooth the agent hands the network over itself; leave it out")
            }
            if let family = provision?.terms.family, !family.worksOverBluetooth {
                note(.provision, "Family", family.otherWay)
            }
        case .keep:
            if choice == .all {
                note(.plan, "Afterwards", "'keep' holds one network, but Choose=all selects several; choose one")
            }
            fallthrough
        case .run, .provision:
            if descriptor.wifi == nil {
                note(
                    .plan, "Afterwards",
                    "'\(afterwards.rawValue)' needs a network, and [Accessory] has no SSID or SSIDPrefix")
            }
        }
        if descriptor.wifi == nil, text(.accessory, "PassphraseCredential") ?? text(.accessory, "PassphraseFile") != nil
        {
            note(
                .accessory, text(.accessory, "PassphraseFile") == nil ? "PassphraseCredential" : "PassphraseFile",
                "there is no network to join with it: set SSID or SSIDPrefix")
        }
    }
}
