// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// An app's manifest, as people see it.
package struct AppStatus: Codable, Hashable, Sendable {
    package var id: String
    package var name: String
    /// A name in the icon theme, or a full path.
    package var icon: String?
    /// The manifest's path.
    package var file: String
    /// `WiFi`, `Bluetooth`.
    package var supports: [String]
    /// Who may be this app: `unit camera.service`, `executable /usr/bin/camera`, `user kiosk`.
    package var identities: [String]
    /// What it may look for.
    package var descriptors: [DescriptorFields]
    /// What a Bluetooth name that it looks for has to contain.
    package var bluetoothNames: [String]

    package init(
        id: String, name: String, icon: String? = nil, file: String, supports: [String], identities: [String],
        descriptors: [DescriptorFields], bluetoothNames: [String] = []
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.file = file
        self.supports = supports
        self.identities = identities
        self.descriptors = descriptors
        self.bluetoothNames = bluetoothNames
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
