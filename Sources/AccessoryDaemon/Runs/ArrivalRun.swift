// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import Logging

/// Performs one `Arrival` machine's effects: it follows the home network's sightings, and has the program that may open IP
/// sockets ask there. It runs in the task that asked, and ends with it.
struct ArrivalRun: Sendable {
    let daemon: Daemon
    let expected: ExpectedIdentity
    /// Takes what may be the accessory, before it is certain.
    var report: @Sendable (ArrivalFinding) -> Void = { _ in }

    /// Reports of one look. A flood of announcements is no news for anybody.
    private static let mostReports = 8
    /// Events that wait for the machine. A flood beyond ends the sightings: a lost one may be a neighbour's.
    private static let mostWaiting = 4096

    private typealias Send = AsyncStream<Arrival.Event>.Continuation

    func run() async -> ArrivalFinding {
        let (events, send) = AsyncStream.makeStream(
            of: Arrival.Event.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        return await withTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            var machine = Arrival(expected, patience: daemon.settings.arrivalPatience)
            var reports: [ArrivalFinding] = []
            send.yield(.began)
            for await event in events {
                for effect in machine.receive(event) {
                    switch effect {
                    case .startTimer(let time):
                        group.addTask { await follow(send) }
                        wait(time, then: .due, send, &group)
                    case .rest(let time): wait(time, then: .rested, send, &group)
                    case .check(let address, let interface):
                        let family = expected.family
                        group.addTask { send.yield(.checked(address, await daemon.check(address, interface, family))) }
                    case .finish(let finding), .report(let finding): return finding
                    }
                }
                if reports.count < Self.mostReports, let finding = machine.sighting, !reports.contains(finding) {
                    reports.append(finding)
                    report(finding)
                }
            }
            return .notSeen(.init())
        }
    }

    private func wait(_ time: Duration, then event: Arrival.Event, _ send: Send, _ group: inout TaskGroup<Void>) {
        let clock = daemon.clock
        group.addTask {
            guard (try? await clock.sleep(for: time)) != nil else { return }
            await send.insist(on: event)
        }
    }

    private func follow(_ send: Send) async {
        for await sighting in await daemon.neighbourhood.sightings(NeighbourhoodRequest(types: expected.types)) {
            if case .dropped = send.yield(.seen(sighting)) { return }
        }
    }
}

extension Daemon {
    /// Has the program that may open IP sockets ask there, if it is a station of a network of this machine. Without that
    /// program, nothing answers.
    /// - Parameter interface: where it was seen.
    nonisolated func check(_ address: String, _ interface: String?, _ family: Family?) async -> CheckAnswer {
        guard let way = await neighbourhood.interface(to: address, seenOn: interface) else { return .silent }
        do throws(AccessoryError) {
            let place = CheckOrder.Place(address: address, interface: way, family: family)
            return try await ProvisionProgram(path: settings.provisionSocket).check(place)
        } catch {
            await logFailedCheck(error)
            return .silent
        }
    }

    private func logFailedCheck(_ error: AccessoryError) {
        log.warning("no device of the home network can be asked who it is: \(error.message)")
    }
}
