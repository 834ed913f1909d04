// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct SetupTableTests {
    private let paths: SetupPaths

    init() throws { paths = try SetupPaths() }

    /// What does something, in each state; everything else is heard and ignored.
    private static let table: [SetupPaths.Place: [String]] = [
        .idle: ["start", "cannot look", "cancel", "caller gone"],
        .searching: ["heard it", "heard nothing", "cannot look", "due", "finish discovery", "cancel", "caller gone"],
        .showing: [
            "heard it", "heard nothing", "cannot look", "due", "choice", "finish discovery", "cancel", "caller gone",
        ],
        .filtering: [
            "heard it", "heard nothing", "cannot look", "due", "approval", "finish discovery", "cancel", "caller gone",
        ],
        .approved: [
            "heard it", "heard nothing", "cannot look", "due", "choice", "approval", "finish discovery", "cancel",
            "caller gone",
        ],
        .discovered: ["cannot look", "choice", "approval", "cancel", "caller gone"],
        .joining: ["cancel", "caller gone", "joined", "join failed"],
        .retrying: ["due", "cancel", "caller gone", "retry", "declined"],
        .authorizing: [
            "due", "cancel", "caller gone", "join failed", "finish authorization", "fail authorization",
        ],
        .naming: ["due", "cancel", "caller gone", "join failed", "named", "declined"],
        .granting: ["granted", "not granted"],
        .informing: ["due", "cancel", "caller gone", "consented", "declined"],
        .migrating: ["migrated", "not granted"],
        .nothingFound: ["due", "cancel", "caller gone"],
        .finished: [],
    ]

    @Test func doesSomethingForTheseEventsInTheseStatesAndNoOthers() {
        for place in SetupPaths.Place.allCases {
            let active = paths.events.filter { event in
                let before = paths.setup(at: place)
                var after = before
                return !after.receive(event.event).isEmpty || after != before
            }
            #expect(active.map(\.name) == Self.table[place], "\(place)")
        }
    }

    @Test func isWhereThePathsSay() {
        func name(_ setup: Setup) -> String {
            switch setup.state {
            case .idle: "idle"
            case .searching where setup.discovery.filters:
                setup.discovery.shown.isEmpty
                    ? "filtering" : setup == paths.setup(at: .discovered) ? "discovered" : "approved"
            case .searching: setup.discovery.candidates.isEmpty ? "searching" : "showing"
            case .joining: "joining"
            case .retrying: "retrying"
            case .authorizing: "authorizing"
            case .naming: "naming"
            case .granting: "granting"
            case .informing: "informing"
            case .migrating: "migrating"
            case .nothingFound: "nothingFound"
            case .finished: "finished"
            }
        }
        for place in SetupPaths.Place.allCases { #expect(name(paths.setup(at: place)) == place.rawValue) }
    }

    /// What must hold whatever comes in whatever order.
    @Test func settlesOnceWithItsEventsInOrderWhateverComes() {
        var random = Numbers(seed: 1)
        let leadingOn = SetupPaths.Place.allCases.flatMap { paths.events(to: $0) }
        let any = paths.events.map(\.event)
        var ends: Set<String> = []
        for round in 0..<6000 {
            var setup = paths.machine(for: SetupPaths.Place.allCases[round % SetupPaths.Place.allCases.count])
            var heard: [Setup.Event] = []
            var effects: [Setup.Effect] = []
            for _ in 0..<40 {
                guard let event = (Bool.random(using: &random) ? leadingOn : any).randomElement(using: &random)
                else { continue }
                heard.append(event)
                effects += setup.receive(event)
            }
            #expect(faults(of: setup, effects) == [], "\(heard)")
            ends.insert(
                emitted(effects).filter { $0 != .accessoryDiscovered }.map(\.rawValue).joined(separator: " "))
        }
        #expect(
            ends == [
                "", "pickerDidPresent", "pickerDidPresent pickerDidDismiss",
                "pickerDidPresent accessoryAdded pickerDidDismiss",
                "pickerDidPresent pickerSetupFailed pickerDidDismiss",
                "pickerDidPresent pickerSetupRename", "pickerDidPresent pickerSetupRename pickerDidDismiss",
                "pickerDidPresent pickerSetupRename accessoryAdded pickerDidDismiss",
                "pickerDidPresent pickerSetupRename pickerSetupFailed pickerDidDismiss",
                "pickerDidPresent accessoryChanged", "pickerDidPresent accessoryChanged pickerDidDismiss",
                "pickerDidPresent accessoryChanged pickerSetupFailed pickerDidDismiss",
                "pickerDidPresent accessoryChanged pickerSetupRename",
                "pickerDidPresent accessoryChanged pickerSetupRename pickerDidDismiss",
                "pickerDidPresent accessoryChanged pickerSetupRename accessoryAdded pickerDidDismiss",
                "pickerDidPresent accessoryChanged pickerSetupRename pickerSetupFailed pickerDidDismiss",
                "pickerDidPresent migrationComplete pickerDidDismiss",
            ])
    }

    private func emitted(_ effects: [Setup.Effect]) -> [EventType] {
        effects.compactMap { effect in
            if case .emit(let event) = effect { event.type } else { nil }
        }
    }

    private func faults(of setup: Setup, _ effects: [Setup.Effect]) -> [String] {
        var faults: [String] = []
        var (joined, left, dismissed) = (0, 0, 0)
        var settlements: [Setup.Settlement] = []
        for effect in effects {
            if !settlements.isEmpty { faults.append("\(effect) after it was settled") }
            switch effect {
            case .join: joined += 1
            case .leave: left += 1
            case .dismiss: dismissed += 1
            case .settle(let settlement): settlements.append(settlement)
            case .look, .stopLooking, .startTimer, .stopTimer, .present, .show, .ask, .tellNothingFound, .grant,
                .migrate, .emit:
                break
            }
        }
        if settlements.count != (setup.state == .finished ? 1 : 0) {
            faults.append("settled \(settlements.count) times")
        }
        if dismissed != settlements.count { faults.append("dismissed \(dismissed) times") }
        if left > 1 || left > joined { faults.append("joined \(joined), left \(left) times") }
        return faults
    }
}
