// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct NotificationTests {
    private func texts(_ text: String = "Choose it.") throws -> Texts {
        try Texts(
            "en",
            Array(#"{"picker.asks": "{app} asks", "notification.text": "\#(text)", "notification.open": "Open"}"#.utf8))
    }

    @Test func namesTheApp() throws {
        let notification = Notification(app: "Camera", try texts())
        #expect(notification.title == "Camera asks")
        #expect(notification.command.suffix(3) == ["--", "Camera asks", "Choose it."])
        #expect(notification.command.contains("--action=open=Open"))
    }

    @Test func takesNoNameForAnOption() throws {
        let command = Notification(app: "--hint=byte:urgency:2", try texts()).command
        let options = try #require(command.firstIndex(of: "--"))
        #expect(command.firstIndex { $0.contains("urgency") } == options + 1)
    }

    @Test func showsControlCharactersAsText() throws {
        #expect(Notification(app: "A\nB\u{202E}", try texts()).title == #"A\x0aB\u{202e} asks"#)
    }

    @Test func cutsALongName() throws {
        let title = Notification(app: String(repeating: "n", count: 500), try texts()).title
        #expect(title == String(repeating: "n", count: Notification.nameLimit - 1) + "… asks")
    }

    @Test func escapesMarkupAndEscapesOfTheText() throws {
        let notification = Notification(app: "Camera", try texts(#"<b>1 & 2</b> \\n"#))
        #expect(notification.text == #"&lt;b&gt;1 &amp; 2&lt;/b&gt; \\n"#)
    }

    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], "de"), (["LANG": "de_DE", "LC_ALL": "en_GB.UTF-8"], "en"),
        (["LC_MESSAGES": "de@euro", "LC_ALL": ""], "de"), ([:], nil),
    ])
    func followsTheLanguageOfTheSession(environment: [String: String], language: String?) {
        #expect(MessageLanguage.of { environment[$0] } == language)
    }
}
