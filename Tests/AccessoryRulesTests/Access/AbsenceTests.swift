// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import Testing

/// Manifests that are missing, look by look.
struct AbsenceTests {
    private let grace = Absences.grace

    private func judge(
        _ absences: inout Absences, gone: Set<String> = ["a"], masked: Set<String> = [], boot: String = "b1",
        at uptime: Duration
    ) -> Absences.Verdict {
        absences.judge(gone: gone, masked: masked, boot: boot, uptime: uptime)
    }

    @Test func anAppIsMissingForAGraceBeforeItIsRemoved() {
        var absences = Absences()
        #expect(judge(&absences, at: .seconds(5)).missed.map(\.app) == ["a"])
        #expect(absences.isMissing("a") && !absences.isMissing("b"))
        #expect(absences.next(at: .seconds(6)) == grace - .seconds(1))
        #expect(judge(&absences, at: .seconds(4) + grace) == Absences.Verdict())
        #expect(judge(&absences, at: .seconds(5) + grace).removed == ["a"])
        #expect(!absences.isMissing("a") && absences.next(at: .zero) == nil)
    }

    @Test func aManifestThatReturnsEndsIt() {
        var absences = Absences()
        _ = judge(&absences, at: .zero)
        #expect(judge(&absences, gone: [], at: .seconds(3)).returned == ["a"])
        #expect(!absences.isMissing("a"))
        // The next time begins anew.
        #expect(judge(&absences, at: grace).missed.map(\.app) == ["a"])
        #expect(judge(&absences, at: grace + .seconds(1)).removed.isEmpty)
    }

    @Test func theGraceGoesOnInTheSameBootAndBeginsAnewInAnother() {
        let missed = Absences.Absence(app: "a", boot: "b1", since: .seconds(100))
        var absences = Absences([missed])
        #expect(judge(&absences, at: .seconds(100) + grace).removed == ["a"])
        absences = Absences([missed])
        #expect(judge(&absences, boot: "b2", at: .seconds(3)).missed.map(\.since) == [.seconds(3)])
        #expect(absences.next(at: .seconds(3)) == grace)
    }

    @Test func aMaskRemovesAtOnce() {
        var absences = Absences()
        #expect(judge(&absences, masked: ["a"], at: .zero).removed == ["a"])
        _ = judge(&absences, at: .zero)
        #expect(judge(&absences, masked: ["a"], at: .seconds(1)).removed == ["a"])
        #expect(!absences.isMissing("a"))
    }
}
