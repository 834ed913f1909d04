// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Synchronization
import Varlink

/// RunPlan: set-ups whose choices come from files. Each step is a reply.
extension Session {
    func runPlan(_ call: Call) async throws {
        let request = try call.parameters(as: RunPlanRequest.self)
        if let plan = request.plan { _ = try await daemon.plan(plan) }
        let replies = PlanReplies(call: call, connection: connection)
        await daemon.runPlans(request.plan, except: request.obstacles ?? [], by: caller, owner: id) {
            replies.send($0, isLast: $1)
        }
        // If there is no plan at all, no step was the last reply.
        replies.send(PlanUpdate(plan: request.plan ?? "", state: .skipped, isRequired: false), isLast: true)
    }
}

/// The replies to one call, up to the one that is marked as the last.
private final class PlanReplies: Sendable {
    private let call: Call
    private let connection: ServerConnection
    private let isOver = Mutex(false)

    init(call: Call, connection: ServerConnection) {
        self.call = call
        self.connection = connection
    }

    func send(_ update: PlanUpdate, isLast: Bool) {
        isOver.withLock { isOver in
            guard !isOver else { return }
            isOver = isLast
            // If the caller is gone, the run ends by itself.
            try? connection.reply(to: call, update, continues: !isLast)
        }
    }
}
