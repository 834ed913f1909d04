// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Logging

/// Plans: their results, and their runs.
extension Daemon {
    func plan(_ id: String) throws(AccessoryError) -> Plan {
        if let plan = configuration.plans[id] { return plan }
        if let fault = configuration.fault(ofPlan: id) {
            throw AccessoryError(.unknownAccessory, "plan '\(id)' does not count: \(fault)")
        }
        let question = EditDistance.question(about: id, among: configuration.plans.keys)
        throw AccessoryError(
            .unknownAccessory,
            "no plan provision.d/\(id).conf is installed\(question); see 'accessoryctl provision list'")
    }

    /// In the order of their runs.
    private var plansInOrder: [Plan] { configuration.plans.values.sorted { $0.fileName < $1.fileName } }

    func planStatuses() -> [PlanStatus] { plansInOrder.map { status(of: $0) } }

    /// The result counts for as long as the plan's text is the same.
    func status(of plan: Plan) -> PlanStatus {
        let memory = plans.memories[plan.id]
        return PlanStatus(plan, memory?.digest == plan.digest ? memory : nil, state(of: plan))
    }

    private func state(of plan: Plan) -> PlanStatus.State {
        guard let memory = plans.memories[plan.id], memory.digest == plan.digest else { return .pending }
        switch memory.state {
        case .pending: return .pending
        case .running: return .running
        case .failed: return .failed
        case .done: return isDue(plan) ? .pending : .done
        case .kept: return isDue(plan) ? .pending : .kept
        }
    }

    private func isDue(_ plan: Plan) -> Bool {
        guard let memory = plans.memories[plan.id] else { return true }
        return memory.isDue(plan, boot: settings.bootID, isHeld: plans.kept[plan.id] != nil) { hasAccess(plan, $0) }
    }

    private func hasAccess(_ plan: Plan, _ accessory: Accessory.ID) -> Bool {
        records[AccessRecord.Key(app: plan.app, uid: nil, accessory: accessory)] != nil
    }

    /// Stores the result before anything else happens.
    func remember(_ memory: PlanMemory) {
        var memory = memory
        memory.boot = settings.bootID
        memory.changed = now()
        do {
            try commit([.remember(memory)])
        } catch {
            log.error(
                "cannot store the result of plan \(memory.id), so the next start forgets it: \(error)",
                metadata: ["plan": .string(memory.id)])
        }
        situationChanged()
    }

    // MARK: Runs

    /// Runs one plan, or all that are due, after the runs that have begun before.
    ///
    /// - Parameter obstacles: why the caller cannot run plans' programs. Those with a program fail at once.
    nonisolated func runPlans(
        _ id: Plan.ID?, except obstacles: [PlanObstacle] = [], by caller: Caller, owner: Sessions.ID?,
        notify: @escaping PlanRoundRun.Notify
    ) async {
        let turn = await takePlanTurn()
        for await _ in turn.begins { break }
        if !Task.isCancelled {
            await untilRecovered()
            if let id { await letGo(id) }
            let (entries, means) = await beginPlans(id, except: obstacles)
            let run = PlanRoundRun(
                daemon: self, caller: caller, owner: owner, means: means, radioChanges: turn.radioChanges,
                notify: notify)
            await run.run(PlanRound(entries))
        }
        await endPlanTurn(turn.id)
    }

    private func takePlanTurn() -> Plans.Turn { plans.takeTurn() }
    private func endPlanTurn(_ id: Int) { plans.endTurn(id) }

