// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import accessoryctl

@Suite struct StandardStreamTests {
    @Test func aFullDiskIsAnErrorAndAReaderThatHasGoneIsNone() throws {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        try #require(full >= 0)
        defer { close(full) }
        #expect(StandardStream(descriptor: full).put("lost") == ENOSPC)
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        // Otherwise the signal would end this process.
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }
        #expect(StandardStream(descriptor: ends[1]).put("dropped") == nil)
    }

    @Test func knowsWhetherTwoStreamsLeadToOnePlace() throws {
        let files = ["/dev/null", "/dev/null", "/dev/zero"].map { (path: String) in open(path, O_WRONLY | O_CLOEXEC) }
        try #require(files.min() ?? -1 >= 0)
        defer { for file in files { close(file) } }
        let streams = files.map { StandardStream(descriptor: $0) }
        #expect(streams[0].leads(where: streams[1]) && !streams[0].leads(where: streams[2]))
        #expect(!streams[0].leads(where: StandardStream(descriptor: -1)))
    }
}
