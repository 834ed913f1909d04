// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

/// The agent's questions during a presentation, as the terminal shows them and the keys answer them.
@Suite struct PickerQuestionTests {
    private let size = TerminalSize(width: 80, height: 24)

    private func screen(asking update: PickerUpdate) throws -> PickerScreen {
        var screen = PickerScreen()
        _ = screen.receive(Fixture.items([try Fixture.item("a", "MyCam-1", signal: 88)]))
        _ = screen.receive(.enter)
        #expect(screen.receive(update) == [])
        return screen
    }

    private func type(_ text: String, _ screen: inout PickerScreen) {
        for key in Key.keys(of: text.utf8) { #expect(screen.receive(key) == []) }
    }

    private func answer(_ accepted: Bool, _ text: String? = nil, to id: String = "7") -> [PickerScreen.Effect] {
        [.answer(AnswerRequest(presentation: "1", question: id, accepted: accepted, text: text))]
    }

    private static let items = [
        MigrationItem(name: "Kitchen camera", ssid: "MyCam-1"),
        MigrationItem(name: "Lamp", bluetoothAddress: "02:00:00:00:01:02"),
        MigrationItem(name: "Plug", ssid: "Plug-7", bluetoothAddress: "02:00:00:00:01:03"),
    ]

    private static let refusal = "'MyCam-1' refused the passphrase: the key did not fit"

    private func example(_ kind: PickerQuestion.Kind) throws -> PickerUpdate {
        switch kind {
        case .passphrase: Fixture.question(kind, text: "MyCam-1", error: Self.refusal)
        case .name: Fixture.question(kind, text: "Kitchen camera")
        case .migration: Fixture.question(kind, items: Self.items)
        case .authorization: Fixture.question(kind, text: "Bluetooth, by its service 180F")
        case .passkey, .repairing, .retry: Fixture.question(kind)
        case .inputDevice, .pairing: Fixture.question(kind, text: "GoPro 1058")
        case .security:
            Fixture.question(kind, text: "MyCam-1", change: SecurityChange(expected: .wpa2, seen: .open))
        case .network: Fixture.question(kind, text: "GoPro 1058", networks: try Fixture.networks())
        case .numericComparison, .displayPasskey: Fixture.question(kind, text: "041926")
        }
    }

    @Test func takesALabelForItsPassphrase() throws {
        var screen = try screen(asking: try example(.passphrase))
        type("WIFI:S:Other;T:WPA;P:other123;;", &screen)
        #expect(screen.receive(.enter) == [])
        #expect(screen.lines(size).contains { $0.contains("the label of another network") })
        type("WIFI:S:MyCam-1;T:WPA;P:camera-1;;", &screen)
        #expect(screen.receive(.enter) == answer(true, "camera-1"))
    }

    @Test(arguments: PickerQuestion.Kind.allCases) func showsEachQuestion(_ kind: PickerQuestion.Kind) throws {
        let screen = try screen(asking: try example(kind))
        try Expected.check(screen.lines(size), "question/\(kind.rawValue)")
    }

    @Test func saysANameOnlyOnceIfItIsTheOneHeard() throws {
        let screen = try screen(asking: Fixture.question(.inputDevice, text: "Kitchen camera"))
        #expect(screen.lines(size).contains("May 'Kitchen camera' be an input device of this machine?"))
    }

    @Test(arguments: PickerQuestion.Kind.allCases) func staysWithinTheTerminal(_ kind: PickerQuestion.Kind) throws {
        var screen = try screen(asking: try example(kind))
        for size in [TerminalSize(width: 30, height: 8), TerminalSize(width: 10, height: 3)] {
            for _ in 0..<2 {
                let lines = screen.lines(size)
                #expect(lines.count <= size.height)
                #expect(lines.allSatisfy { $0.cells <= size.width })
                _ = screen.receive(.character("x"))
            }
        }
    }

    @Test func asksAgainForThePassphraseAndShowsWhy() throws {
        var screen = try screen(asking: Fixture.question(.passphrase, error: Self.refusal))
        type("short", &screen)
        #expect(screen.receive(.enter) == [])
        var lines = screen.lines(size)
        type("secret42", &screen)
        #expect(screen.receive(.enter) == answer(true, "secret42"))
        lines += [""] + screen.lines(size)
        _ = screen.receive(PickerUpdate(kind: .progress, presentation: "1", lease: try Fixture.lease(.authenticating)))
        lines += [""] + screen.lines(size)
        _ = screen.receive(Fixture.question(.passphrase, "8", error: Self.refusal))
        lines += [""] + screen.lines(size)
        #expect(screen.receive(.escape) == answer(false, to: "8"))
        try Expected.check(lines, "question/passphrase-again")
        #expect(!lines.joined().contains("secret42"))
        let error = AccessoryError(.wrongPassphrase, Self.refusal)
        #expect(
            screen.receive(PickerUpdate(kind: .dismissed, presentation: "1", error: error))
                == [.printLine("Camera app: WrongPassphrase: \(Self.refusal)")])
    }