    private func beginPlans(
        _ id: Plan.ID?, except obstacles: [PlanObstacle]
    ) -> (entries: [PlanRound.Entry], means: [Plan.ID: PlanRoundRun.Means]) {
        let reasons = Dictionary(obstacles.map { ($0.plan, $0.reason) }) { first, _ in first }
        var means: [Plan.ID: PlanRoundRun.Means] = [:]
        let entries = plansInOrder.filter { id == nil || $0.id == id }.map { plan in
            let known = plans.memories[plan.id]
            let fresh = PlanMemory(
                id: plan.id, digest: plan.digest, state: .pending, boot: settings.bootID, changed: now())
            guard id != nil || isDue(plan) else { return PlanRound.Entry(plan, known ?? fresh, .done) }
            let begun = (known ?? fresh).begun(plan, boot: settings.bootID) { hasAccess(plan, $0) }
            do throws(AccessoryError) {
                if let reason = reasons[plan.id], let error = plan.failure(ofObstacle: reason) { throw error }
                let own = try self.means(of: plan)
                means[plan.id] = own
                return PlanRound.Entry(plan.completed(by: own.app), begun, .due)
            } catch {
                return PlanRound.Entry(plan, begun, .refused(error))
            }
        }
        return (entries, means)
    }

    /// Waits for the uplinks that an earlier run of the agent owes: until they are restored they hold the radio.
    private func untilRecovered() async {
        for (lease, entry) in leases.inOrder where entry.app == Leases.agent { await leases.follow(lease).end() }
    }

    // MARK: One plan

    /// The means of a plan's set-up. Throws the first that is missing.
    private func means(of plan: Plan) throws(AccessoryError) -> PlanRoundRun.Means {
        let manifest = try access.manifest(plan.app)
        if let label = plan.label {
            do throws(PlanSecret.Fault) {
                return PlanRoundRun.Means(app: manifest, label: try easyConnectLabel(label))
            } catch {
                throw AccessoryError(.invalidRequest, "\(plan.path): \(error.description)", field: "plan")
            }
        }
        do {
            if let descriptor = plan.descriptor { try manifest.check(descriptor, at: nil) }
        } catch {
            throw AccessoryError(.invalidRequest, "\(plan.path): \(error.message)", field: "plan")
        }
        if plan.givesUplink { try policy.checkMayHave(plan.app) }
        let secret = try plan.secret.map { secret throws(AccessoryError) in
            do throws(PlanSecret.Fault) {
                return try PlanSecret(secret, credentials: settings.credentialsDirectory).passphrase()
            } catch {
                throw AccessoryError(.invalidRequest, "\(plan.path): \(error.description)", field: "plan")
            }
        }
        let item = plan.descriptor.map { descriptor in
            Setup.Item(
                name: plan.name ?? manifest.name, descriptor: descriptor, passphrase: secret,
                bluetoothNames: manifest.bluetoothNames)
        }
        return PlanRoundRun.Means(app: manifest, item: item)
    }

    func easyConnectLabel(_ label: Plan.Label) throws(PlanSecret.Fault) -> EasyConnectLabel {
        switch label {
        case .text(let label): label
        case .stored(let place):
            try PlanSecret(place, "Label", credentials: settings.credentialsDirectory).easyConnectLabel()
        }
    }

    /// A search for all of these.
    func search(for means: [Plan.ID: PlanRoundRun.Means]) async throws(AccessoryError) -> PlanSearch {
        var survey = Survey(radio: radio, bluetooth: bluetooth, clock: clock)
        let items = means.compactMapValues(\.item)
        let descriptors = items.values.map(\.descriptor)
        let rules = descriptors.compactMap(\.bluetooth)
        if !rules.isEmpty { survey.listen = ListenRequest(rules: rules) }
        if descriptors.contains(where: { $0.wifi != nil }) {
            // Prefer a radio that can join as well.
            let free = try? await chooseRadio()
            let adapter = if let free { free } else { try await chooseRadio(sharing: true) }
            let apps = Set(means.values.map(\.app.id))
            let heard = Set(apps.flatMap { records.all(of: $0) }.compactMap(\.frequency)).sorted()
            survey.look = LookRequest(
                interface: adapter.interface, ssids: descriptors.compactMap(\.ssid), likelyFrequencies: heard)
        }
        var discoveries: [Plan.ID: Discovery] = [:]
        for (id, means) in means {
            guard let item = means.item else { continue }
            discoveries[id] = discovery(of: item, for: means.app)
        }
        return PlanSearch(survey: survey, discoveries: discoveries)
    }

