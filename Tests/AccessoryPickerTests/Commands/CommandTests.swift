// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import accessory_picker

@Suite struct CommandTests {
    private static let commands = "there are: page, desktop, open, hub, pair, phones, accessories"

    private func fault(_ line: String) -> CommandFault? {
        CommandFault(line.split(separator: " ").map { String($0) }, of: AccessoryPicker.self)
    }

    @Test(arguments: [
        ("dekstop", "'dekstop' is no command (did you mean 'desktop'?); \(commands)"),
        ("x", "'x' is no command; \(commands)"),
        ("phones revok Anna", "'revok' is no command (did you mean 'revoke'?); there are: list, allow, revoke"),
    ])
    func namesTheCommandsForAWordThatIsNone(line: String, text: String) { #expect(fault(line)?.description == text) }

    @Test(arguments: [
        "", "--once", "page --once", "desktop", "hub --listen 127.0.0.1", "pair --name Anna", "phones", "phones list",
        "phones revoke Anna", "phones allow Anna --may add", "help", "help phones", "--listen 127.0.0.1 dekstop",
        "phones --help",
    ])
    func leavesTheRestToTheParser(line: String) { #expect(fault(line) == nil) }
}
