// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct PickerScreenTests {
    private let size = TerminalSize(width: 80, height: 24)

    /// A screen that shows an open and a protected accessory.
    private func choosing() throws -> PickerScreen {
        var screen = PickerScreen()
        #expect(screen.receive(PickerUpdate(kind: .registered)) == [])
        let items = [
            try Fixture.item("a", "MyCam-1", signal: 88),
            try Fixture.item("b", "MyCam-2", signal: 42, last: 2, cuts: nil, needsPassphrase: true),
        ]
        #expect(screen.receive(Fixture.items(items)) == [])
        return screen
    }

    @Test func showsOneLineForEachItemAndWhatWillBeCut() throws {
        var screen = try choosing()
        try Expected.check(screen.lines(size), "picker/choosing")
        #expect(screen.receive(.down) == [])
        try Expected.check(screen.lines(size), "picker/second")
        try Expected.check(screen.lines(size, colours: true), "picker/colours")
    }

    @Test func showsWhatItDoesInEachState() throws {
        var screen = PickerScreen()
        var lines = screen.lines(size)
        _ = screen.receive(Fixture.items([]))
        lines += [""] + screen.lines(size)
        _ = screen.receive(Fixture.items([], isComplete: true))
        lines += [""] + screen.lines(size)
        _ = screen.receive(Fixture.items([try Fixture.item("b", "MyCam-2", signal: 42, needsPassphrase: true)]))
        _ = screen.receive(.enter)
        lines += [""] + screen.lines(size)
        for key in [Key.character("s"), .character("h"), .enter] { _ = screen.receive(key) }
        lines += [""] + screen.lines(size)
        for character in "secret42" { _ = screen.receive(.character(character)) }
        _ = screen.receive(.enter)
        lines += [""] + screen.lines(size)
        _ = screen.receive(
            PickerUpdate(kind: .progress, presentation: "1", lease: try Fixture.lease(.authenticating)))
        lines += [""] + screen.lines(size)
        try Expected.check(lines, "picker/states")
        #expect(!lines.joined().contains("secret"))
    }

    @Test func showsThatAnAccessoryOfAnotherAppIsShared() throws {
        var screen = PickerScreen()
        let items = [
            try Fixture.item("a", "MyCam-1", signal: 88),
            try Fixture.item("b", "MyCam-2", signal: 42, last: 2, needsPassphrase: true, isShared: true),
        ]
        _ = screen.receive(Fixture.items(items))
        var lines = screen.lines(size)
        _ = screen.receive(.down)
        lines += [""] + screen.lines(size)
        lines += [""] + screen.lines(TerminalSize(width: 44, height: 8))
        _ = screen.receive(.enter)
        lines += [""] + screen.lines(size)
        for character in "secret42" { _ = screen.receive(.character(character)) }
        _ = screen.receive(.enter)
        try Expected.check(lines, "picker/shared")
        #expect(
            screen.receive(PickerUpdate(kind: .dismissed, presentation: "1"))
                == [.printLine("Camera app: 'MyCam-2' is shared and joined")])
    }

    @Test func marksWhatTheAppHasAlready() throws {
        var screen = PickerScreen()
        let items = [
            try Fixture.item("a", "MyCam-1", signal: 88),
            try Fixture.item("b", "MyCam-2", signal: 42, last: 2, needsPassphrase: true, isOwn: true),
        ]
        _ = screen.receive(Fixture.items(items))
        _ = screen.receive(.down)
        var lines = screen.lines(size)
        _ = screen.receive(.enter)
        lines += [""] + screen.lines(size)
        try Expected.check(lines, "picker/own")
    }

    @Test func anAppsOwnAccessoryIsNotSharedWithItself() throws {
        let both = try Fixture.item("a", "MyCam-1", signal: 88, isShared: true, isOwn: true)
        #expect(both.standing == .own)
    }

    /// One with Wi-Fi alone, one with both radios, two with Bluetooth alone.
    private func twoRadios() throws -> PickerScreen {
        var screen = PickerScreen()
        let items = [
            try Fixture.item("a", "MyCam-1", signal: 88),
            try Fixture.item("b", "GP24501058", signal: 42, last: 2, bluetooth: "GoPro 1058", cuts: nil),
            try Fixture.device("c", "GoPro\u{1B}[31m 0456", signal: 61, last: 3),
            try Fixture.device("d", nil, signal: 12, last: 4, isGone: true),
        ]
        _ = screen.receive(Fixture.items(items, isComplete: true))
        return screen
    }

    @Test func showsWhatHasTwoRadiosAsOneAndWhatHasBluetoothAlone() throws {
        var screen = try twoRadios()
        var lines = screen.lines(size)
        for _ in 0..<3 {
            _ = screen.receive(.down)
            lines += [""] + screen.lines(size)
        }
        lines += [""] + screen.lines(TerminalSize(width: 44, height: 8))
        try Expected.check(lines, "picker/bluetooth")
        #expect(!lines.joined().contains("\u{1B}"))
    }

    @Test func showsHowFarItIsBeforeTheNetworkIsJoined() throws {
        var screen = try twoRadios()
        _ = screen.receive(.character("3"))
        #expect(screen.receive(.enter) == [.select(SelectRequest(presentation: "1", item: "c"))])
        var lines: [String] = []
        for step in SetupStep.allCases {
            _ = screen.receive(PickerUpdate(kind: .progress, presentation: "1", step: step))
            lines += screen.lines(size) + [""]
        }
        try Expected.check(lines, "picker/steps")
        _ = screen.receive(PickerUpdate(kind: .progress, presentation: "1", lease: try Fixture.lease(.joined)))
        #expect(
            screen.receive(PickerUpdate(kind: .dismissed, presentation: "1"))
                == [.printLine("Camera app: 'MyCam-1' is granted and joined")])
    }

    @Test func doesNotClaimJoinedOfWhatHasNoNetwork() throws {
        var screen = try twoRadios()
        _ = screen.receive(.character("3"))
        _ = screen.receive(.enter)
        _ = screen.receive(PickerUpdate(kind: .progress, presentation: "1", step: .pairing))
        #expect(
            screen.receive(PickerUpdate(kind: .dismissed, presentation: "1"))
                == [.printLine("Camera app: 'GoPro\u{1B}[31m 0456' is granted")])
    }

    @Test func staysWithinTheTerminal() throws {
        var screen = PickerScreen()
        let items = try (1...30).map {
            try Fixture.item("\($0)", "MyCam-\($0)", signal: 50, last: UInt8($0), isShared: $0 > 20)
        }
        _ = screen.receive(Fixture.items(items))
        _ = screen.receive(.end)
        for size in [TerminalSize(width: 30, height: 8), TerminalSize(width: 10, height: 3)] {
            let lines = screen.lines(size)
            #expect(lines.count <= size.height)
            #expect(lines.allSatisfy { $0.cells <= size.width })
        }
        #expect(screen.lines(TerminalSize(width: 40, height: 8)).contains { $0.hasPrefix("> 30") })
    }

    @Test func movesWithArrowsNumbersAndNotPastTheEnds() throws {
        var screen = try choosing()
        for (key, cursor) in [
            (Key.up, 0), (.down, 1), (.down, 1), (.home, 0), (.character("2"), 1), (.character("k"), 0),
            (.character("j"), 1), (.character("1"), 0), (.end, 1), (.other, 1),
        ] {
            #expect(screen.receive(key) == [])
            #expect(screen.cursor == cursor, "\(key)")
        }
        #expect(screen.receive(.character("7")) == [])
        #expect(screen.cursor == 1)
        #expect(screen.note == "there is no number 7")
    }

    private func choosing(of count: Int) throws -> PickerScreen {
        var screen = PickerScreen()
        let items = try (1...count).map { try Fixture.item("\($0)", "MyCam-\($0)", signal: 50) }
        _ = screen.receive(Fixture.items(items))
        return screen
    }

    @Test func takesNumbersOfSeveralDigits() throws {
        var screen = try choosing(of: 25)
        for (key, cursor) in [
            (Key.character("1"), 0), (.character("2"), 11), (.character("3"), 2), (.character("0"), 2),
            (.character("2"), 1), (.character("5"), 24), (.up, 23), (.character("5"), 4),
        ] {
            _ = screen.receive(key)
            #expect(screen.cursor == cursor, "\(key)")
        }
    }

    @Test func turnsPages() throws {
        var screen = try choosing(of: 25)
        for (keys, cursor) in [
            ("\u{1B}[6~", 10), ("\u{1B}[6~", 20), ("\u{1B}[6~", 24), ("\u{1B}[5~", 14), ("\u{1B}[1~", 0),
        ] {
            for key in Key.keys(of: keys.utf8) { _ = screen.receive(key) }
            #expect(screen.cursor == cursor)
        }
    }

    @Test func countsWhatIsAboveAndBelow() throws {
        var screen = try choosing(of: 25)
        _ = screen.receive(.end)
        _ = screen.receive(.pageUp)
        let lines = screen.lines(TerminalSize(width: 60, height: 13))
        #expect(lines.count == 13 && lines.contains { $0.hasPrefix("> 15") })
        #expect(lines.contains("  11 more above, 7 more below"), "\(lines)")
        #expect(try !choosing(of: 3).lines(size).contains { $0.contains("more below") })
    }

    @Test func choosesAnOpenAccessoryWithEnter() throws {
        var screen = try choosing()
        #expect(screen.receive(.enter) == [.select(SelectRequest(presentation: "1", item: "a"))])
        #expect(screen.receive(.enter) == [])
    }

    @Test func asksForAPassphraseUntilItIsOne() throws {
        var screen = try choosing()
        #expect(screen.receive(.character("2")) == [])
        #expect(screen.receive(.enter) == [])
        for key in [Key.character("s"), .enter] { #expect(screen.receive(key) == []) }
        #expect(screen.note?.hasPrefix("a passphrase has 8 to 63") == true)
        for character in "wrongsecret" { _ = screen.receive(.character(character)) }
        _ = screen.receive(.controlU)
        for character in "secret42x" { _ = screen.receive(.character(character)) }
        _ = screen.receive(.backspace)
        #expect(
            screen.receive(.enter)
                == [.select(SelectRequest(presentation: "1", item: "b", passphrase: "secret42"))])
    }

    @Test func goesBackFromThePassphraseToTheList() throws {
        var screen = try choosing()
        _ = screen.receive(.down)
        _ = screen.receive(.enter)
        #expect(screen.receive(.escape) == [])
        #expect(screen.mode == .choosing)
        #expect(screen.cursor == 1)
    }

    @Test func usesTheGivenPassphraseWithoutAsking() throws {
        var screen = PickerScreen(passphrase: try Passphrase("secret42"))
        _ = screen.receive(Fixture.items([try Fixture.item("b", "MyCam-2", signal: 42, needsPassphrase: true)]))
        #expect(
            screen.receive(.enter)
                == [.select(SelectRequest(presentation: "1", item: "b", passphrase: "secret42"))])
    }

    @Test(arguments: [Key.character("q"), .escape, .controlC, .endOfInput])
    func cancelsThePresentationAndQuitsOnlyWithoutOne(_ key: Key) throws {
        var screen = try choosing()
        #expect(screen.receive(key) == [.cancel(presentation: "1")])
        let error = AccessoryError(.userCancelled, "the person cancelled")
        #expect(
            screen.receive(PickerUpdate(kind: .dismissed, presentation: "1", error: error))
                == [.printLine("Camera app: UserCancelled: the person cancelled")])
        #expect(screen.receive(key) == [.quit])
    }

    @Test func cancelsWhileJoining() throws {
        var screen = try choosing()
        _ = screen.receive(.enter)
        #expect(screen.receive(.escape) == [.cancel(presentation: "1")])
    }

    @Test func printsHowToLeaveUnlessThisProcessHoldsTheNetwork() throws {
        let app = "org.example.camera"
        let done = PickerUpdate(kind: .dismissed, presentation: "1", app: app, finishInApp: false)
        let granted = "Camera app: 'MyCam-1' is granted and joined"
        for (own, text) in [(nil, granted + ". `accessoryctl hotspot leave --app \(app)` leaves it."), (app, granted)] {
            var screen = PickerScreen(app: own)
            _ = screen.receive(Fixture.items([try Fixture.item("a", "MyCam-1", signal: 88)]))
            _ = screen.receive(.enter)
            #expect(screen.receive(done) == [.printLine(text)])
        }
    }

    @Test func leavesTheErrorToTheProcessThatMadeTheRequest() throws {
        var screen = PickerScreen(app: "org.example.camera")
        _ = screen.receive(Fixture.items([try Fixture.item("a", "MyCam-1", signal: 88)]))
        let error = AccessoryError(.userCancelled, "the person cancelled")
        #expect(screen.receive(PickerUpdate(kind: .dismissed, presentation: "1", error: error)) == [])
        #expect(screen.mode == .waiting)
    }

    @Test func showsTheResultAndWaitsForTheNext() throws {
        var screen = try choosing()
        _ = screen.receive(.enter)
        #expect(
            screen.receive(PickerUpdate(kind: .dismissed, presentation: "1"))
                == [.printLine("Camera app: 'MyCam-1' is granted and joined")])
        #expect(screen.mode == .waiting)
    }

    @Test func goesBackToTheListWhenTheChoiceIsRefused() throws {
        var screen = try choosing()
        _ = screen.receive(.enter)
        _ = screen.refused(Failure(AccessoryError(.busy, "try later")))
        #expect(screen.mode == .choosing)
        #expect(screen.lines(size).contains("Busy: try later"))
    }

    @Test func keepsTheCursorOnItsItemWhileOthersComeAndGo() throws {
        var screen = try choosing()
        _ = screen.receive(.down)
        let third = try Fixture.item("c", "MyCam-3", signal: 99, last: 3)
        _ = screen.receive(Fixture.items([third]))
        #expect(screen.items.map(\.id) == ["a", "b", "c"] && screen.cursor == 1)
        _ = screen.receive(Fixture.items([], removed: ["a"], isComplete: true))
        #expect(screen.items.map(\.id) == ["b", "c"] && screen.cursor == 0)
        _ = screen.receive(Fixture.items([], removed: ["b", "c"]))
        #expect(screen.items == [] && screen.cursor == 0)
        #expect(screen.receive(.enter) == [])
    }

    @Test func keepsWhatIsGoneInItsPlaceAndDoesNotChooseIt() throws {
        var screen = PickerScreen()
        let near = try Fixture.item("a", "MyCam-1", signal: 88)
        let gone = try Fixture.item("b", "MyCam-2", signal: 42, last: 2, isGone: true)
        _ = screen.receive(Fixture.items([near, gone], isComplete: true))
        var lines = screen.lines(size) + [""] + screen.lines(size, colours: true)
        _ = screen.receive(.down)
        lines += [""] + screen.lines(size) + [""] + screen.lines(size, colours: true)
        #expect(screen.receive(.enter) == [])
        lines += [""] + screen.lines(size)
        try Expected.check(lines, "picker/gone")
        let back = try Fixture.item("b", "MyCam-2", signal: 42, last: 2)
        _ = screen.receive(Fixture.items([near, back], isComplete: true))
        #expect(screen.receive(.enter) == [.select(SelectRequest(presentation: "1", item: "b"))])
    }

    @Test func goesBackToTheListWhenWhatWasChosenWentAtThatMoment() throws {
        var screen = try choosing()
        _ = screen.receive(.enter)
        _ = screen.receive(Fixture.items(screen.items))
        #expect(screen.mode != .choosing)
        _ = screen.receive(Fixture.items([try Fixture.item("a", "MyCam-1", signal: 88, isGone: true)]))
        #expect(screen.mode == .choosing)
        #expect(screen.note == "'MyCam-1' is out of range; wait until it is back, or choose another")
        let lease = try Fixture.lease(.associating)
        _ = screen.receive(PickerUpdate(kind: .progress, presentation: "1", lease: lease))
        #expect(screen.mode == .working(text: lease.text))
    }

    @Test func choosesNothingThatWentWhileThePassphraseWasTyped() throws {
        var screen = try choosing()
        _ = screen.receive(.down)
        _ = screen.receive(.enter)
        let gone = try Fixture.item("b", "MyCam-2", signal: 42, last: 2, needsPassphrase: true, isGone: true)
        _ = screen.receive(Fixture.items([gone]))
        for character in "secret42" { _ = screen.receive(.character(character)) }
        #expect(screen.receive(.enter) == [])
        #expect(screen.mode == .choosing)
        #expect(screen.note == "'MyCam-2' is out of range; wait until it is back, or choose another")
    }

    @Test func countsTheAccessoriesThatHaveNoRoom() throws {
        var screen = PickerScreen()
        let items = try (1...30).map { try Fixture.item("\($0)", "MyCam-\($0)", signal: 50, last: UInt8($0)) }
        _ = screen.receive(Fixture.items(items, isComplete: true, notShown: 3))
        let lines = screen.lines(TerminalSize(width: 60, height: 10))
        try Expected.check(lines, "picker/not-shown")
        #expect(lines.count == 10)
    }

    private static let nothing = AccessoryError(
        .discoveryTimeout,
        """
        nothing that Camera app looks for was heard in 30 s; switch the accessory on, hold it near, and see that it is in \
        its set-up mode
        """)

    private static let nothingFound = PickerUpdate(
        kind: .nothingFound, presentation: "1", appName: "Camera app", error: nothing)

    @Test func showsTheWholeReasonWhyNothingWasFound() throws {
        var screen = try choosing()
        _ = screen.receive(Self.nothingFound)
        let narrow = screen.lines(TerminalSize(width: 30, height: 24))
        try Expected.check(screen.lines(size) + [""] + narrow, "picker/nothing-found")
        #expect(narrow.joined(separator: " ").contains(Self.nothing.message))
    }

    @Test(arguments: [Key.enter, .character("q"), .escape, .controlC])
    func showsThatNothingWasFoundUntilThePersonClosesIt(_ key: Key) throws {
        var screen = try choosing()
        _ = screen.receive(Self.nothingFound)
        #expect(screen.receive(.character("x")) == [])
        #expect(screen.receive(key) == [.cancel(presentation: "1")])
        let cancelled = AccessoryError(.userCancelled, "the person cancelled")
        #expect(
            screen.receive(PickerUpdate(kind: .dismissed, presentation: "1", error: cancelled))
                == [.printLine("Camera app: \(Self.nothing)")])
    }

    @Test func sendsThePersonOnToTheApp() throws {
        var screen = try choosing()
        _ = screen.receive(.enter)
        #expect(
            screen.receive(PickerUpdate(kind: .dismissed, presentation: "1", finishInApp: true))
                == [.printLine("Camera app: 'MyCam-1' is granted and joined. Continue in Camera app.")])
    }

    @Test func leavesOtherAppsPresentationsAlone() throws {
        var screen = PickerScreen(app: "org.example.camera")
        _ = screen.receive(Fixture.items([try Fixture.item("x", "Plug", signal: 50)], app: "org.example.plug"))
        #expect(screen.mode == .waiting)
        _ = screen.receive(Fixture.items([]))
        #expect(screen.mode == .choosing)
    }

    @Test(
        arguments: [
            ([0x1B], [Key.escape]),
            ([0x1B, 0x5B, 0x41], [.up]),
            ([0x1B, 0x4F, 0x42], [.down]),
            ([0x1B, 0x5B, 0x43, 0x1B, 0x5B, 0x44], [.right, .left]),
            ([0x1B, 0x5B, 0x31, 0x3B, 0x35, 0x41], [.up]),
            ([0x1B, 0x5B, 0x33, 0x7E], [.other]),
            (
                [0x61, 0x0D, 0x7F, 0x03, 0x04, 0x15],
                [.character("a"), .enter, .backspace, .controlC, .endOfInput, .controlU]
            ),
            ([0xC3, 0xA9, 0x31], [.character("é"), .character("1")]),
            ([0xFF, 0x31], [.other, .character("1")]),
            ([0x1B, 0x5B], [.other]),
        ] as [([UInt8], [Key])])
    func readsKeys(_ bytes: [UInt8], _ keys: [Key]) {
        #expect(Key.keys(of: bytes) == keys)
    }
}
