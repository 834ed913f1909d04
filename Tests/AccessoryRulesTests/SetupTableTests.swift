// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct SetupTableTests {
    private let paths: SetupPaths

    init() throws { paths = try SetupPaths() }

    /// What does something, in each state; everything else is heard and ignored.
    private static let table: [SetupPaths.Place: [String]] = [
        .idle: ["start", "cancel", "caller gone"],
        .searching: ["heard it", "heard nothing", "look failed", "due", "finish discovery", "cancel", "caller gone"],
        .showing: [
            "heard it", "heard nothing", "look failed", "due", "choice", "finish discovery", "cancel", "caller gone",
        ],
        .filtering: [
            "heard it", "heard nothing", "look failed", "due", "approval", "finish discovery", "cancel", "caller gone",
        ],
        .approved: [
            "heard it", "heard nothing", "look failed", "due", "choice", "approval", "finish discovery", "cancel",
            "caller gone",
        ],
        .discovered: ["look failed", "choice", "approval", "cancel", "caller gone"],
        .joining: ["cancel", "caller gone", "joined", "join failed"],
        .granting: ["granted", "not granted"],
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
            case .searching where setup.filters:
                setup.shown.isEmpty ? "filtering" : setup == paths.setup(at: .discovered) ? "discovered" : "approved"
            case .searching: setup.candidates.isEmpty ? "searching" : "showing"
            case .joining: "joining"
            case .granting: "granting"
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
        for _ in 0..<3000 {
            var setup = Setup(items: [paths.item], interface: "wlan0", filters: Bool.random(using: &random))
            var heard: [Setup.Event] = []
            var effects: [Setup.Effect] = []
            for _ in 0..<25 {
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
            case .look, .stopLooking, .startTimer, .stopTimer, .present, .show, .grant, .emit: break
            }
        }
        if settlements.count != (setup.state == .finished ? 1 : 0) {
            faults.append("settled \(settlements.count) times")
        }
        if dismissed != settlements.count { faults.append("dismissed \(dismissed) times") }
        if left > joined || joined > 1 { faults.append("joined \(joined), left \(left) times") }
        return faults
    }
}
