// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import CCurl
import Glibc

/// Performs the effects of one family's machine on the accessory's web pages, and reports each step.
struct ProvisioningLoop {
    /// A provisioning that takes longer ends, whatever its machine waits for.
    static let limit: Duration = .seconds(300)

    let pages: WebPages
    let gate: HandOverGate
    /// Throws if what follows the step must not be.
    let report: (ProvisioningStep) throws(Refusal) -> Void

    private struct Course {
        var events: [ProvisioningEvent] = [.joined]
        var wait: ContinuousClock.Instant?
        var gate: HandOverGate
        var outcome: ProvisioningOutcome?
    }

    func run(_ machine: any FamilyMachine) throws(Refusal) -> ProvisioningOutcome {
        var machine = machine
        var course = Course(gate: gate)
        let end = ContinuousClock.now + Self.limit
        while course.outcome == nil {
            guard ContinuousClock.now < end else { return course.gate.outcomeOfSilence }
            if course.events.isEmpty { waitForNews(&course) }
            guard !course.events.isEmpty else { return course.gate.outcomeOfSilence }
            for effect in machine.receive(course.events.removeFirst()) where course.outcome == nil {
                try perform(effect, &course)
            }
        }
        return course.outcome ?? .unknown
    }

    private func perform(_ effect: ProvisioningEffect, _ course: inout Course) throws(Refusal) {
        switch effect {
        case .request(let request):
            switch try pages.exchange(request) {
            case .event(let event): course.events.append(event)
            case .stopped: course.events = [.linkLost]
            }
        case .wait(let duration):
            course.wait = .now + duration
        case .report(let step):
            try report(step, &course)
        case .finish(let outcome):
            course.outcome = outcome
        case .read, .write, .subscribe:
            // A machine over a joined hotspot has no attributes to ask for.
            course.events.append(.attributeFailed(.timedOut))
        }
    }

    private func report(_ step: ProvisioningStep, _ course: inout Course) throws(Refusal) {
        course.outcome = course.gate.pass(step)
        if course.outcome == nil { try report(step) }
    }

    /// Waits until a wait is over. A signal ends it.
    private func waitForNews(_ course: inout Course) {
        guard let wait = course.wait else { return }
        while curl_is_stopped() == 0 {
            let left = wait - .now
            guard left > .zero else {
                course.wait = nil
                course.events.append(.due)
                return
            }
            // A signal that comes just before is seen after this at the latest.
            poll(nil, 0, Int32(min(200, left.milliseconds + 1)))
        }
        course.events.append(.linkLost)
    }
}
