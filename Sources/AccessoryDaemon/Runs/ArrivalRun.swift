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
    /// The home network, if it is known.
    var network: SSID?
    /// The interfaces of this machine where it counts if it is seen; nil for all.
    var interfaces: Set<String>?
    /// Takes what may be the accessory, before it is certain.
    var report: @Sendable (ArrivalFinding) -> Void = { _ in }

    /// One look that reports what may be the accessory before it is certain.
    private struct Look: Machine {
        /// A flood of announcements is no news for anybody.
        static let mostReports = 8

        var arrival: Arrival
        private var reports: [ArrivalFinding] = []

        init(_ arrival: Arrival) { self.arrival = arrival }

        mutating func receive(_ event: Arrival.Event) -> [Arrival.Effect] {
            let effects = arrival.receive(event)
            guard reports.count < Self.mostReports, let finding = arrival.sighting, !reports.contains(finding) else {
                return effects
            }
            reports.append(finding)
            return effects + [.report(finding)]
        }
    }

    private enum Activity: Hashable {
        case sightings
        case timer
        case rest
        case check(String)
    }

    /// Events that wait for the machine. A flood beyond ends the sightings: a lost one may be a neighbour's.
    private static let mostWaiting = 4096

    func run() async -> ArrivalFinding {
        let look = Look(Arrival(expected, patience: daemon.settings.arrivalPatience))
        let runner = Runner<Look, Activity, ArrivalFinding>(
            look, inbox: Inbox(most: Self.mostWaiting), clock: daemon.clock)
        runner.send.yield(.began)
        let finding = await runner.run { effect in
            switch effect {
            case .startTimer(let time):
                runner.start(.sightings, follow)
                runner.startTimer(.timer, time, then: .due)
            case .rest(let time): runner.startTimer(.rest, time, then: .rested)
            case .check(let address, let interface):
                let family = expected.family
                runner.start(.check(address)) { send in
                    send.yield(await Self.check(address, interface, home: await home, family, for: daemon))
                }
            case .report(let finding): report(finding)
            case .finish(let finding): runner.end(finding)
            }
        }
        return finding ?? .notSeen(.init())
    }

    /// The radio that is on the home network. Nil if none is, as behind a cable.
    private var home: String? {
        get async {
            guard let network else { return nil }
            return await daemon.radios().adapters.first {
                if case .connected(_, network) = $0.activity { true } else { false }
            }?.interface
        }
    }

    private func follow(_ send: Sender<Arrival.Event>) async {
        for await sighting in await daemon.neighbourhood.sightings(NeighbourhoodRequest(types: expected.types)) {
            if let seenOn = sighting.interface, interfaces?.contains(seenOn) == false { continue }
            if !send.yield(.seen(sighting)) { return }
        }
    }
}

extension HomeSighting {
    /// Nil if it is of no interface alone.
    fileprivate var interface: String? {
        switch self {
        case .announced(let announcement): announcement.id.interface
        case .withdrawn(let id): id.interface
        case .neighbour(let neighbour): neighbour.interface
        case .neighbourGone, .neighboursAnew, .unavailable: nil
        }
    }
}

extension ArrivalRun {
    /// Has the program that may open IP sockets ask there, if it is a station of a network of this machine. Without that
    /// program, nothing answers.
    ///
    /// - Parameter interface: where it was seen.
    static func check(
        _ address: String, _ interface: String?, home: String? = nil, _ family: Family?, for daemon: Daemon
    ) async -> Arrival.Event {
        switch await daemon.neighbourhood.place(of: address, seenOn: interface, home: home) {
        case .taken: return .taken(address)
        case .elsewhere: return .checked(address, .silent)
        case .station(let way):
            do throws(AccessoryError) {
                let place = CheckOrder.Place(address: address, interface: way, family: family)
                let answer = try await ProvisionProgram(path: daemon.settings.provisionSocket).check(place)
                return .checked(address, answer)
            } catch {
                daemon.log.warning("no device of the home network can be asked who it is: \(error.message)")
                return .checked(address, .silent)
            }
        }
    }
}
