// SPDX-License-Identifier: Apache-2.0

package struct CheckManifestRequest: Codable, Hashable, Sendable {
    /// Where the manifest is, or is to be.
    package var path: String
    package var contents: String

    package init(path: String, contents: String) {
        self.path = path
        self.contents = contents
    }
}

package struct CheckManifestReply: Codable, Hashable, Sendable {
    /// The app that the manifest would make; nil when it has faults.
    package var app: AppStatus?
    /// Each with path, line and reason.
    package var faults: [String]
    /// What is not wrong in itself, but will not work here.
    package var warnings: [String]

    package init(app: AppStatus?, faults: [String], warnings: [String]) {
        self.app = app
        self.faults = faults
        self.warnings = warnings
    }
}
