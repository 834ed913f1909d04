// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Performs one `Inquiry` machine's effects: a question to the person about an accessory that the app has.
struct InquiryRun: Sendable {
    let daemon: Daemon
    let clock: any Clock<Duration>
    let app: Manifest
    let claimant: Claimant
    let caller: Caller
    /// The app's session, if it has one: the interview ends with it.
    let session: Session.ID?
    let question: PickerQuestion
    var renamesNetwork = false

    func run() async throws(AccessoryError) -> Inquiry.Answer {
        let (events, send) = AsyncStream<Inquiry.Event>.makeStream()
        let screen = try await daemon.present(
            for: claimant, app, session: session, caller: caller, recipient: .inquiry(send))
        let settlement = await withDiscardingTaskGroup(returning: Inquiry.Settlement.self) { group in
            var machine = Inquiry()
            var activities = Activities<Int>()
            var settlement: Inquiry.Settlement?
            func perform(_ effect: Inquiry.Effect, _ group: inout DiscardingTaskGroup) async {
                switch effect {
                case .ask: await daemon.ask(question, renamesNetwork: renamesNetwork, in: screen)
                case .startTimer(let duration):
                    let clock = clock
                    activities.start(0, in: &group) {
                        if (try? await clock.sleep(for: duration)) != nil { send.yield(.due) }
                    }
                case .stopTimer: activities.stop(0)
                case .dismiss(let error): await daemon.dismiss(error, screen)
                case .settle(let end): settlement = end
                }
            }
            send.yield(.start)
            for await event in events {
                for effect in machine.receive(event) { await perform(effect, &group) }
                if settlement != nil { break }
            }
            // The stream ends early when this task is cancelled, which means that the caller is gone.
            for effect in machine.receive(.callerGone) { await perform(effect, &group) }
            activities.stopAll()
            return settlement ?? .failed(AccessoryError(.invalidated, "the caller is gone"))
        }
        switch settlement {
        case .answered(let answer): return answer
        case .failed(let error): throw error
        }
    }
}
