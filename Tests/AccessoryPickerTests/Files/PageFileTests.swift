// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct PageFileTests {
    @Test func everyFileIsThereAndIsItsOwn() {
        #expect(Set(PageFile.allCases.map(\.path)).count == PageFile.allCases.count)
        for file in PageFile.allCases { #expect(file.bytes.count > 200, "\(file)") }
        #expect(Set(PageFile.allCases.map(\.bytes)).count == PageFile.allCases.count)
        for page in [PageFile.page, .open, .locked] { #expect(PageFile.allCases.contains(page)) }
    }

    @Test func aStrangerGetsTheFilesOfTheDoorOnly() {
        #expect(
            Set(PageFile.allCases.filter(\.isPublic).map(\.path)) == [
                "/open", "/open.js", "/locked", "/style.css", "/icon.svg", "/icon-192.png", "/manifest.webmanifest",
            ])
        #expect(PageFile.page.path == "/")
    }

    /// The policy that is sent with them would stop it in a browser. This test finds it earlier.
    @Test(arguments: PageFile.allCases) func nothingComesFromElsewhereAndNothingIsInline(file: PageFile) {
        let source = String(decoding: file.bytes, as: UTF8.self)
            .replacing("http://www.w3.org/2000/svg", with: "").replacing(/<!--.*?-->/, with: "")
        #expect(!source.contains("http:"))
        #expect(!source.contains("https:"))
        #expect(!source.contains("eval("))
        #expect(!source.contains("innerHTML"))
        if file.isTemplate {
            #expect(!source.contains("style="))
            #expect(!source.contains(/<script(?![^>]*src=)/))
            #expect(!source.contains(/\son\w+=/))
        }
    }

    @Test func everyModuleThatIsImportedIsServed() {
        for file in PageFile.allCases {
            for match in String(decoding: file.bytes, as: UTF8.self).matches(of: /from "\.(\/[\w.]+)"/) {
                #expect(PageFile.allCases.contains { $0.path == match.1 }, "\(match.1)")
            }
        }
    }
}
