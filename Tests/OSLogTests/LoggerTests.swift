// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OSLog

struct LoggerTests {
    private let logger = Logger(subsystem: "org.example.camera", category: "session")

    @Test func aLineHasItsOriginAndBelowSystemdItsPriority() {
        let name = "MyCam-1"
        let plain = logger.lines(.info, "joined \(name)", inJournal: false)
        #expect(plain == "org.example.camera session: joined MyCam-1\n")
        let levels: [OSLogType] = [.debug, .info, .default, .error, .fault]
        let lines = levels.map { Logger().lines($0, "a\nb", inJournal: true) }
        #expect(lines == ["<7>a\n<7>b\n", "<6>a\n<6>b\n", "<5>a\n<5>b\n", "<3>a\n<3>b\n", "<2>a\n<2>b\n"])
    }

    @Test func aPrivateValueIsHidden() {
        let (secret, count) = ("camera-0042", 3)
        let message: OSLogMessage = "\(secret, privacy: .private) \(secret) \(count, privacy: .public)"
        #expect(message.text == "<private> camera-0042 3")
    }
}
