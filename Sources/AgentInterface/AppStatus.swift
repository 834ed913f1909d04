// SPDX-License-Identifier: Apache-2.0

/// An app's manifest, as people see it.
package struct AppStatus: Codable, Hashable, Sendable {
    package var id: String
    package var name: String
    /// The manifest's path.
    package var file: String
    /// Who may be this app: `unit camera.service`, `executable /usr/bin/camera`, `user kiosk`.
    package var identities: [String]
    /// What it may look for.
    package var descriptors: [DescriptorFields]

    package init(id: String, name: String, file: String, identities: [String], descriptors: [DescriptorFields]) {
        self.id = id
        self.name = name
        self.file = file
        self.identities = identities
        self.descriptors = descriptors
    }
}

package struct AppList: Codable, Hashable, Sendable {
    package var apps: [AppStatus]
    package var faults: [String]

    package init(apps: [AppStatus], faults: [String]) {
        self.apps = apps
        self.faults = faults
    }
}

package struct AppQuery: Codable, Hashable, Sendable {
    package var app: String?

    package init(app: String? = nil) { self.app = app }
}
