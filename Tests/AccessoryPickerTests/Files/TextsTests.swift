// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessory_picker

@Suite struct TextsTests {
    private func placeholders(_ text: String) -> Set<Substring> { Set(text.matches(of: /\{(\w+)\}/).map(\.1)) }

    @Test func everyLanguageHasEveryText() throws {
        let all = try Texts.all()
        let first = try #require(all.first)
        #expect(all.count > 1)
        for other in all {
            #expect(Set(other.texts.keys) == Set(first.texts.keys), "\(other.language)")
            for (key, text) in other.texts {
                #expect(!text.isEmpty, "\(other.language) \(key)")
                // A language may leave the app's name out of a sentence, and nothing else.
                let (here, there) = (placeholders(text), placeholders(first.texts[key] ?? ""))
                #expect(here.subtracting(["app"]) == there.subtracting(["app"]), "\(other.language) \(key)")
            }
        }
    }

    @Test func everyTextOfThePageIsThere() throws {
        let texts = try #require(try Texts.all().first).texts
        for file in PageFile.allCases {
            let source = String(decoding: file.bytes, as: UTF8.self)
            for match in source.matches(of: /\bt\("([\w.]+)"/) { #expect(texts[String(match.1)] != nil, "\(match.1)") }
            let values: Set<Substring> = ["language", "picker", "host"]
            for match in source.matches(of: /\{\{([\w.]+)\}\}/) where !values.contains(match.1) {
                #expect(texts[String(match.1)] != nil, "\(match.1)")
            }
        }
    }

    @Test func everyMessageOfTheAgentHasAText() throws {
        for language in try Texts.all() { check(language.texts, language.language) }
    }

    private func check(_ texts: [String: String], _ language: String) {
        for code in AccessoryError.Code.allCases {
            for part in ["error", "reason"] { #expect(texts["\(part).\(code.rawValue)"] != nil, "\(language) \(code)") }
        }
        for kind in FailureReason.Kind.allCases {
            #expect(texts["reason.\(kind.rawValue)"] != nil, "\(language) \(kind)")
        }
        for security in Security.allCases { #expect(texts["security.\(security.rawValue)"] != nil, "\(security)") }
        for kind in PickerQuestion.Kind.allCases {
            for part in ["", ".text", ".yes", ".no"] { #expect(texts["ask.\(kind.rawValue)\(part)"] != nil, "\(kind)") }
        }
        for step in LeaseUpdate.State.allCases { #expect(texts["step.\(step.rawValue)"] != nil, "\(step)") }
        for step in OnboardProgress.Step.allCases where step != .ended {
            #expect(texts["adding.\(step.rawValue)"] != nil, "\(step)")
        }
        for outcome in OnboardOutcome.allCases {
            for part in ["", ".text"] { #expect(texts["added.\(outcome.rawValue)\(part)"] != nil, "\(outcome)") }
        }
        for reason in Namesake.Reason.allCases { #expect(texts["namesake.\(reason.rawValue)"] != nil, "\(reason)") }
        for step in SetupStep.allCases { #expect(texts["step.\(step.rawValue)"] != nil, "\(step)") }
    }

    static let wishes: [(String?, String)] = [
        (nil, "en"), ("", "en"), ("de", "de"), ("de-AT,de;q=0.9,en;q=0.8", "de"), ("fr, de;q=0.5, en;q=0.7", "en"),
        ("fr", "en"), ("en;q=0, de;q=0.1", "de"), ("DE", "de"), ("*", "en"), (";;,q=,", "en"),
    ]

    @Test(arguments: wishes) func speaksTheBrowsersLanguage(header: String?, language: String) throws {
        #expect(Texts.preferred(header, of: try Texts.all())?.language == language)
    }

    @Test func noTextHasADevelopersWordForThePage() throws {
        for language in try Texts.all() {
            for (key, text) in language.texts {
                let rest = text.replacing("accessory-picker", with: "")
                #expect(!rest.lowercased().contains("picker"), "\(language.language) \(key)")
            }
        }
    }

    @Test func aKindOfPickerHasTextsOfItsOwn() throws {
        let texts = try Texts("xx", Array(#"{"a": "plain", "a.hub": "of a hub"}"#.utf8))
        let template = Array("{{a}} {{picker}} {{host}}".utf8)
        #expect(texts.filled(template, for: .hub, host: "<hall>") == Array("of a hub hub &lt;hall&gt;".utf8))
        #expect(texts.filled(template, for: .desktop) == Array("plain desktop ".utf8))
    }

    @Test(arguments: [PickerKind.terminal, .desktop])
    func nobodyWithoutAHubReadsOfOneAtTheDoor(kind: PickerKind) throws {
        for language in try Texts.all() {
            for file in [PageFile.open, .locked] {
                let page = String(decoding: language.filled(file.bytes, for: kind), as: UTF8.self)
                let shown = page.replacing(/<div id="storage".*<\/div>/, with: "")
                #expect(!shown.lowercased().contains("hub"), "\(language.language) \(file)")
            }
        }
    }

    @Test func aPageIsFilledWithoutMakingMarkupOfTexts() throws {
        let json = Array(#"{"a": "<b> & \"c\""}"#.utf8)
        let texts = try Texts("xx", json)
        let filled = texts.filled(Array("<p lang={{language}}>{{a}}</p>{{".utf8))
        #expect(String(decoding: filled, as: UTF8.self) == "<p lang=xx>&lt;b&gt; &amp; &quot;c&quot;</p>{{")
    }
}
