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

    private enum Activity {
        case limit
        case link
        case wait
    }

    /// One of the two machines, and why its link was lost.
    private struct Course<M: Machine>: Machine where M.Event == EasyConnectEvent {
        enum Event: Sendable {
            case of(EasyConnectEvent)
            /// Nothing more comes, for this reason.
            case lost(AccessoryError?)
        }

        var machine: M
        var fault: AccessoryError?

        init(_ machine: M) { self.machine = machine }

        mutating func receive(_ event: Event) -> [M.Effect] {
            switch event {
            case .of(let event): return machine.receive(event)
            case .lost(let fault):
                self.fault = fault
                return machine.receive(.lost)
            }
        }
    }

    func run(
        _ machine: EasyConnectMachine, report: @Sendable (ProvisioningStep) -> Void
    ) async -> End {
        let runner = Runner<Course<EasyConnectMachine>, Activity, End>(Course(machine), clock: clock)
        let commands = connect(runner)
        let end = await runner.run { effect in
            switch effect {
            case .send(let command): commands.yield(command)
            case .wait(let time): runner.startTimer(.wait, time, then: .of(.due))
            case .report(let step): report(step)
            case .finish(let result, let isTidy):
                commands.finish()
                let fault = runner.machine.fault
                runner.end(
                    End(
                        result: result.mapError { fault ?? AccessoryError(.provisioningFailed, $0.description) },
                        isTidy: isTidy))
            }
        }
        // A caller that goes away leaves the rest to the sweep.
        return end ?? End(result: .failure(AccessoryError(.invalidated, "the caller is gone")), isTidy: false)
    }

    /// Whether nothing of these hand-overs is left.
    func run(_ sweep: EasyConnectSweep) async -> Bool {
        let runner = Runner<Course<EasyConnectSweep>, Activity, Bool>(Course(sweep), clock: clock)
        let commands = connect(runner)
        return await runner.run { effect in
            switch effect {
            case .send(let command): commands.yield(command)
            case .wait(let time): runner.startTimer(.wait, time, then: .of(.due))
            case .finish(let isTidy):
                commands.finish()
                runner.end(isTidy)
            }
        } ?? false
    }

    /// Starts what both machines need, and returns the way to wpa_supplicant.
    private func connect<M, Outcome>(
        _ runner: Runner<Course<M>, Activity, Outcome>
    ) -> AsyncStream<EasyConnectCommand>.Continuation {
        let (radio, interface) = (radio, interface)
        let (commands, order) = AsyncStream<EasyConnectCommand>.makeStream()
        runner.startTimer(.limit, Self.limit, then: .lost(nil))
        runner.start(.link) { send in
            do {
                for try await message in await radio.easyConnect(on: interface, commands) {
                    send.yield(.of(.message(message)))
                }
                send.yield(.lost(nil))
            } catch {
                send.yield(.lost(error as? AccessoryError))
            }
        }
        runner.send.yield(.of(.began))
        return order
    }
}
