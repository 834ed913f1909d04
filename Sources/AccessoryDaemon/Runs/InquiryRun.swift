// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Performs one `Inquiry` machine's effects: a question to the person about an accessory that the app has.
struct InquiryRun: Sendable {
    let daemon: Daemon
    let app: Manifest
    let claimant: Claimant
    let caller: Caller
    /// The app's session, if it has one: the interview ends with it.
    let session: Sessions.ID?
    let question: PickerQuestion
    var renamesNetwork = false

    private enum Activity { case timer }

    func run() async throws(AccessoryError) -> Inquiry.Answer {
        let runner = Runner<Inquiry, Activity, Inquiry.Settlement>(Inquiry(), clock: daemon.clock)
        let screen = try await daemon.present(
            Presentation.Order(
                claimant: claimant, app: app, session: session, caller: caller, recipient: .inquiry(runner.send)))
        runner.send.yield(.start)
        // A cancelled task means that the caller is gone.
        let settlement = await runner.run(last: .callerGone) { effect in
            switch effect {
            case .ask:
                await daemon.withScreens { $0.ask(question, renamesNetwork: renamesNetwork, in: screen) }
            case .startTimer(let duration): runner.startTimer(.timer, duration, then: .due)
            case .stopTimer: runner.stop(.timer)
            case .dismiss(let error): await daemon.dismiss(error, screen)
            case .settle(let end): runner.end(end)
            }
        }
        switch settlement {
        case .answered(let answer)?: return answer
        case .failed(let error)?: throw error
        case nil: throw AccessoryError(.invalidated, "the caller is gone")
        }
    }
}