    private func discovery(of item: Setup.Item, for app: Manifest) -> Discovery {
        Discovery([item], filters: false, bridge: access.bridge(for: app), expected: records.expectedSecurities)
    }

    /// From the choice among the sightings to the grant.
    nonisolated func setUp(
        _ order: SetUpOrder, _ heard: Discovery?, by caller: Caller, owner: Sessions.ID?, interface: String? = nil,
        notify: @escaping @Sendable (SetUpReply) async -> Void
    ) async throws(AccessoryError) -> SetupRun.Result {
        let claimant = Claimant(app: order.app.id)
        var adapter: Swift.Result<Adapter, AccessoryError>?
        if order.item.descriptor.wifi != nil {
            await untilUplinksAreBack(of: claimant)
            do throws(AccessoryError) {
                adapter = .success(try await chooseRadio(wanted: interface))
            } catch {
                throw await whyAllAreKept(interface, from: order) ?? error
            }
        }
        let discovery = if let heard { heard } else { await discovery(of: order.item, for: order.app) }
        let run = SetupRun(
            daemon: self, app: order.app, claimant: claimant, caller: caller, leaseOwner: owner, adapter: adapter,
            addressing: .ipv4, chooser: order.chooser, notify: notify)
        return try await run.run(
            Setup(
                items: [order.item], interface: (try? adapter?.get())?.interface ?? "", timeout: order.searchTime,
                choice: order.choice, requiresBridge: order.requiresBridge, canConfirm: false, heard: discovery))
    }

    /// Why no radio will be free for it: other plans keep all of them. To wait for that would hold the boot up.
    private func whyAllAreKept(_ wanted: String?, from order: SetUpOrder) -> AccessoryError? {
        let keeping = plans.kept.sorted { $0.key < $1.key }.compactMap { id, lease in leases[lease].map { (id, $0) } }
            .filter { $0.1.stage < .owed && (wanted == nil || wanted == $0.1.interface) }
        let held = leases.heldInterfaces.filter { wanted == nil || wanted == $0 }
        guard !keeping.isEmpty, held.isSubset(of: keeping.map(\.1.interface)) else { return nil }
        let holders = keeping.map { "plan '\($0)' keeps \($1.interface) on '\($1.ssid)'" }.joined(separator: ", ")
        let reason = "\(holders), so it has no radio; without Afterwards=keep the radio is free again"
        guard let path = order.path else { return AccessoryError(.busy, reason) }
        return AccessoryError(.invalidRequest, "\(path): \(reason)", field: "plan")
    }

    // MARK: Programs

    func programBegins(of id: Plan.ID, _ end: @escaping Plans.ProgramEnd) { plans.programs[id] = end }

    func endProgram(of id: Plan.ID) { plans.programs[id] = nil }

    /// The runner of a plan's program reports its end.
    func programEnded(_ request: FinishPlanRequest) throws(AccessoryError) {
        guard let end = plans.programs.removeValue(forKey: request.plan) else {
            throw AccessoryError(.unknownAccessory, "plan '\(request.plan)' has no program that runs now")
        }
        end(request.status, request.failure)
    }
}

extension PlanStatus {
    init(_ plan: Plan, _ memory: PlanMemory?, _ state: State) {
        self.init(
            id: plan.id, app: plan.app, name: plan.name,
            descriptor: plan.descriptor.map { DescriptorFields($0) } ?? DescriptorFields(), label: plan.label?.title,
            choose: "\(plan.choice)", afterwards: plan.afterwards.rawValue, isRequired: plan.isRequired,
            file: plan.path, state: state, accessories: memory?.accessories ?? [], attempts: memory?.attempts ?? 0,
            error: memory?.error, changed: memory?.changed)
    }
}
