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
        case add(OnboardRequest, attempt: Int)
        case stop
    }

    /// A page repeats its order in a third of this time. Pages that were closed, and phones that left, need not say so.
    static let lookPatience = Duration.seconds(30)

    let control: ControlClient
    let page: SharedPageState
    let clock: any Clock<Duration>
    private let orders: AsyncStream<Order>
    private let inbox: AsyncStream<Order>.Continuation

    init(control: ControlClient, page: SharedPageState, clock: any Clock<Duration>) {
        self.control = control
        self.page = page
        self.clock = clock
        (orders, inbox) = AsyncStream.makeStream()
    }

    func order(_ order: Order) { inbox.yield(order) }

    /// Runs until its task is cancelled. It can run once.
    func run() async {
        var (looking, alarm, adding): (Task<Void, Never>?, Task<Void, Never>?, Task<Void, Never>?)
        var query = NewAccessoryQuery()
        defer { for task in [looking, alarm, adding] { task?.cancel() } }
        for await order in orders {
            switch order {
            case .look:
                guard page.current.addition.mode == .choosing else { continue }
                alarm?.cancel()
                // Unstructured, as the two below: the next order ends it, and the end of this function.
                alarm = Task { [clock, inbox] in
                    if (try? await clock.sleep(for: Self.lookPatience)) != nil { inbox.yield(.stopLooking) }
                }
                // The agent may allow it by now, and reports that at the beginning of a look.
                if page.current.addition.refusal != nil {
                    looking?.cancel()
                    looking = nil
                }
                if looking == nil {
                    // Unstructured, see above.
                    looking = Task { [query] in await look(query) }
                }
            case .lookFor(let wanted):
                query = wanted
                guard looking != nil else { continue }
                looking?.cancel()
                // Unstructured, see above.
                looking = Task { [query] in await look(query) }
            case .stopLooking:
                looking?.cancel()
                looking = nil
                page.change { $0.addition.stoppedLooking() }
            case .add(let request, let attempt):
                looking?.cancel()
                looking = nil
                // Unstructured, see above.
                adding = Task { await add(request, attempt) }
            case .stop:
                adding?.cancel()
                adding = nil
            }
        }
    }

    /// Keeps the list current until the task is cancelled.
    private func look(_ query: NewAccessoryQuery) async {
        var backOff = BackOff()
        while !Task.isCancelled {
            do {
                for try await list in try control.stream(.findNewAccessories, query) {
                    backOff.succeeded()
                    change { $0.found(list) }
                }
            } catch {
                change { $0.failedToLook(Self.reason(error)) }
            }
            try? await clock.sleep(for: backOff.wait())
        }
    }

    /// A search that was cancelled a moment ago changes nothing any more.
    private func change(_ body: (inout Addition) -> Void) {
        page.change { if !Task.isCancelled, $0.addition.mode == .choosing { body(&$0.addition) } }
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

    private static func reason(_ error: any Error) -> AccessoryError {
        error as? AccessoryError ?? AccessoryError(.connectionFailed, AgentWatch.text(error))
    }
}
