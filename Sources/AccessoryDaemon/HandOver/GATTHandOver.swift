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
    /// The weakest protection with which the network may be handed over.
    let least: HandOverProtection
    /// Right before the network is handed over. If it throws, nothing is.
    let give: @Sendable () async throws(AccessoryError) -> Void
    let report: @Sendable (ProvisioningStep) -> Void

    private enum News: Sendable {
        case event(ProvisioningEvent)
        /// The wait with this number is over.
        case due(Int)
        case timeIsUp
        /// The link must not be.
        case refused(BluetoothFailure)
    }

    private enum Activity: Hashable {
        case limit
        case link
        case request
        case wait
        case values(UInt16)
    }

    private typealias Send = AsyncStream<News>.Continuation

    private struct Course {
        var machine: any FamilyMachine
        let send: Send
        var activities = Activities<Activity>()
        var lastWait = 0
        var isHandedOver = false
        /// A failure if the link must not be, or if nothing may be given.
        var result: Result<ProvisioningOutcome, AccessoryError>?
    }

    /// Throws if the device must not be connected with, or if `give` does.
    func run(_ machine: any FamilyMachine) async throws(AccessoryError) -> ProvisioningOutcome {
        // It stays small: a machine has one request and one wait at a time, and values are counted.
        let (news, send) = AsyncStream<News>.makeStream()
        let course = await withDiscardingTaskGroup(returning: Course.self) { group in
            var course = Course(machine: machine, send: send)
            let clock = clock
            course.activities.start(.limit, in: &group) {
                if (try? await clock.sleep(for: Self.limit)) != nil { send.yield(.timeIsUp) }
            }
            course.activities.start(.link, in: &group) { await holdLink(send) }
            for await item in news {
                await receive(item, &course, &group)
                if course.result != nil { break }
            }
            course.activities.stopAll()
            return course
        }
        return try course.result?.get() ?? Self.outcomeOfSilence(course)
    }

    private static func outcomeOfSilence(_ course: Course) -> ProvisioningOutcome {
        course.isHandedOver ? .unknown : .vanished
    }

    private func receive(_ news: News, _ course: inout Course, _ group: inout DiscardingTaskGroup) async {
        switch news {
        case .due(let number) where number != course.lastWait: break
        case .due: await receive(.due, &course, &group)
        case .event(let event): await receive(event, &course, &group)
        case .timeIsUp: course.result = .success(Self.outcomeOfSilence(course))
        case .refused(let failure): course.result = .failure(AccessoryError(failure, with: title))
        }
    }

    private func receive(
        _ event: ProvisioningEvent, _ course: inout Course, _ group: inout DiscardingTaskGroup
    ) async {
        for effect in course.machine.receive(event) where course.result == nil {
            await perform(effect, &course, &group)
        }
    }

    private func perform(
        _ effect: ProvisioningEffect, _ course: inout Course, _ group: inout DiscardingTaskGroup
    ) async {
        let send = course.send
        switch effect {
        case .read(let handle):
            course.activities.start(.request, in: &group) {
                await ask(send) { .read(try await bluetooth.read(handle, of: address)) }
            }
        case .write(let handle, let value):
            course.activities.start(.request, in: &group) {
                await ask(send) {
                    try await bluetooth.write(value, to: handle, of: address, withResponse: true)
                    return .written
                }
            }
        case .subscribe(let handle):
            course.activities.start(.values(handle), in: &group) { await subscribe(to: handle, send) }
        case .wait(let time):
            course.lastWait += 1
            let (number, clock) = (course.lastWait, clock)
            course.activities.start(.wait, in: &group) {
                if (try? await clock.sleep(for: time)) != nil { send.yield(.due(number)) }
            }
        case .report(let step):
            await report(step, &course)
        case .finish(let outcome):
            course.result = .success(outcome)
        case .request:
            // A machine whose link is Bluetooth has no pages to ask for.
            send.yield(.event(.notAnswered(.notConnected)))
        }
    }

    private func report(_ step: ProvisioningStep, _ course: inout Course) async {
        if case .handingOver(let protection) = step {
            guard protection >= least else {
                course.result = .success(.unprotected)
                return
            }
            do throws(AccessoryError) {
                try await give()
            } catch {
                course.result = .failure(error)
                return
            }
            course.isHandedOver = true
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
                send.yield(.event(.connected(try await limited { try await bluetooth.services(of: address) })))
            }
        } catch let failure as BluetoothFailure where failure.reason == .uninvited {
            send.yield(.refused(failure))
        } catch {
            // The end of the link is the same for a machine, whatever the reason.
        }
        send.yield(.event(.linkLost))
    }

    private func ask(_ send: Send, _ request: @escaping @Sendable () async throws -> ProvisioningEvent) async {
        do {
            send.yield(.event(try await limited(request)))
        } catch {
            send.yield(.event(ProvisioningEvent(error)))
        }
    }

    private func subscribe(to handle: UInt16, _ send: Send) async {
        let values: AsyncThrowingStream<GATTValues, any Error>
        do {
            values = try await limited { try await bluetooth.values(of: handle, from: address) }
        } catch {
            return _ = send.yield(.event(ProvisioningEvent(error)))
        }
        send.yield(.event(.subscribed))
        do {
            var count = 0
            for try await batch in values {
                for value in batch.take() {
                    count += 1
                    guard count <= Self.mostValues else { break }
                    send.yield(.event(.notified(handle, value)))
                }
                if count > Self.mostValues { break }
            }
        } catch {
            // Below.
        }
        // Without its values the machine would wait in vain, and a device that floods is none to go on with.
        send.yield(.event(.linkLost))
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

extension ProvisioningEvent {
    /// The end of a request that failed.
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
        case .refused, .uninvited: self = .attributeFailed(.refused(0x0E))
        // Invalid Handle.
        case .unsupported: self = .attributeFailed(.refused(0x01))
        case .timedOut: self = .attributeFailed(.timedOut)
        case .notReached, .notConnected, .unavailable, .staleBond, .tooSlow: self = .linkLost
        }
    }
}
