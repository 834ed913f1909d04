// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Glibc
import TrustedFiles

/// The plans from their files. Only their programs run: the agent decides when, and never what.
struct PlanFiles {
    /// The plans whose files could be read and trusted.
    var plans: [Plan.ID: Plan]
    /// The first fault of each of the others.
    var faults: [Plan.ID: KeyFileFault] = [:]

    init(_ plans: [Plan]) { self.plans = Dictionary(plans.map { ($0.id, $0) }) { $1 } }

    /// Reads the plans of these directories, under the agent's rules of trust.
    init(in directories: [String], trust: Trust = Trust()) {
        plans = [:]
        let files = ConfigurationFiles(in: directories.map { $0 + "/provision.d" }, trust: trust)
        for file in files.files where !file.isMask || !file.isTrusted {
            do throws(KeyFileFault) {
                guard file.isTrusted else {
                    throw files.faults.first { $0.path == file.directory }
                        ?? KeyFileFault(path: file.path, reason: "is not trusted: others can write its directory")
                }
                let (read, unread) = KeyFile.read(try trust.contents(of: file.path), path: file.path)
                let (plan, faults) = Plan.read(read, unread: unread)
                if let fault = faults.first { throw fault }
                if let plan { plans[plan.id] = plan }
            } catch {
                faults[Manifest.id(path: file.path)] = error
            }
        }
    }

    /// Why plans' programs cannot be run here. The agent joins nothing for them.
    ///
    /// - Parameters:
    ///   - plan: the requested plan; nil: all that are due.
    ///   - refusal: why a program cannot be run.
    func obstacles(
        of plan: Plan.ID?, refusal: (Plan.Program) -> String? = PlanUser.refusal(of:)
    ) -> [PlanObstacle] {
        var reasons = faults.mapValues(\.description)
        for (id, file) in plans where file.program != nil {
            reasons[id] = file.program.flatMap(refusal)
        }
        if let plan, plans[plan] == nil { reasons[plan] = absence(of: plan) }
        return reasons.filter { plan == nil || $0.key == plan }.sorted { $0.key < $1.key }
            .map { PlanObstacle(plan: $0.key, reason: $0.value) }
    }

    /// Why a plan's file is not read.
    private func absence(of plan: Plan.ID) -> String {
        faults[plan]?.description ?? "uid \(geteuid()) finds no file provision.d/\(plan).conf; see --config-dir"
    }

    /// The plan whose program the agent asks for. Throws the reason against it.
    func plan(for update: PlanUpdate) throws(Failure) -> Plan {
        guard let plan = plans[update.plan] else {
            throw Failure(absence(of: update.plan), .notFound)
        }
        guard plan.program != nil else {
            throw Failure("\(plan.path) has no program to run", .notAuthorized)
        }
        if let ssid = update.program?.ssid, plan.descriptor?.allows(ssid) != true {
            throw Failure("\(plan.path) does not allow the network '\(ssid)'", .notAuthorized)
        }
        return plan
    }
}
