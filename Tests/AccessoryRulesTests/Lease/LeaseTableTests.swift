// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct LeaseTableTests {
    private let paths: LeasePaths

    init() throws { paths = try LeasePaths() }

    /// The events that have an effect in each state. The machine ignores all others.
    private static let table: [LeasePaths.Place: [String]] = [
        .idle: ["start", "leave"],
        .searching: ["heard it", "heard nothing anywhere", "look failed", "leave", "search due"],
        .protecting: ["protected", "unprotected", "leave", "join due"],
        .journalling: ["journalled", "unprotected", "leave"],
        .abandoning: ["protected", "unprotected"],
        .joining: joining,
        .joiningAgain: joining,
        .seeking: ["heard nothing anywhere", "look failed", "leave", "search due", "join due", "heartbeat due"],
        .joined: ["refused", "interrupted", "lost", "rejected", "leave", "heartbeat due"],
        .restoring: restoring,
        .waiting: [
            "heard the uplink", "heard nothing anywhere", "look failed", "may return", "yield", "search due",
            "heartbeat due", "retry due",
        ],
        .outOfSight: [
            "heard the uplink", "heard nothing anywhere", "may return", "yield", "search due", "heartbeat due",
            "retry due",
        ],
        .restoringOnceMore: restoring,
        .owed: [
            "heard the uplink", "heard nothing anywhere", "look failed", "may return", "yield", "search due",
            "heartbeat due", "retry due",
        ],
        .yielding: ["released"],
        .releasing: ["released"],
        .left: [],
        .stranded: [],
        .adding: ["leave", "station added", "no station"],
        .withdrawing: ["station added", "no station"],
        .protectingBeside: ["protected", "unprotected", "leave", "join due"],
        .joiningBeside: joining,
        .retreating: ["leave", "released"],
        .joinedBeside: ["refused", "interrupted", "lost", "rejected", "leave", "heartbeat due", "uplink away"],
        .uplinkAway: [
            "refused", "interrupted", "lost", "rejected", "leave", "heartbeat due", "uplink back", "uplink due",
        ],
    ]

    private static let restoring = ["restored", "not restored", "may return", "yield", "heartbeat due"]
    private static let joining = [
        "associating", "authenticating", "addressing", "joined", "refused", "interrupted", "lost", "rejected", "leave",
        "join due", "heartbeat due",
    ]

    @Test func doesSomethingForTheseEventsInTheseStatesAndNoOthers() throws {
        for place in LeasePaths.Place.allCases {
            let active = paths.events.filter { event in
                let before = paths.join(at: place)
                var after = before
                return !after.receive(event.event).isEmpty || after != before
            }
            #expect(active.map(\.name) == Self.table[place], "\(place)")
        }
    }

    @Test func isWhereThePathsLead() throws {
        func name(_ lease: Lease) -> String {
            let isBeside = lease.station != nil
            return switch lease.state {
            case .adding: "adding"
            case .withdrawing: "withdrawing"
            case .retreating: "retreating"
            case .protecting where isBeside: "protectingBeside"
            case .joining where isBeside: "joiningBeside"
            case .joined where lease.isUplinkAway: "uplinkAway"
            case .joined where isBeside: "joinedBeside"
            case .idle: "idle"
            case .searching: "searching"
            case .protecting: "protecting"
            case .journalling: "journalling"
            case .abandoning: "abandoning"
            case .joining(_, _, attempt: 1): "joining"
            case .joining: "joiningAgain"
            case .seeking: "seeking"
            case .fencing: "fencing"
            case .joined: "joined"
            case .restoring(_, _, attempt: 1): "restoring"
            case .restoring: "restoringOnceMore"
            case .waiting(_, _, attempt: 1, isOutOfSight: false): "waiting"
            case .waiting(_, _, _, isOutOfSight: true): "outOfSight"
            case .waiting: "owed"
            case .yielding: "yielding"
            case .releasing: "releasing"
            case .finished(.left): "left"
            case .finished(.stranded): "stranded"
            }
        }
        for place in LeasePaths.Place.allCases { #expect(name(paths.join(at: place)) == place.rawValue) }
    }

    /// The properties that hold for all events in any order.
    @Test func keepsItsPromisesWhateverComes() throws {
        var random = Numbers(seed: 1)
        let leadingOn = LeasePaths.Place.allCases.flatMap { paths.events(to: $0) }
        let any = paths.events.map(\.event)
        var outcomes: [Lease.Outcome] = []
        for _ in 0..<2000 {
            var walk = Walk(join: Lease(Bool.random(using: &random) ? paths.target : paths.besideTarget))
            for _ in 0..<60 {
                // Every second event is of the kind that leads on, so that the walk comes far.
                guard let event = (Bool.random(using: &random) ? leadingOn : any).randomElement(using: &random)
                else { continue }
                walk.take(event)
            }
            #expect(walk.faults == [], "\(walk.events)")
            outcomes += walk.outcomes
        }
        #expect(outcomes.contains(.left(nil)))
        #expect(outcomes.contains(.left(failure(.interrupted))))
        // Six attempts in a row fail, and then somebody wants the radio: no walk by chance comes so far.
        var walk = Walk(join: Lease(paths.target))
        for event in paths.events(to: .stranded) { walk.take(event) }
        #expect(walk.faults == [] && walk.outcomes == [.stranded(failure(.timedOut))])
    }

    private struct Walk {
        var join: Lease
        var events: [Lease.Event] = []
        var faults: [String] = []
        var outcomes: [Lease.Outcome] = []
        private var journalled = false
        private var cut = false
        private var forgotten = false
        private var hasStation = false

        init(join: Lease) { self.join = join }

        mutating func take(_ event: Lease.Event) {
            events.append(event)
            let wasOver = !outcomes.isEmpty
            let effects = join.receive(event)
            if wasOver, !effects.isEmpty { faults.append("something is done after the end") }
            if effects.contains(where: isJoin), effects.contains(where: isJournal) {
                faults.append("joins before the journal has answered")
            }
            for effect in effects { check(effect) }
            if case .finished = join.state, outcomes.isEmpty { faults.append("ends without an outcome") }
        }

        private mutating func check(_ effect: Lease.Effect) {
            // A second station's promise is forgotten before the radio's own is made.
            if isJournal(effect) { (journalled, forgotten) = (true, false) }
            if isJoin(effect) {
                cut = true
                if !journalled { faults.append("joins without a journal entry") }
            }
            switch effect {
            case .addStation:
                hasStation = true
            case .removeStation:
                if !hasStation { faults.append("removes a station that it does not have") }
                hasStation = false
            case .forget:
                if forgotten { faults.append("forgets twice") }
                forgotten = true
            case .report(.cuts): hasStation = false
            case .report(.finished(let outcome)):
                if hasStation, join.station != nil { faults.append("leaves a station behind") }
                outcomes.append(outcome)
                if outcomes.count > 1 { faults.append("ends twice") }
                switch outcome {
                case .left: if journalled, !forgotten { faults.append("leaves a journal entry behind") }
                case .stranded: if !cut || forgotten { faults.append("forgets an uplink that is not back") }
                }
            case .look, .stopLooking, .protect, .journal, .join, .stopJoining, .fence, .openFence, .extend, .restore,
                .release, .start, .stop, .report:
                break
            }
        }

        private func isJoin(_ effect: Lease.Effect) -> Bool {
            if case .join = effect { true } else { false }
        }

        private func isJournal(_ effect: Lease.Effect) -> Bool {
            if case .journal = effect { true } else { false }
        }
    }
}
