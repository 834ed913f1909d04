// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// One accessory's way to the home network once there is a link to it, for a person's order and for a plan: the hand-over,
/// the leave, and the look for the accessory on the home network, which alone can show that it arrived.
struct HomeWalkRun: Sendable {
    let daemon: Daemon
    /// What the home network must show of the accessory.
    let arrival: ArrivalDemand
    /// The longest hand-over; nil: as long as whoever hands over takes.
    var limit: Duration?
    let notify: @Sendable (OnboardProgress) -> Void

    typealias Send = Sender<HomeWalk.Event>

    /// What a link to the accessory does for the walk.
    struct Way: Sendable {
        var handOver: @Sendable (Send) async -> Void
        /// Reports `left` by itself, or by `follow`.
        var leave: @Sendable (Send) async -> Void = { $0.yield(.left(nil)) }
        /// Follows the link to its end.
        var follow: (@Sendable (Send) async -> Void)?
    }

    private enum Activity {
        case follow
        case handOver
        case timer
    }

    /// The hand-over's outcome, and the machine that saw what came before it.
    func handOver(_ way: Way) async throws(AccessoryError) -> (ProvisioningOutcome, HomeWalk) {
        let runner = Runner<HomeWalk, Activity, Result<ProvisioningOutcome, AccessoryError>>(
            HomeWalk(limit: limit), clock: daemon.clock)
        if let follow = way.follow { runner.start(.follow, follow) }
        runner.send.yield(.joined)
        let result = await runner.run { effect in
            switch effect {
            case .handOver: runner.start(.handOver, way.handOver)
            case .report(let step): notify(OnboardProgress(step))
            case .leave: await way.leave(runner.send)
            case .startTimer(let time): runner.startTimer(.timer, time, then: .due)
            case .finish(let result): runner.end(result)
            }
        }
        if let result { return (try result.get(), runner.machine) }
        guard runner.machine.isHandedOver else { throw AccessoryError(.invalidated, "the caller is gone") }
        return (.unknown, runner.machine)
    }

    func arrive(
        _ outcome: ProvisioningOutcome, _ course: HomeWalk, _ expected: ExpectedIdentity, _ accessory: Accessory?
    ) async -> OnboardProgress {
        guard outcome.end.isGood else { return OnboardProgress(outcome, accessory) }
        var expected = expected
        if let device = course.device { expected.identify(device) }
        expected.end(outcome, protection: course.protection)
        guard arrival != .none else {
            if let accessory {
                await daemon.noteArrival(.notSeen(.init()), of: expected, page: nil, on: course.network, accessory.id)
            }
            return OnboardProgress(outcome, accessory)
        }
        notify(OnboardProgress(step: .lookingForIt))
        let notifyCaller = notify
        let finding = await ArrivalRun(daemon: daemon, expected: expected, network: course.network) { finding in
            notifyCaller(OnboardProgress(step: .lookingForIt, arrival: ReportedArrival(finding)))
        }.run()
        if let accessory {
            await daemon.noteArrival(finding, of: expected, page: outcome.page, on: course.network, accessory.id)
        }
        return OnboardProgress(outcome, accessory, finding, isAccepted: arrival.accepts(finding))
    }
}

extension OnboardProgress {
    init(_ step: ProvisioningStep) {
        switch step {
        case .identified(let device):
            self.init(
                step: .identified,
                device: ReportedDevice(
                    name: device.name, model: device.model, version: device.version, address: device.address))
        case .securing: self.init(step: .securing)
        case .handingOver(let protection): self.init(step: .handingOver, protection: protection.rawValue)
        case .waitingForAccessory: self.init(step: .waitingForAccessory)
        }
    }

    init(_ outcome: ProvisioningOutcome, _ accessory: Accessory?) {
        self.init(
            step: .ended, outcome: OnboardOutcome(rawValue: outcome.end.name), explanation: outcome.text,
            accessory: accessory)
        if case .refused(let refusal) = outcome { reason = refusal.reason }
        if case .onNetwork(let address, _) = outcome { self.address = address }
    }

    /// The end of a way that was followed to the home network.
    init(_ outcome: ProvisioningOutcome, _ accessory: Accessory?, _ finding: ArrivalFinding, isAccepted: Bool) {
        self.init(outcome, accessory)
        arrival = ReportedArrival(finding)
        explanation = "the accessory has the network, and \(finding.text)"
        self.outcome = isAccepted ? .onNetwork : .notSeen
        address = finding.place?.address
        page = finding.page(outcome.page)?.text
    }
}

extension ProvisioningOutcome {
    /// The page that the accessory named, by its own word.
    fileprivate var page: String? { if case .onNetwork(_, let page) = self { page } else { nil } }
}

extension ReportedArrival {
    init(_ finding: ArrivalFinding) {
        let state: ReportedArrival.State =
            switch finding {
            case .confirmed: .confirmed
            case .likely: .likely
            case .ambiguous: .ambiguous
            case .notSeen: .notSeen
            }
        self.init(
            state: state, address: finding.place?.address, host: finding.place?.host, station: finding.place?.station,
            evidence: finding.evidence?.rawValue)
    }
}
