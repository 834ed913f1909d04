// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules

/// Performs the effects of one family's machine on the accessory's Bluetooth link, which lasts as long as this runs.
struct GATTHandOver: Sendable {
    /// A hand-over that takes longer ends, whatever its machine waits for.
    static let limit: Duration = .seconds(300)
    /// A request without an answer fails after this time (Core Specification, Vol 3 Part F 3.3.3).
    static let requestLimit: Duration = .seconds(30)
    /// The values that one characteristic may send; a camera's list of networks takes some 400.
    static let mostValues = 4096

    let bluetooth: any BluetoothRadio
    let clock: any Clock<Duration>
    let address: MACAddress
    /// The accessory's name, for people.
    let title: String
    let gate: HandOverGate
    /// Right before the network is handed over. If it throws, nothing is.
    let give: @Sendable () async throws(AccessoryError) -> Void
    let report: @Sendable (ProvisioningStep) -> Void

    private enum Activity: Hashable {
        case limit
        case link
        case request
        case wait
        case values(UInt16)
    }

    private typealias Send = Sender<Course.Event>
    private typealias Work = Runner<Course, Activity, Result<ProvisioningOutcome, AccessoryError>>

    /// The family's machine, and what ends it from outside.
    fileprivate struct Course: Machine {
        enum Event: Sendable {
            case of(ProvisioningEvent)
            case timeIsUp
            /// The link must not be, or the radio is away: the machine would take either for the accessory's doing.
            case failed(BluetoothFailure)
        }

        enum Effect {
            case of(ProvisioningEffect)
            case endInSilence
            case fail(BluetoothFailure)
        }

        var machine: any FamilyMachine
        var gate: HandOverGate

        mutating func receive(_ event: Event) -> [Effect] {
            switch event {
            case .of(let event): machine.receive(event).map { .of($0) }
            case .timeIsUp: [.endInSilence]
            case .failed(let failure):
                failure.reason == .unavailable && gate.isHandedOver ? [.endInSilence] : [.fail(failure)]
            }
        }
    }

    /// Throws if the device must not be connected with, or if `give` does.
    func run(_ machine: any FamilyMachine) async throws(AccessoryError) -> ProvisioningOutcome {
        // Its inbox stays small: a machine has one request and one wait at a time, and values are counted.
        let runner = Work(Course(machine: machine, gate: gate), clock: clock)
        runner.startTimer(.limit, Self.limit, then: .timeIsUp)
        runner.start(.link, holdLink)
        let result = await runner.run { effect in
            switch effect {
            case .of(let effect): await perform(effect, runner)
            case .endInSilence: runner.end(.success(runner.machine.gate.outcomeOfSilence))
            case .fail(let failure): runner.end(.failure(AccessoryError(failure, with: title)))
            }
        }
        return try result?.get() ?? runner.machine.gate.outcomeOfSilence
    }

    private func perform(_ effect: ProvisioningEffect, _ runner: Work) async {
        switch effect {
        case .read(let handle):
            runner.start(.request) { send in
                await ask(send) { .read(try await bluetooth.read(handle, of: address)) }
            }
        case .write(let handle, let value):
            runner.start(.request) { send in
                await ask(send) {
                    try await bluetooth.write(value, to: handle, of: address, withResponse: true)
                    return .written
                }
            }
        case .subscribe(let handle): runner.start(.values(handle)) { await subscribe(to: handle, $0) }
        case .wait(let time): runner.startTimer(.wait, time, then: .of(.due))
        case .report(let step): await report(step, runner)
        case .finish(let outcome): runner.end(.success(outcome))
        // A machine whose link is Bluetooth has no pages to ask for.
        case .request: runner.send.yield(.of(.notAnswered(.notConnected)))
        }
    }

    private func report(_ step: ProvisioningStep, _ runner: Work) async {
        if let end = runner.machine.gate.pass(step) { return runner.end(.success(end)) }
        if case .handingOver = step {
            do throws(AccessoryError) {
                try await give()
            } catch {
                return runner.end(.failure(error))
            }
        }
        report(step)
    }

    // MARK: The link

    private func holdLink(_ send: Send) async {
        do {
            var isUp = false
            for try await update in await bluetooth.link(to: address, LinkAttempt()) {
                guard case .connected = update, !isUp else { continue }
                isUp = true
                send.yield(.of(.connected(try await limited { try await bluetooth.services(of: address) })))
            }
        } catch let failure as BluetoothFailure where failure.reason == .uninvited {
            send.yield(.failed(failure))
        } catch let failure as BluetoothFailure where failure.reason == .unavailable {
            send.yield(.failed(failure))
        } catch {
            // Any other end of the link is the same for a machine.
        }
        send.yield(.of(.linkLost))
    }

    private func ask(_ send: Send, _ request: @escaping @Sendable () async throws -> ProvisioningEvent) async {
        do {
            send.yield(.of(try await limited(request)))
        } catch {
            send.yield(Course.Event(error))
        }
    }

    private func subscribe(to handle: UInt16, _ send: Send) async {
        let values: AsyncThrowingStream<GATTValues, any Error>
        do {
            values = try await limited { try await bluetooth.values(of: handle, from: address) }
        } catch {
            return _ = send.yield(Course.Event(error))
        }
        send.yield(.of(.subscribed))
        do {
            var count = 0
            for try await batch in values {
                for value in batch.take() {
                    count += 1
                    guard count <= Self.mostValues else { break }
                    send.yield(.of(.notified(handle, value)))
                }
                if count > Self.mostValues { break }
            }
        } catch {
            // Below.
        }
        // Without its values the machine would wait in vain, and a device that floods is none to go on with.
        send.yield(.of(.linkLost))
    }

    /// Throws `BluetoothFailure`, `timedOut` if no answer comes in time.
    private func limited<Answer: Sendable>(
        _ request: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            defer { group.cancelAll() }
            let clock = clock
            group.addTask { try await request() }
            group.addTask {
                try await clock.sleep(for: Self.requestLimit)
                throw BluetoothFailure(.timedOut, "no answer within \(Self.requestLimit)")
            }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}

extension GATTHandOver.Course.Event {
    /// The end of a request that failed.
    fileprivate init(_ error: any Error) {
        // This machine ended the request: the accessory did not answer.
        if let failure = error as? BluetoothFailure, [.unavailable, .uninvited].contains(failure.reason) {
            self = .failed(failure)
        } else {
            self = .of(ProvisioningEvent(error))
        }
    }
}

extension ProvisioningEvent {
    fileprivate init(_ error: any Error) {
        guard let failure = error as? BluetoothFailure else {
            self = .linkLost
            return
        }
        switch failure.reason {
        case .attribute:
            // Without a code: Unlikely Error.
            let code = failure.attributeCode ?? 0x0E
            // Insufficient Authentication, Insufficient Encryption Key Size, Insufficient Encryption.
            self = .attributeFailed([0x05, 0x0C, 0x0F].contains(code) ? .notPaired : .refused(code))
        case .notAuthenticated: self = .attributeFailed(.notPaired)
        case .refused: self = .attributeFailed(.refused(0x0E))
        // Invalid Handle.
        case .unsupported: self = .attributeFailed(.refused(0x01))
        case .timedOut: self = .attributeFailed(.timedOut)
        case .notReached, .notConnected, .unavailable, .uninvited, .staleBond, .tooSlow: self = .linkLost
        }
    }
}