    @Test func takesANameOfAnyLanguage() throws {
        var screen = try screen(asking: Fixture.question(.name, text: "Kitchen camera"))
        for _ in "camera" { _ = screen.receive(.backspace) }
        type("caméra キッチン", &screen)
        var lines = screen.lines(size) + screen.lines(size, colours: true)
        _ = screen.receive(.controlU)
        #expect(screen.receive(.enter) == [])
        lines += screen.lines(size)
        try Expected.check(lines, "question/name-typed")
        type("q カメラ", &screen)
        #expect(screen.receive(.enter) == answer(true, "q カメラ"))
    }

    @Test func keepsTheSuggestedNameWithEsc() throws {
        var screen = try screen(asking: Fixture.question(.name, text: "Kitchen camera"))
        type("x", &screen)
        #expect(screen.receive(.escape) == answer(false))
    }

    @Test func asksAgainWhenTheAgentRefusesTheName() throws {
        var screen = try screen(asking: Fixture.question(.name, text: "Camera"))
        #expect(screen.receive(.enter) == answer(true, "Camera"))
        _ = screen.refused(Failure(AccessoryError(.invalidRequest, "a name is one line")))
        #expect(screen.lines(size).last == "InvalidRequest: a name is one line")
        type("2", &screen)
        #expect(screen.receive(.enter) == answer(true, "Camera2"))
    }

    @Test func beginsWithAMigrationWhereThereIsNothingToChoose() throws {
        var screen = PickerScreen(app: "org.example.camera")
        _ = screen.receive(Fixture.question(.migration, items: Self.items))
        #expect(screen.receive(.enter) == answer(true))
        #expect(screen.receive(PickerUpdate(kind: .dismissed, presentation: "1")) == [.printLine("Camera app: done")])
        #expect(screen.mode == .waiting)
    }

    @Test func leavesWhatAnotherAppIsAskedAlone() throws {
        var screen = PickerScreen(app: "org.example.plug")
        _ = screen.receive(Fixture.question(.migration, items: Self.items))
        #expect(screen.mode == .waiting)
    }

    @Test func showsTheListAfterAMigrationWhereThereIsMoreToChoose() throws {
        var screen = PickerScreen()
        _ = screen.receive(Fixture.question(.migration, items: Self.items))
        #expect(screen.receive(.character("n")) == answer(false))
        _ = screen.receive(Fixture.items([try Fixture.item("a", "MyCam-1", signal: 88)]))
        #expect(screen.mode == .choosing)
    }

    @Test func countsTheMigrationsThatHaveNoRoom() throws {
        let items = (1...20).map { MigrationItem(name: "Camera \($0)", ssid: "MyCam-\($0)") }
        let screen = try screen(asking: Fixture.question(.migration, items: items))
        try Expected.check(screen.lines(TerminalSize(width: 80, height: 10)), "question/migration-long")
    }

    @Test(arguments: [
        PickerQuestion.Kind.migration, .authorization, .security, .inputDevice, .pairing, .repairing,
        .numericComparison, .retry,
    ])
    func takesYesAndNo(_ kind: PickerQuestion.Kind) throws {
        let update = Fixture.question(kind, text: "041926", items: Self.items)
        for (key, accepted) in [
            (Key.character("y"), true), (.character("Y"), true), (.character("n"), false), (.character("N"), false),
            (.character("q"), false), (.escape, false),
        ] {
            var screen = try screen(asking: update)
            #expect(screen.receive(.character("x")) == [])
            #expect(screen.receive(key) == answer(accepted), "\(key)")
            #expect(screen.receive(key) != answer(accepted), "\(key)")
        }
    }

    @Test(arguments: [
        PickerQuestion.Kind.authorization, .security, .inputDevice, .pairing, .repairing, .numericComparison,
    ])
    func doesNotTakeEnterForYesWhereOneHasToLook(_ kind: PickerQuestion.Kind) throws {
        var screen = try screen(asking: Fixture.question(kind, text: "041926"))
        #expect(screen.receive(.enter) == [])
        #expect(screen.lines(size).last == "press y or n")
    }

