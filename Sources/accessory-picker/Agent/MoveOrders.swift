// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface

/// The orders of pages to move accessories to another home network. The agent goes on with one when this process ends.
struct MoveOrders: Sendable {
    let control: ControlClient
    let page: SharedPageState
    private let orders: AsyncStream<MoveAccessoriesRequest>
    private let send: AsyncStream<MoveAccessoriesRequest>.Continuation

    init(control: ControlClient, page: SharedPageState) {
        (self.control, self.page) = (control, page)
        (orders, send) = AsyncStream.makeStream()
    }

    /// Throws the agent's refusal. A dry run finds it, because the order itself ends much later.
    func order(_ request: MoveAccessoriesRequest) async throws {
        var question = request
        question.dryRun = true
        for try await _ in try control.stream(.moveAccessories, question) {}
        page.change { $0.networks.error = nil }
        send.yield(request)
    }

    /// Runs until its task is cancelled. It can run once.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await request in orders { group.addTask { await carryOut(request) } }
        }
    }

    /// The page shows how far each accessory is as the agent's list of networks has it.
    private func carryOut(_ request: MoveAccessoriesRequest) async {
        do {
            for try await _ in try control.stream(.moveAccessories, request) {}
        } catch let error as AccessoryError {
            page.change { $0.networks.error = error }
        } catch {
            // The agent is away, which the page says; it goes on by itself when it is back.
        }
    }
}
