// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct OnboardScreenTests {
    private let size = TerminalSize(width: 90, height: 24)

    private func screen() throws -> OnboardScreen {
        var screen = OnboardScreen()
        screen.receive([try Fixture.plug(), try Fixture.bulb()], isComplete: false)
        return screen
    }

    @Test func listsAccessoriesOfBothRadios() throws {
        var screen = try screen()
        screen.receive([try Fixture.sensor(), try Fixture.plug(.wpa2), try Fixture.bulb()], isComplete: true)
        try Expected.check(screen.lines(size), "onboard/choosing")
        _ = screen.receive(.down)
        try Expected.check(screen.lines(size, colours: true), "onboard/colours")
        try Expected.check(screen.lines(TerminalSize(width: 60, height: 6)), "onboard/narrow")
    }

    @Test func marksWhatWasReset() throws {
        var screen = try screen()
        var plug = try Fixture.plug()
        plug.wasReset = true
        screen.receive([plug, try Fixture.sensor()], isComplete: true)
        let lines = screen.lines(size)
        #expect(lines.count { $0.contains("hotspot, reset") } == 1)
        #expect(lines.contains { $0.contains("ShellyPlus") && $0.contains("hotspot, reset") })
    }

    @Test func showsApartWhatAnotherProgramAdds() throws {
        var screen = try screen()
        let others = [try Fixture.other("Desk Bulb", last: 1), try Fixture.other("\u{1B}[2JOutlet", last: 2)]
        screen.receive([try Fixture.plug()], others: others, isComplete: true)
        try Expected.check(screen.lines(TerminalSize(width: 80, height: 24)), "onboard/others")
        #expect(screen.receive(.character("3")) == nil)
        #expect(screen.receive(.enter) == .choose(try Fixture.plug()))
        // A low terminal keeps its rows for what a person can choose.
        for height in 1..<12 {
            let lines = screen.lines(TerminalSize(width: 80, height: height))
            #expect(lines.count <= height && lines.contains { $0.contains("ShellyPlus") } == (height > 6))
        }
        #expect(screen.lines(TerminalSize(width: 80, height: 10)).contains { $0.contains("(1 more)") })
    }

    @Test func hasTheAccessoryUnderTheCursorShowItself() throws {
        var screen = try screen()
        #expect(!screen.lines(size).contains { $0.contains("i has it show itself") })
        var bulb = try Fixture.bulb()
        bulb.identifies = true
        screen.receive([try Fixture.plug(), bulb], isComplete: true)
        #expect(screen.lines(size).last == "Arrows or a number choose, Enter adds it, i has it show itself, q cancels.")
        #expect(screen.receive(.character("i")) == nil)
        #expect(screen.lines(size).contains { $0.contains("ShellyPlusPlugS-C049EF8C480C' cannot show") })
        _ = screen.receive(.down)
        #expect(screen.receive(.character("i")) == .identify(bulb))
        screen.show(note: "'Kitchen bulb' shows itself now: look for a lamp that blinks.")
        #expect(screen.lines(size).contains { $0.hasPrefix("'Kitchen bulb' shows itself now") })
        screen.receive([try Fixture.plug()], isComplete: true)
        #expect(screen.receive(.character("i")) == nil)
        #expect(screen.lines(size).contains { $0.contains("is out of range") })
    }

    @Test func keepsTheNumbersWhileAccessoriesComeAndGo() throws {
        var screen = try screen()
        #expect(screen.receive(.character("2")) == nil)
        screen.receive([try Fixture.sensor(), try Fixture.bulb()], isComplete: true)
        try Expected.check(screen.lines(size), "onboard/gone")
        #expect(screen.receive(.enter) == .choose(try Fixture.bulb()))
        #expect(screen.receive(.character("1")) == nil)
        #expect(screen.receive(.enter) == nil)
        #expect(screen.lines(size).contains { $0.contains("is out of range") })
    }

    @Test func forgetsTheGoneWhenThereAreTooMany() throws {
        var screen = try screen()
        _ = screen.receive(.down)
        for last in UInt8(10)..<250 {
            screen.receive([try Fixture.bulb("\(last)", last: last)], isComplete: true)
        }
        let lines = screen.lines(TerminalSize(width: 90, height: 1000))
        #expect(lines.count < OnboardScreen.mostRows + 10)
        #expect(lines.contains { $0.hasPrefix(">") && $0.contains("Kitchen bulb") })
        #expect(lines.contains { $0.contains("  249 ") })
    }

    @Test func explainsAnEmptyList() {
        var screen = OnboardScreen()
        #expect(screen.lines(size).contains("Nothing was found yet."))
        screen.receive([], isComplete: true)
        #expect(screen.lines(size).contains { $0.contains("set-up mode") })
        #expect(screen.receive(.enter) == nil)
        #expect(screen.receive(.escape) == .quit)
    }

    @Test func escapesNamesFromTheAir() throws {
        var screen = OnboardScreen()
        screen.receive([try Fixture.bulb("\u{1B}[2Jlamp")], isComplete: true)
        #expect(!screen.lines(size).contains { $0.contains("\u{1B}") })
    }
}