    @Test func takesThePasskeysDigitsAndNothingElse() throws {
        var screen = try screen(asking: Fixture.question(.passkey))
        #expect(screen.receive(.enter) == [])
        #expect(screen.lines(size).last == "a passkey has 1 to 6 digits")
        type("0a419264", &screen)
        #expect(screen.lines(size).contains("Passkey: 041926|"))
        #expect(screen.receive(.enter) == answer(true, "041926"))
    }

    @Test func choosesANetworkOnlyOnceOneIsMarked() throws {
        let networks = try Fixture.networks()
        let update = Fixture.question(.network, networks: networks)
        var screen = try screen(asking: update)
        #expect(screen.receive(.enter) == [])
        #expect(screen.lines(size).last == "choose one with arrows or its number first")
        #expect(screen.receive(.down) == [])
        var lines = screen.lines(size) + [""] + screen.lines(size, colours: true)
        for key in [Key.end, .up, .character("9")] { #expect(screen.receive(key) == []) }
        lines += [""] + screen.lines(size)
        try Expected.check(lines, "question/network-marked")
        #expect(screen.receive(.enter) == answer(true, networks[2].bssid.description))
    }

    @Test(arguments: [Key.escape, .character("q")]) func givesUpRatherThanGuessANetwork(_ key: Key) throws {
        var screen = try screen(asking: Fixture.question(.network, networks: try Fixture.networks()))
        #expect(screen.receive(.down) == [])
        #expect(screen.receive(key) == answer(false))
    }

    @Test func keepsTheMarkedNetworkInSight() throws {
        let networks = try (1...40).map { try Fixture.network("MyCam-\($0)", UInt8($0), signal: 50) }
        var screen = try screen(asking: Fixture.question(.network, networks: networks))
        for key in [Key.end, .up] { #expect(screen.receive(key) == []) }
        let lines = screen.lines(TerminalSize(width: 80, height: 12))
        #expect(lines.count <= 12)
        #expect(lines.contains { $0.hasPrefix("> 39") })
    }

    @Test func hasNothingToTakeWhereThereIsNoNetwork() throws {
        var screen = try screen(asking: Fixture.question(.network))
        for key in [Key.down, .up, .end, .home, .enter, .character("1")] { #expect(screen.receive(key) == []) }
        _ = screen.lines(size, colours: true)
    }

    @Test(arguments: [
        PickerQuestion.Kind.inputDevice, .pairing, .repairing, .passkey, .numericComparison, .displayPasskey,
    ])
    func isOverWithItsPairing(_ kind: PickerQuestion.Kind) throws {
        var screen = try screen(asking: try example(kind))
        let asked = screen.mode
        _ = screen.receive(PickerUpdate(kind: .progress, presentation: "1", step: .pairing))
        #expect(screen.mode == asked, "the pairing itself goes on")
        _ = screen.receive(PickerUpdate(kind: .progress, presentation: "1", step: .readingNetwork))
        #expect(screen.mode == .working(text: "'MyCam-1': asking it over Bluetooth for its network"))
    }

    @Test func endsAShownPasskeyOnlyWithEscOrQ() throws {
        for key in [Key.escape, .character("q")] {
            var screen = try screen(asking: Fixture.question(.displayPasskey, text: "041926"))
            for key in [Key.enter, .character("y"), .character("1")] { #expect(screen.receive(key) == []) }
            #expect(screen.receive(key) == answer(false))
        }
    }

    @Test(arguments: PickerQuestion.Kind.allCases) func cancelsAllOfItWithControlC(_ kind: PickerQuestion.Kind) throws {
        var screen = try screen(asking: try example(kind))
        #expect(screen.receive(.controlC) == [.cancel(presentation: "1")])
    }

    @Test func standsUntilItIsAnsweredOrSomethingElseIsShown() throws {
        var screen = try screen(asking: Fixture.question(.name, text: "Camera"))
        type("x", &screen)
        _ = screen.receive(PickerUpdate(kind: .progress, presentation: "1", lease: try Fixture.lease(.addressing)))
        _ = screen.receive(Fixture.question(.name, text: "Camera"))
        #expect(screen.lines(size).contains("Name: Camerax|"))
        _ = screen.receive(Fixture.items([]))
        #expect(screen.mode == .choosing)
    }
}
