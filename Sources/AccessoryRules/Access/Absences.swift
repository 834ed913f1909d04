// SPDX-License-Identifier: Apache-2.0

/// Apps that have access and no manifest: since when, and when they count as removed.
package struct Absences: Sendable, Equatable {
    /// One missing manifest.
    package struct Absence: Sendable, Hashable {
        package var app: String
        /// The boot in which it was last missing, and the uptime then. Setting the wall clock does not shorten a grace.
        package var boot: String
        package var since: Duration

        package init(app: String, boot: String, since: Duration) {
            self.app = app
            self.boot = boot
            self.since = since
        }
    }

    /// The consequences of a look at the manifests.
    package struct Verdict: Sendable, Equatable {
        /// Missing from now on, or in this boot.
        package var missed: [Absence] = []
        /// Their manifests have returned.
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

    /// Judges the apps that have access.
    ///
    /// - Parameters:
    ///   - gone: those certainly without a manifest.
    ///   - masked: those that the administrator has removed with a link to /dev/null.
    package mutating func judge(gone: Set<String>, masked: Set<String>, boot: String, uptime: Duration) -> Verdict {
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

    /// The time until the next app counts as removed.
    package func next(at uptime: Duration) -> Duration? {
        missing.values.map { max(.zero, $0.since + Self.grace - uptime) }.min()
    }
}
