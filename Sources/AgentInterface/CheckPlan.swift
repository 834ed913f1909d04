// SPDX-License-Identifier: Apache-2.0

package struct CheckPlanRequest: Codable, Hashable, Sendable {
    /// Where the plan is, or is to be.
    package var path: String
    package var contents: String

    package init(path: String, contents: String) {
        self.path = path
        self.contents = contents
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
