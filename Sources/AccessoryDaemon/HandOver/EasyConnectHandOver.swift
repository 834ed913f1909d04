// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// Performs the effects of the two machines of Wi-Fi Easy Connect at a radio's configurator.
struct EasyConnectHandOver: Sendable {
    /// A hand-over that takes longer ends, whatever its machine waits for.
    static let limit: Duration = .seconds(300)

    struct End: Sendable {
        var result: Result<ProvisioningOutcome, AccessoryError>
        /// False if something may be left in wpa_supplicant.
        var isTidy: Bool
    }

    let radio: any EasyConnectRadio
    let clock: any Clock<Duration>
    let interface: String

    private enum News: Sendable {
        case message(EasyConnectMessage)
        /// Nothing more comes, for this reason.
        case lost(AccessoryError?)
        /// The wait with this number is over.
        case due(Int)
        case timeIsUp
    }

    private enum Activity: Hashable {
        case limit
        case link
        case wait
    }

    /// What is under way beside a machine.
    private struct Course {
        let send: AsyncStream<News>.Continuation
        let commands: AsyncStream<EasyConnectCommand>.Continuation
        var activities = Activities<Activity>()
        var lastWait = 0
        var fault: AccessoryError?
    }

    func run(
        _ machine: EasyConnectMachine, report: @Sendable (ProvisioningStep) -> Void
    ) async -> End {
        var machine = machine
        // A caller that goes away leaves the rest to the sweep.
        var end = End(result: .failure(AccessoryError(.invalidated, "the caller is gone")), isTidy: false)
        await converse { (news, course, group) in
            let effects =
                switch news {
                case nil: machine.receive(.began)
                case .message(let message)?: machine.receive(.message(message))
                case .due?: machine.receive(.due)
                case .lost?, .timeIsUp?: machine.receive(.lost)
                }
            for effect in effects {
                switch effect {
                case .send(let command): course.commands.yield(command)
                case .wait(let time): wait(time, &course, &group)
                case .report(let step): report(step)
                case .finish(let result, let isTidy):
                    let fault = course.fault
                    end = End(
                        result: result.mapError { fault ?? AccessoryError(.provisioningFailed, $0.description) },
                        isTidy: isTidy)
                    return true
                }
            }
            return false
        }
        return end
    }

    /// Whether nothing of these hand-overs is left.
    func run(_ sweep: EasyConnectSweep) async -> Bool {
        var sweep = sweep
        var result = false
        await converse { (news, course, group) in
            let effects =
                switch news {
                case nil: sweep.receive(.began)
                case .message(let message)?: sweep.receive(.message(message))
                case .due?: sweep.receive(.due)
                case .lost?, .timeIsUp?: sweep.receive(.lost)
                }
            for effect in effects {
                switch effect {
                case .send(let command): course.commands.yield(command)
                case .wait(let time): wait(time, &course, &group)
                case .finish(let isTidy):
                    result = isTidy
                    return true
                }
            }
            return false
        }
        return result
    }

    /// Feeds the body, first with nil, until it returns true.
    private func converse(
        _ body: (News?, inout Course, inout DiscardingTaskGroup) -> Bool
    ) async {
        let (news, send) = AsyncStream<News>.makeStream()
        let (commands, order) = AsyncStream<EasyConnectCommand>.makeStream()
        await withDiscardingTaskGroup { group in
            var course = Course(send: send, commands: order)
            let (radio, clock, interface) = (radio, clock, interface)
            course.activities.start(.limit, in: &group) {
                if (try? await clock.sleep(for: Self.limit)) != nil { send.yield(.timeIsUp) }
            }
            course.activities.start(.link, in: &group) {
                do {
                    for try await message in await radio.easyConnect(on: interface, commands) {
                        send.yield(.message(message))
                    }
                    send.yield(.lost(nil))
                } catch {
                    send.yield(.lost(error as? AccessoryError))
                }
            }
            if !body(nil, &course, &group) {
                for await item in news {
                    if case .due(let number) = item, number != course.lastWait { continue }
                    if case .lost(let fault) = item { course.fault = fault }
                    if body(item, &course, &group) { break }
                }
            }
            order.finish()
            course.activities.stopAll()
        }
    }

    private func wait(_ time: Duration, _ course: inout Course, _ group: inout DiscardingTaskGroup) {
        course.lastWait += 1
        let (number, clock, send) = (course.lastWait, clock, course.send)
        course.activities.start(.wait, in: &group) {
            if (try? await clock.sleep(for: time)) != nil { send.yield(.due(number)) }
        }
    }
}
