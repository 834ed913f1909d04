// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

@testable import AccessoryRules

struct SetupTableTests {
    private let paths: SetupPaths

    init() throws { paths = try SetupPaths() }

    /// The events that have an effect in each state. The machine ignores all others.
    private static let table: [SetupPaths.Place: [String]] = [
        .idle: ["start", "cancel", "picker ended", "caller gone"],
        .searching: heard + [
            "cannot look", "cannot listen", "due", "finish discovery", "cancel", "picker ended", "caller gone",
        ],
        .showing: heard + [
            "cannot look", "cannot listen", "due", "choice", "finish discovery", "cancel", "picker ended",
            "caller gone",
        ],
        .filtering: heard + [
            "cannot look", "cannot listen", "due", "approval", "finish discovery", "cancel", "picker ended",
            "caller gone",
        ],
        .approved: heard + [
            "cannot look", "cannot listen", "due", "choice", "approval", "finish discovery", "cancel", "picker ended",
            "caller gone",
        ],
        .discovered: ["choice", "approval", "cancel", "picker ended", "caller gone"],
        .joining: ["cancel", "picker ended", "caller gone", "joined", "join failed", "security changed"],
        .retrying: ["due", "cancel", "picker ended", "caller gone", "retry", "declined"],
        .doubting: ["due", "cancel", "picker ended", "caller gone", "consented", "declined"],
        .halted: ["due", "cancel", "picker ended", "caller gone", "consented", "declined"],
        .authorizing: [
            "due", "cancel", "picker ended", "caller gone", "join failed", "security changed", "finish authorization",
            "fail authorization",
        ],
        .naming: [
            "due", "cancel", "picker ended", "caller gone", "join failed", "security changed", "named", "declined",
        ],
        .granting: ["granted", "not granted"],
        .informing: ["due", "cancel", "picker ended", "caller gone", "consented", "declined"],
        .migrating: ["migrated", "not granted"],
        .nothingFound: ["due", "cancel", "picker ended", "caller gone"],
        .listening: heard + [
            "cannot look", "cannot listen", "due", "finish discovery", "cancel", "picker ended", "caller gone",
        ],
        .sighted: heard + [
            "cannot look", "cannot listen", "due", "choice of the device", "finish discovery", "cancel", "picker ended",
            "caller gone",
        ],
        .admitting: ["due", "cancel", "picker ended", "caller gone", "consented", "declined"],
        .pairing: pairing,
        .comparing: pairing,
        .repairing: ["due", "cancel", "picker ended", "caller gone", "consented", "declined"],
        .transportBridging: ["cancel", "picker ended", "caller gone", "transport bridged", "transport not bridged"],
        .reading: ["cancel", "picker ended", "caller gone", "read", "not read"],
        .locating: [
            "heard it", "heard nothing", "heard its network", "cannot look", "due", "cancel", "picker ended",
            "caller gone",
        ],
        .identifying: ["due", "cancel", "picker ended", "caller gone", "pointed out", "declined"],
        .recognizing: ["cancel", "picker ended", "caller gone", "recognized"],
        .awaiting: ["due", "cancel", "picker ended", "caller gone", "finish authorization", "fail authorization"],
        .finished: [],
    ]

