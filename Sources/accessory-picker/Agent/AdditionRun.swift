// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface

/// Performs what pages order for new accessories, one order after the other, and puts the result in the page's state.
///
/// An attempt goes on without a page: a reload, a second window or a phone that the join cuts off changes nothing about
/// it. It ends with an order, or with this process: the agent then leaves the accessory's hotspot.
struct AdditionRun: Sendable {
    enum Order: Sendable {
        /// A page shows the accessories in range.
        case look
        /// The look is for this accessory, too, from now on.
        case lookFor(NewAccessoryQuery)
        /// No page has shown them for a while.
        case stopLooking
        case found(NewAccessoryList)
        case cannotLook(AccessoryError)
        case add(OnboardRequest, attempt: Int)
        case stop
    }

    private enum Activity {
        case look
        case patience
        case attempt
    }

    /// Each order is performed as it comes.
    private struct Orders: Machine {
        mutating func receive(_ order: Order) -> [Order] { [order] }
    }

    private typealias Work = Runner<Orders, Activity, Never>

    /// A page repeats its order in a third of this time. Pages that were closed, and phones that left, need not say so.
    static let lookPatience = Duration.seconds(30)

    let control: ControlClient
    let page: SharedPageState
    let clock: any Clock<Duration>
    private let inbox = Inbox<Order>()

    func order(_ order: Order) { inbox.send.yield(order) }

    /// Runs until its task is cancelled. It can run once.
    func run() async {
        let runner = Work(Orders(), inbox: inbox, clock: clock)
        var query = NewAccessoryQuery()
        var isLooking = false
        _ = await runner.run { order in
            switch order {
            case .look:
                let addition = page.current.addition
                guard addition.mode == .choosing else { return }
                runner.startTimer(.patience, Self.lookPatience, then: .stopLooking)
                // The agent may allow it by now, and reports that at the beginning of a look.
                if !isLooking || addition.refusal != nil { startLook(query, runner) }
                isLooking = true
            case .lookFor(let wanted):
                query = wanted
                if isLooking { startLook(query, runner) }
            case .stopLooking:
                runner.stop(.look)
                isLooking = false
                page.change { $0.addition.stoppedLooking() }
            case .found(let list): change { $0.found(list) }
            case .cannotLook(let error): change { $0.failedToLook(error) }
            case .add(let request, let attempt):
                runner.stop(.look)
                isLooking = false
                runner.start(.attempt) { _ in await add(request, attempt) }
            case .stop: runner.stop(.attempt)
            }
        }
    }

    /// Keeps the list current until it is stopped.
    private func startLook(_ query: NewAccessoryQuery, _ runner: Work) {
        runner.start(.look) { send in
            var backOff = BackOff()
            while !Task.isCancelled {
                do {
                    for try await list in try control.stream(.findNewAccessories, query) {
                        backOff.succeeded()
                        send.yield(.found(list))
                    }
                } catch {
                    let reason = error as? AccessoryError
                    send.yield(.cannotLook(reason ?? AccessoryError(.connectionFailed, AgentWatch.text(error))))
                }
                try? await clock.sleep(for: backOff.wait())
            }
        }
    }

    private func change(_ body: (inout Addition) -> Void) {
        page.change { if $0.addition.mode == .choosing { body(&$0.addition) } }
    }

    private func add(_ request: OnboardRequest, _ attempt: Int) async {
        do {
            for try await progress in try control.stream(.onboard, request) {
                page.change { $0.addition.receive(progress, of: attempt) }
            }
            page.change { $0.addition.interrupted(attempt) }
        } catch let error as AccessoryError {
            page.change { $0.addition.failed(error, of: attempt) }
        } catch {
            page.change { $0.addition.interrupted(attempt) }
        }
    }
}
