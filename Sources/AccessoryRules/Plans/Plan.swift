// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// An administrator's order for accessories that are set up without a person: the app, the choice, the use of the
/// network afterwards, and the attempts.
package struct Plan: Hashable, Sendable {
    /// The use of an accessory's network after the grant.
    package enum Afterwards: String, Hashable, Sendable, CaseIterable {
        /// The agent leaves it and restores the uplink.
        case restore
        /// The agent itself holds it.
        case keep
        /// A program uses it for as long as it runs.
        case run
        /// The accessory is handed the home network over.
        case provision
    }

    /// The place of the network's passphrase.
    package enum Secret: Hashable, Sendable {
        /// A name among the credentials that systemd gave the agent.
        case credential(String)
        case file(String)
    }

    /// What names an accessory of Wi-Fi Easy Connect: a public key, so it may stand in the plan itself.
    package enum Label: Hashable, Sendable {
        case text(EasyConnectLabel)
        case stored(Secret)
    }

    package struct Program: Hashable, Sendable {
        package var command: [String]
        /// The user who runs the plan if nil.
        package var user: String?
        package var timeLimit: Duration?
        package var successStatus: Set<Int>
        package var wantsUplink: Bool
        /// It gets the credentials also on a network without a passphrase, which any device can pose as.
        package var takesUplinkOverOpen: Bool

        package init(
            command: [String], user: String? = nil, timeLimit: Duration? = nil, successStatus: Set<Int> = [0],
            wantsUplink: Bool = false, takesUplinkOverOpen: Bool = false
        ) {
            self.command = command
            self.user = user
            self.timeLimit = timeLimit
            self.successStatus = successStatus
            self.wantsUplink = wantsUplink
            self.takesUplinkOverOpen = takesUplinkOverOpen
        }
    }

    /// The hand-over of ``Afterwards/provision``.
    package struct Provision: Hashable, Sendable {
        /// Without the label's secret.
        package var terms: HandOverTerms
        /// The place of the label's secret.
        package var proof: Secret?
        /// The longest hand-over.
        package var timeLimit: Duration

        package init(
            _ terms: HandOverTerms = HandOverTerms(), proof: Secret? = nil, timeLimit: Duration = Self.usualLimit
        ) {
            self.terms = terms
            self.proof = proof
            self.timeLimit = timeLimit
        }

        package static let usualLimit: Duration = .seconds(330)
    }

    package struct Patience: Hashable, Sendable {
        /// Joins at most, each with its consequences.
        package var attempts = 3
        /// The longest that one search for it takes.
        package var searchTime: Duration = .seconds(30)
        /// Before the next attempt; doubled each time, up to the longest.
        package var pause: Duration = .seconds(5)
        package var longestPause: Duration = .seconds(60)
        /// In all.
        package var giveUpAfter: Duration = .seconds(300)

        package init() {}
    }

    /// Bytes of an identifier: a file's name has 255, with `.conf`.
    package static let longestID = 250

    /// Whether a file can have this name, with `.conf`, in a folder of plans, and a line can show it.
    package static func isID(_ text: String) -> Bool {
        (1...longestID).contains(text.utf8.count) && ![".", ".."].contains(text)
            && !text.utf8.contains(UInt8(ascii: "/")) && text.printable == text
    }

    /// The file's name without `.conf`.
    package var id: String
    package var path: String
    package var app: String
    package var choice: Choice
    /// Only a network that correlates with the Bluetooth device counts.
    package var requiresBridge: Bool
    package var afterwards: Afterwards
    package var isForEveryBoot: Bool
    /// Its failure makes the whole run fail.
    package var isRequired: Bool
    /// What to look for; nil if a label names the accessory.
    package var descriptor: Descriptor?
    /// The accessory is called by its label, and gets the home network without a hotspot.
    package var label: Label?
    /// The accessory's name for people; the app's when nil.
    package var name: String?
    package var secret: Secret?
    /// The program that uses the network, if the plan has one. Without one the agent hands the home network over itself.
    package var program: Program?
    package var provision: Provision?
    package var patience: Patience

    /// Reads a plan. It has all faults in the file's order, with the lines that could not be read, and no plan if there
    /// are any.
    package static func read(_ file: KeyFile, unread: [KeyFileFault] = []) -> (plan: Plan?, faults: [KeyFileFault]) {
        // If nothing could be read, there is nothing to add.
        guard unread.isEmpty || !file.groups.isEmpty else { return (nil, unread) }
        var keys = PlanKeys(file)
        let plan = Plan(&keys)
        let faults = (unread + keys.faults).inOrder
        return (faults.isEmpty ? plan : nil, faults)
    }

    /// Nil, with a fault, if the plan does not name what to look for.
    private init?(_ keys: inout PlanKeys) {
        path = keys.file.path
        id = keys.id()
        app = keys.app()
        choice = keys.choice()
        requiresBridge = keys.flag(.plan, "RequireBridge", default: false)
        afterwards = keys.afterwards()
        isForEveryBoot = keys.flag(.plan, "EveryBoot", default: afterwards == .keep)
        isRequired = keys.flag(.plan, "Required", default: true)
        name = keys.name()
        secret = keys.secret(.accessory, "Passphrase")
        provision = keys.provision(afterwards)
        program = keys.program(afterwards, provision)
        patience = keys.patience()
        label = keys.label()
        if keys.namesLabel {
            keys.compareWithLabel(afterwards, provision)
            return
        }
        guard let descriptor = keys.descriptor() else { return nil }
        self.descriptor = descriptor
        keys.compare(descriptor, choice, requiresBridge, afterwards, provision)
    }

    /// With the family that the app's manifest names, unless the plan names one.
    package func completed(by manifest: Manifest) -> Plan {
        var plan = self
        plan.provision?.terms.family = provision?.terms.family ?? manifest.family
        return plan
    }

    /// The home network is handed over on the accessory's Bluetooth link.
    package var isOverBluetooth: Bool { provision != nil && label == nil && descriptor?.wifi == nil }

    /// This machine's credentials leave it.
    package var givesUplink: Bool { provision != nil || program?.wantsUplink == true }

    /// Equal for plans of equal meaning: the accessories and their use, not the number of attempts. It survives
    /// restarts and updates.
    package var digest: String {
        var parts = [
            "App=\(app)", "Choose=\(choice)", "RequireBridge=\(requiresBridge)", "Afterwards=\(afterwards.rawValue)",
            "EveryBoot=\(isForEveryBoot)", "SSID=\(descriptor?.ssid?.ascii ?? "")",
            "SSIDPrefix=\(descriptor?.ssidPrefix?.ascii ?? "")", "Name=\(name ?? "")",
            "Secret=\(secret.map { "\($0)" } ?? "")",
        ]
        // Plans without the key mean the same as before the key existed.
        if let band = descriptor?.band { parts.append("Band=\(band.rawValue)") }
        if let rule = descriptor?.bluetooth {
            parts.append("BluetoothService=\(rule.service?.text ?? "")")
            parts.append("BluetoothCompanyIdentifier=\(rule.companyIdentifier.map { "\($0)" } ?? "")")
            parts.append("BluetoothName=\(rule.nameSubstring ?? "")")
        }
        if let program {
            parts += program.command.map { "Command=\($0)" }
            parts += program.successStatus.sorted().map { "SuccessStatus=\($0)" }
            parts.append("User=\(program.user ?? "")")
            parts.append("UplinkCredentials=\(program.wantsUplink)")
            // Plans without the key mean the same as before the key existed.
            if program.takesUplinkOverOpen { parts.append("UplinkCredentialsOverOpen=true") }
        }
        if let provision {
            let terms = provision.terms
            if program == nil, label == nil {
                // Such plans once named a program of their own. What they did then stays done.
                parts += ["Command=/usr/bin/accessory-provision", "SuccessStatus=0", "SuccessStatus=3"]
                parts += ["User=accessory-provision", "UplinkCredentials=true"]
                if terms.allowsClearText || provision.proof != nil { parts.append("UplinkCredentialsOverOpen=true") }
            }
            parts.append("Family=\(terms.family?.rawValue ?? "")")
            parts.append("ProofUser=\(terms.proof.user ?? "")")
            parts.append("Proof=\(provision.proof.map { "\($0)" } ?? "")")
            parts.append("Network=\(terms.network ?? "")")
            parts.append("Cleartext=\(terms.allowsClearText)")
            // As above.
            if terms.arrival != .none { parts.append("Arrival=\(terms.arrival.rawValue)") }
            if terms.isWPA2Only { parts.append("Security=\(HomeNetwork.onlySecurity)") }
        }
        if let label { parts.append("Label=\(label)") }
        // FNV-1a of 64 bits; no part has a line's end, which a key file cannot give.
        let hash = parts.joined(separator: "\n").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

extension Plan.Label: CustomStringConvertible {
    package var description: String {
        switch self {
        case .text(let label): label.proof.secret ?? ""
        case .stored(let place): "\(place)"
        }
    }

    /// For people, in a few words.
    package var title: String {
        switch self {
        case .text(let label): label.title
        case .stored(let place): "\(place)"
        }
    }
}

extension Plan.Secret: CustomStringConvertible {
    /// The place, never the passphrase.
    package var description: String {
        switch self {
        case .credential(let name): "credential \(name)"
        case .file(let path): path
        }
    }
}