    private static let heard = ["heard it", "heard nothing", "heard its network", "heard the device", "listened"]
    private static let pairing = [
        "due", "cancel", "picker ended", "caller gone", "pairing asks", "paired", "pairing failed", "passkey",
        "consented", "declined",
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

    @Test func isWhereThePathsLead() {
        func name(_ setup: Setup, at place: SetupPaths.Place) -> String {
            switch setup.state {
            case .idle: "idle"
            case .searching where setup.discovery.filters:
                setup.discovery.shown.isEmpty ? "filtering" : "approved"
            case .searching where setup.discovery.needsBluetooth:
                setup.discovery.candidates.isEmpty ? "listening" : "sighted"
            case .searching: setup.discovery.candidates.isEmpty ? "searching" : "showing"
            case .choosing: "discovered"
            case .asking(.inputDevice, _): "admitting"
            case .chosen(_, .pairing): place == .comparing ? "comparing" : "pairing"
            case .asking(.repairing, _): "repairing"
            case .chosen(_, .transportBridging): "transportBridging"
            case .chosen(_, .reading): "reading"
            case .chosen(_, .locating): "locating"
            case .asking(.network, _): "identifying"
            case .chosen(_, .recognizing): "recognizing"
            case .chosen(_, .joining): "joining"
            case .asking(.passphrase, _): "retrying"
            case .asking(.security, _): "doubting"
            case .halted: "halted"
            case .authorizing(let choice): choice.link == nil ? "awaiting" : "authorizing"
            case .asking(.name, _): "naming"
            case .granting: "granting"
            case .asking(.migration, _): "informing"
            case .asking(.pairing, _), .asking(.retry, _): "a state that cannot be"
            case .migrating: "migrating"
            case .nothingFound: "nothingFound"
            case .finished: "finished"
            }
        }
        for place in SetupPaths.Place.allCases { #expect(name(paths.setup(at: place), at: place) == place.rawValue) }
    }

    /// The properties that hold for all events in any order.
    @Test func settlesOnceWithItsEventsInOrderWhateverComes() {
        var random = Numbers(seed: 3)
        let any = paths.events.map(\.event)
        var ends: Set<String> = []
        for round in 0..<6000 {
            let place = SetupPaths.Place.allCases[round % SetupPaths.Place.allCases.count]
            var setup = paths.machine(for: place)
            var leadingOn = paths.events(to: place)[...]
            var heard: [Setup.Event] = []
            var effects: [Setup.Effect] = []
            for _ in 0..<40 {
                let isOnItsWay = Int.random(in: 0..<4, using: &random) > 0
                guard let event = (isOnItsWay ? leadingOn.popFirst() : nil) ?? any.randomElement(using: &random)
                else { continue }
                heard.append(event)
                effects += setup.receive(event)
            }
            #expect(faults(of: setup, effects) == [], "\(heard)")
            let events = emitted(effects).filter { $0 != .accessoryDiscovered }
            #expect(Self.isDocumented(events), "\(events) after \(heard)")
            ends.insert(events.map(\.rawValue).joined(separator: " "))
        }
        // As far as this test can check, and whatever else is in order.
        #expect(
            ends.isSuperset(of: [
                "", "pickerDidPresent", "pickerDidPresent pickerDidDismiss",
                "pickerDidPresent accessoryAdded pickerDidDismiss",
                "pickerDidPresent pickerSetupFailed pickerDidDismiss",
                "pickerDidPresent pickerSetupRename accessoryAdded pickerDidDismiss",
                "pickerDidPresent accessoryChanged pickerSetupRename",
                "pickerDidPresent accessoryChanged pickerSetupFailed pickerDidDismiss",
                "pickerDidPresent migrationComplete pickerDidDismiss",
                "pickerDidPresent pickerSetupPairing pickerSetupFailed pickerDidDismiss",
                "pickerDidPresent pickerSetupPairing pickerSetupBridging accessoryChanged",
                "pickerDidPresent pickerSetupPairing pickerSetupBridging pickerSetupFailed pickerDidDismiss",
            ]), "\(ends.sorted())")
    }

    /// With whatever is in sight, in whatever order; nobody is there to choose or to point out.
    @Test func joinsOnlyWhatTheBridgeCorrelatesWhereItMust() {
        var random = Numbers(seed: 2)
        var device = paths.device
        device.name = "GP24500456"
        var dual = paths.dual
        dual.passphrase = paths.typed
        let persons = ["choice", "choice of the device", "pointed out"]
        let any =
            paths.events.filter { !persons.contains($0.name) }.map(\.event) + [
                .heardDevices([device]), .listened,
            ]
        let bridge = Bridge()
        var joined = 0
        for _ in 0..<400 {
            let items = [paths.item, dual].shuffled(using: &random)
            var setup = Setup(
                items: items, interface: "wlan0", choice: .strongest, requiresBridge: true, bridge: bridge)
            var heard: [Setup.Event] = []
            for _ in 0..<40 {
                guard let event = heard.isEmpty ? .start : any.randomElement(using: &random) else { continue }
                heard.append(event)
                for case .join(let candidate, _, _) in setup.receive(event) {
                    joined += 1
                    let bridged = candidate.device.flatMap { setup.discovery.network(of: $0, for: candidate.item) }
                    #expect(bridged != nil && bridged == candidate.network, "\(heard)")
                }
            }
        }
        #expect(joined > 0)
    }

    /// Present first and dismissed last, in between each step once, in the order that the interface gives.
    private static func isDocumented(_ events: [EventType]) -> Bool {
        let steps: [EventType] = [
            .pickerDidPresent, .pickerSetupPairing, .pickerSetupBridging, .accessoryChanged, .pickerSetupRename,
            .accessoryAdded, .pickerSetupFailed, .migrationComplete, .pickerDidDismiss,
        ]
        let places = events.map { steps.firstIndex(of: $0) ?? -1 }
        let isOrdered = places.allSatisfy { $0 >= 0 } && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
        let isOneEnd = !(events.contains(.accessoryAdded) && events.contains(.pickerSetupFailed))
        let isFinished = !events.contains { [.accessoryAdded, .pickerSetupFailed].contains($0) }
        return isOrdered && isOneEnd && (events.first ?? .pickerDidPresent) == .pickerDidPresent
            && (isFinished || events.last == .pickerDidDismiss)
    }

    private func emitted(_ effects: [Setup.Effect]) -> [EventType] {
        effects.compactMap { effect in
            if case .emit(let event) = effect { event.type } else { nil }
        }
    }

    private func faults(of setup: Setup, _ effects: [Setup.Effect]) -> [String] {
        var faults: [String] = []
        var (joined, left, dismissed, paired, forgotten) = (0, 0, 0, 0, 0)
        var settlements: [Setup.Settlement] = []
        for effect in effects {
            if !settlements.isEmpty { faults.append("\(effect) after it was settled") }
            switch effect {
            case .join: joined += 1
            case .leave: left += 1
            case .dismiss: dismissed += 1
            case .settle(let settlement): settlements.append(settlement)
            case .look, .stopSearching, .startTimer, .stopTimer, .present, .show, .ask, .showNothingFound, .grant,
                .migrate, .emit, .listen, .report, .answerPairing, .stopPairing, .bridgeTransport, .exchange, .note,
                .recognize:
                break
            case .pair: paired += 1
            case .forget: forgotten += 1
            }
        }
        if settlements.count != (setup.state == .finished ? 1 : 0) {
            faults.append("settled \(settlements.count) times")
        }
        if dismissed != settlements.count { faults.append("dismissed \(dismissed) times") }
        if forgotten > paired { faults.append("paired \(paired), forgot \(forgotten) times") }
        if left > 1 || left > joined { faults.append("joined \(joined), left \(left) times") }
        return faults
    }
}
