// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Synchronization
import Varlink

/// RunPlan: set-ups whose choices come from files. Each step is a reply.
extension ControlInterface.RunPlan: MethodWithSecrets {
    static let secrets = Caller.Right.seeSecrets
    static let answer: AgentAnswer<Self> = .stream(.control) { request, replies, session in
        if let plan = request.plan { _ = try await session.daemon.knownPlans.plan(plan) }
        let steps = PlanReplies(replies)
        await PlanRounds(daemon: session.daemon).run(
            request.plan, except: request.obstacles ?? [], by: session.caller, owner: session.id
        ) { steps.send($0, isLast: $1) }
        // If there is no plan at all, no step was the last reply.
        steps.send(PlanUpdate(plan: request.plan ?? "", state: .skipped, isRequired: false), isLast: true)
        return nil
    }
}

/// The replies to one call, up to the one that is marked as the last.
private final class PlanReplies: Sendable {
    private let replies: Replies<ControlInterface.RunPlan>
    private let isOver = Mutex(false)

    init(_ replies: Replies<ControlInterface.RunPlan>) { self.replies = replies }

    func send(_ update: PlanUpdate, isLast: Bool) {
        isOver.withLock { isOver in
            guard !isOver else { return }
            isOver = isLast
            // If the caller is gone, the run ends by itself.
            try? isLast ? replies.sendLast(update) : replies.send(update)
        }
    }
}
