// SPDX-License-Identifier: Apache-2.0

/// Apps that have access and whose manifests are missing: since when, and when they count as removed.
package struct Absences: Sendable, Equatable {
    /// One missing manifest.
    package struct Absence: Sendable, Hashable {
        package var app: String
        /// The boot in which it was missed last, and its uptime then. A wall clock that is set does not shorten a grace.
        package var boot: String
        package var since: Duration

        package init(app: String, boot: String, since: Duration) {
            self.app = app
            self.boot = boot
            self.since = since
        }
    }

    /// What follows from a look at the manifests.
    package struct Verdict: Sendable, Equatable {
        /// Missing from now on, or in this boot.
        package var missed: [Absence] = []
        /// Their manifests are there again.
        package var returned: [String] = []
        /// They count as removed.
        package var removed: [String] = []

        package init() {}
    }

    /// How long a manifest may be missing: editors and package managers move files away before they put others there.
    package static let grace: Duration = .seconds(600)

    private var missing: [String: Absence]

    package init(_ absences: [Absence] = []) {
        missing = Dictionary(absences.map { ($0.app, $0) }) { _, new in new }
    }

    package func isMissing(_ app: String) -> Bool { missing[app] != nil }

    /// Looks at the apps that have something.
    ///
    /// - Parameters:
    ///   - gone: those without a manifest, for certain.
    ///   - masked: those that the administrator has removed by a link to /dev/null.
    package mutating func judge(
        gone: Set<String>, masked: Set<String>, boot: String, uptime: Duration
    ) -> Verdict {
        var verdict = Verdict()
        for app in missing.keys.sorted() where !gone.contains(app) { verdict.returned.append(app) }
        for app in verdict.returned { missing[app] = nil }
        for app in gone.sorted() {
            if masked.contains(app) {
                missing[app] = nil
                verdict.removed.append(app)
            } else if let absence = missing[app], absence.boot == boot {
                guard absence.since + Self.grace <= uptime else { continue }
                missing[app] = nil
                verdict.removed.append(app)
            } else {
                let absence = Absence(app: app, boot: boot, since: uptime)
                missing[app] = absence
                verdict.missed.append(absence)
            }
        }
        return verdict
    }

    /// How long until the next one counts as removed.
    package func next(at uptime: Duration) -> Duration? {
        missing.values.map { max(.zero, $0.since + Self.grace - uptime) }.min()
    }
}
