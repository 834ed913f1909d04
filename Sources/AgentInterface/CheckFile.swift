// SPDX-License-Identifier: Apache-2.0

/// Finds the faults of a manifest or of a plan, without doing anything of it.
package struct CheckFileRequest: Codable, Hashable, Sendable {
    /// Where the file is, or is to be.
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

package struct CheckPlanReply: Codable, Hashable, Sendable {
    /// The plan that the file would make; nil when it has faults.
    package var plan: PlanStatus?
    /// Each with path, line and reason.
    package var faults: [String]
    /// What is not wrong in itself, but will not work here: no such app, a secret or a program that is not there.
    package var warnings: [String]

    package init(plan: PlanStatus?, faults: [String], warnings: [String]) {
        self.plan = plan
        self.faults = faults
        self.warnings = warnings
    }
}
