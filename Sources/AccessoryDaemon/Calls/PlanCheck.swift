// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import Glibc
import TrustedFiles

/// The agent's verdict on a plan, before it is installed. One for all its copies, because what is known is large.
final class PlanCheck {
    let plan: Plan?
    let faults: [KeyFileFault]
    private(set) var warnings: [KeyFileFault] = []
    private let known: KnownPlans

    private var credentials: String? { known.credentials }
    private var policy: PassphrasePolicy { known.access.configuration.policy }

    /// - Parameter runner: the user who asks, and runs the plan's program.
    init(_ request: CheckFileRequest, runner: UInt32, _ known: KnownPlans) {
        self.known = known
        let (file, unread) = KeyFile.read(request.contents.utf8, path: request.path)
        (plan, faults) = Plan.read(file, unread: unread)
        warnings = (place(of: file) + (plan.map { doubts(about: $0, file, runner) } ?? [])).inOrder
    }

    private func place(of file: KeyFile) -> [KeyFileFault] {
        guard file.path.hasPrefix("/") else { return [] }
        var warnings: [KeyFileFault] = []
        if !file.path.hasSuffix(".conf") {
            warnings.append(file.fault("would be ignored: its name does not end in .conf"))
        }
        if let objection = Trust().objection(to: file.path) { warnings.append(file.fault(objection)) }
        return warnings
    }

    /// The keys that do not work on this machine as it is.
    private func doubts(about plan: Plan, _ file: KeyFile, _ runner: UInt32) -> [KeyFileFault] {
        var warnings: [KeyFileFault] = []
        func warn(_ group: String, _ key: String, _ reason: String) {
            warnings.append(file.fault(group: group, key: key, reason))
        }
        do throws(AccessoryError) {
            let manifest = try known.access.manifest(plan.app)
            if let descriptor = plan.descriptor { try manifest.check(descriptor, at: nil) }
        } catch {
            warn("Plan", "App", error.message)
        }
        if let secret = plan.secret.map({ PlanSecret($0, credentials: credentials) }) {
            do throws(PlanSecret.Fault) {
                _ = try secret.passphrase()
            } catch {
                warn("Accessory", secret.key, error.reason)
            }
            if let exposure = secret.exposure { warn("Accessory", secret.key, exposure) }
        }
        if let label = plan.label {
            do throws(PlanSecret.Fault) {
                _ = try PlanSecret.label(label, credentials: credentials)
            } catch {
                warn("Accessory", error.key, error.reason)
            }
            if let doubt = doubtAboutCredentials(for: plan) { warn("Provision", "Network", doubt) }
        }
        if let doubt = doubtAboutSecurity(of: plan) { warn("Provision", "Security", doubt) }
        if let provision = plan.provision, plan.label == nil {
            for (key, reason) in doubts(about: provision, of: plan) { warn("Provision", key, reason) }
        }
        guard let program = plan.program else { return warnings }
        if plan.provision == nil, program.wantsUplink, !policy.mayHave(plan.app) {
            warn(
                "Program", "UplinkCredentials",
                "\(plan.app) may not have them; CredentialsFor=\(plan.app) under [Uplink] in accessoryd.conf allows it")
        }
        if plan.provision == nil, program.takesUplinkOverOpen {
            warn(
                "Program", "UplinkCredentialsOverOpen",
                "anyone nearby can pose as the accessory and get this machine's passphrase; leave the key out if the "
                    + "accessory's network has a passphrase")
        } else if plan.provision == nil, program.wantsUplink, plan.secret == nil {
            warn(
                "Program", "UplinkCredentials",
                "only an accessory whose network has a passphrase gets them, and the plan has none: set "
                    + "PassphraseCredential or PassphraseFile, or UplinkCredentialsOverOpen=true")
        }
        if let path = program.command.first {
            // A program of the runner itself is the runner's to trust, not the agent's.
            let isRunners = program.user == nil && runner != geteuid()
            let trust = isRunners ? Trust(uid: runner, gid: 0) : Trust()
            if access(path, X_OK) != 0 {
                warn("Program", "Command", "'\(path)': \(String(cString: strerror(errno)))")
            } else if let objection = trust.objection(to: path) {
                warn("Program", "Command", objection)
            }
        }
        if let user = program.user, UInt32(user) == nil, getpwnam(user) == nil {
            warn("Program", "User", "'\(user)' is no user of this machine")
        }
        return warnings
    }

    private func doubtAboutCredentials(for plan: Plan) -> String? {
        guard !policy.mayHave(plan.app) else { return nil }
        return "\(plan.app) may not have the home network's credentials; "
            + "CredentialsFor=\(plan.app) under [Uplink] in accessoryd.conf allows it"
    }

    private func doubtAboutSecurity(of plan: Plan) -> String? {
        guard let terms = plan.provision?.terms, terms.isWPA2Only else { return nil }
        if case .connectors? = policy.network(named: terms.network) { return HomeNetwork.noSecurity }
        // Another program gets the security with the network.
        guard plan.label == nil, plan.program == nil else { return nil }
        return "only an accessory with a label of Wi-Fi Easy Connect gets a security with the network; the others "
            + "choose it themselves"
    }

    /// With their keys.
    private func doubts(about provision: Plan.Provision, of plan: Plan) -> [(key: String, reason: String)] {
        var doubts: [(String, String)] = []
        if let doubt = doubtAboutCredentials(for: plan) { doubts.append(("Network", doubt)) }
        if case .connectors(let ssid)? = policy.network(named: provision.terms.network) {
            doubts.append(("Network", HomeNetwork.refusalWithoutLabel(ssid)))
        }
        if provision.terms.family == .easyConnect {
            doubts.append(("Family", "it has no hotspot: set Label or LabelFile under [Accessory], and no SSID"))
        } else if let family = provision.terms.family, !family.worksOverHotspot {
            doubts.append(("Family", "\(family.otherWay), and a plan joins its hotspot"))
        }
        if let secret = provision.proof.map({ PlanSecret($0, "Proof", credentials: credentials) }) {
            do throws(PlanSecret.Fault) {
                _ = try secret.proof()
            } catch {
                doubts.append((secret.key, error.reason))
            }
            if let exposure = secret.exposure { doubts.append((secret.key, exposure)) }
        }
        switch policy.leastProtection(of: provision.terms, isLinkEncrypted: plan.secret != nil) {
        case .clearText:
            doubts.append(
                ("Cleartext", "anyone nearby can read the passphrase, and pose as the accessory; some families need it")
            )
        case .proven where provision.proof == nil:
            doubts.append(
                (
                    "Cleartext",
                    "an accessory whose network is open gets nothing: set ProofCredential or ProofFile, or "
                        + (policy.clearText == .refuse
                            ? "Cleartext=ask under [Uplink] in accessoryd.conf and Cleartext=allow here"
                            : "Cleartext=allow")
                ))
        case .link, .session, .proven: break
        }
        return doubts
    }
}
