// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Testing

@testable import accessory_picker

/// A folder of a user, for one test.
private func withFolder(_ body: (UserFolder, _ runtimeDirectory: String) async throws -> Void) async throws {
    var template = Array("/tmp/accessory-picker-tests-XXXXXX".utf8CString)
    let path = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(try UserFolder(runtimeDirectory: path), path)
}

@Suite struct DesktopTests {
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func keepsItsFilesFromOtherUsers() async throws {
        try await withFolder { folder, _ in
            try folder.write("secret", to: folder.page)
            try folder.write("secret again", to: folder.page)
            #expect(mode(folder.path) == 0o700)
            #expect(mode(folder.page) == 0o600)
            #expect(FileManager.default.contents(atPath: folder.page) == Data("secret again".utf8))
            folder.remove(folder.page)
            #expect(mode(folder.page) == 0)
        }
    }

    @Test func refusesAFolderThatOthersMayOpen() async throws {
        try await withFolder { folder, runtimeDirectory in
            chmod(folder.path, 0o755)
            let fault = #expect(throws: UserFolder.Fault.self) {
                try UserFolder(runtimeDirectory: runtimeDirectory)
            }
            #expect(fault?.description.contains(folder.path) == true)
        }
    }

    @Test(arguments: [nil, "", "relative"])
    func needsTheFolderOfALoginSession(runtimeDirectory: String?) {
        let fault = #expect(throws: UserFolder.Fault.self) { try UserFolder(runtimeDirectory: runtimeDirectory) }
        #expect(fault?.description.contains("XDG_RUNTIME_DIR") == true)
    }

    @Test(arguments: [true, false])
    func startsTheBrowserWithoutTheLinkInItsArguments(hasUnit: Bool) async throws {
        try await withFolder { folder, _ in
            let browser = DefaultBrowser(folder: folder, hasUnit: hasUnit)
            #expect(browser.command.suffix(2) == ["xdg-open", folder.page])
            #expect(browser.command.contains("systemd-run") == hasUnit)
        }
    }

    @Test func leadsTheBrowserToTheViewOfTheLink() {
        let link = "http://127.0.0.1:1/open#token"
        #expect(DefaultBrowser.page(link, view: .picker).contains(#"url=http://127.0.0.1:1/open#token""#))
        #expect(DefaultBrowser.page(link, view: .accessories).contains(#"open#token&amp;accessories""#))
    }

    @Test func returnsTheStatusAndTheOutputOfACompanion() async throws {
        let quiet = await (try DetachedProcess(["sh", "-c", "echo open; exit 3"])).end()
        #expect(quiet.status == 3 && quiet.output == "open\n")
        let stopped = try DetachedProcess(["sleep", "1000"])
        stopped.send(SIGINT)
        #expect(await stopped.end().status == 128 + SIGINT)
        #expect(throws: DetachedProcess.Fault.self) { try DetachedProcess(["/nonexistent/program"]) }
    }

    /// All tests run at once, so an answer may take longer than a person would wait.
    private let patience = Duration.seconds(600)

    @Test func opensThePageOfTheRunningPicker() async throws {
        try await withFolder { folder, _ in
            let isThere = try await DesktopSocket.open(.accessories, folder, patience: patience)
            #expect(!isThere)
            let socket = try await DesktopSocket(folder, patience: patience)
            #expect(mode(folder.socket) == 0o600)
            let (requests, request) = AsyncStream<DesktopSocket.Request>.makeStream()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await socket.serve { request.yield($0) } }
                let isOpened = try await DesktopSocket.open(.accessories, folder, patience: patience)
                #expect(isOpened)
                #expect(await requests.first { _ in true } == .open(.accessories))
                group.cancelAll()
            }
        }
    }

    @Test func endsAnEarlierPickerOfTheSameUser() async throws {
        try await withFolder { folder, _ in
            let earlier = try await DesktopSocket(folder, patience: patience)
            let (requests, request) = AsyncStream<DesktopSocket.Request>.makeStream()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await earlier.serve { request.yield($0) } }
                let later = try await DesktopSocket(folder, patience: patience)
                #expect(await requests.first { _ in true } == .end)
                group.addTask { await later.serve { request.yield($0) } }
                let isOpened = try await DesktopSocket.open(.picker, folder, patience: patience)
                #expect(isOpened)
                group.cancelAll()
            }
        }
    }
}
