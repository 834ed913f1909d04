// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folder of the sources that the tests compare.
enum SourceTree {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let interfaces = root.appending(path: "Sources/AgentInterface/Interfaces")
    static let generated = root.appending(path: "Sources/AgentInterface/Generated")
    static let picker = root.appending(path: "Sources/accessory-picker")
}
