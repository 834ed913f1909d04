// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What an administrator says about accessories that are set up without a person: for which app, which they are, what
/// then, and how often it is tried.
package struct Plan: Hashable, Sendable {
    /// What becomes of an accessory's network once it is granted.
    package enum Afterwards: String, Hashable, Sendable, CaseIterable {
        /// It is left, and the earlier network brought back.
        case restore
        /// The agent itself holds it.
        case keep
        /// A program has it for as long as it runs.
        case run
    }

    /// Where the network's passphrase is.
    package enum Secret: Hashable, Sendable {
        /// By its name among those that systemd gave the agent.
        case credential(String)
        case file(String)
    }

    package struct Program: Hashable, Sendable {
        package var command: [String]
        /// Whoever runs the plan when nil.
        package var user: String?
        package var timeLimit: Duration?
        package var successStatus: Set<Int>
        package var wantsUplink: Bool
        /// It has them also on a network without a passphrase, which anybody can pose as.
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

    package struct Patience: Hashable, Sendable {
        /// Joins at most, with what follows them.
        package var attempts = 3
        /// How long one look for it takes at most.
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
    /// Only a network of which the bridge knows that it is the Bluetooth device's counts.
    package var requiresBridge: Bool
    package var afterwards: Afterwards
    package var isForEveryBoot: Bool
    /// Its failure is the failure of all.
    package var isRequired: Bool
    package var descriptor: Descriptor
    /// The accessory's name for people; the app's when nil.
    package var name: String?
    package var secret: Secret?
    /// What has the network, where that is said of the plan.
    package var program: Program?
    package var patience: Patience

    /// Reads a plan. Throws the first of its faults.
    package init(_ file: KeyFile) throws(KeyFileFault) {
        var keys = PlanKeys(file)
        let plan = Plan(&keys)
        if let fault = keys.faults.inOrder.first { throw fault }
        guard let plan else { throw file.fault("is no plan") }
        self = plan
    }

    /// All that is wrong with a plan, in the file's order, with the lines of it that could not be read.
    package static func faults(in file: KeyFile, unread: [KeyFileFault] = []) -> [KeyFileFault] {
        // Where nothing could be read, nothing else is to be said.
        guard unread.isEmpty || !file.groups.isEmpty else { return unread }
        var keys = PlanKeys(file)
        _ = Plan(&keys)
        return (unread + keys.faults).inOrder
    }

    /// Nil where nothing says what to look for, which is noted.
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
        secret = keys.secret()
        program = keys.program(afterwards)
        patience = keys.patience()
        guard let descriptor = keys.descriptor() else { return nil }
        self.descriptor = descriptor
        keys.compare(descriptor, choice, requiresBridge, afterwards)
    }

    /// The same for plans that mean the same: what they set up and how it is used, not how hard they try. It survives
    /// restarts and updates.
    package var digest: String {
        var parts = [
            "App=\(app)", "Choose=\(choice)", "RequireBridge=\(requiresBridge)", "Afterwards=\(afterwards.rawValue)",
            "EveryBoot=\(isForEveryBoot)", "SSID=\(descriptor.ssid?.description ?? "")",
            "SSIDPrefix=\(descriptor.ssidPrefix?.description ?? "")", "Name=\(name ?? "")",
            "Secret=\(secret.map { "\($0)" } ?? "")",
        ]
        if let rule = descriptor.bluetooth {
            parts.append("BluetoothService=\(rule.service?.text ?? "")")
            parts.append("BluetoothCompanyIdentifier=\(rule.companyIdentifier.map { "\($0)" } ?? "")")
            parts.append("BluetoothName=\(rule.nameSubstring ?? "")")
        }
        if let program {
            parts += program.command.map { "Command=\($0)" }
            parts += program.successStatus.sorted().map { "SuccessStatus=\($0)" }
            parts.append("User=\(program.user ?? "")")
            parts.append("UplinkCredentials=\(program.wantsUplink)")
            // Plans without the key mean what they meant before there was one.
            if program.takesUplinkOverOpen { parts.append("UplinkCredentialsOverOpen=true") }
        }
        // FNV-1a of 64 bits; no part has a line's end, which a key file cannot give.
        let hash = parts.joined(separator: "\n").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

extension Plan.Secret: CustomStringConvertible {
    /// Where it is, not what.
    package var description: String {
        switch self {
        case .credential(let name): "credential \(name)"
        case .file(let path): path
        }
    }
}
