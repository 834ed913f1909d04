// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

package struct ScanRequest: Codable, Hashable, Sendable {
    /// Look for what this app's manifest names.
    package var app: String?
    package var descriptors: [DescriptorFields]?
    /// The radio to look with; the agent chooses when absent.
    package var interface: String?

    package init(app: String? = nil, descriptors: [DescriptorFields]? = nil, interface: String? = nil) {
        self.app = app
        self.descriptors = descriptors
        self.interface = interface
    }
}

/// What was heard so far; the stream goes on until its connection closes.
package struct ScanReply: Codable, Hashable, Sendable {
    package var networks: [WiFiNetwork]
    /// Every channel was visited at least once.
    package var isComplete: Bool

    package init(networks: [WiFiNetwork], isComplete: Bool) {
        self.networks = networks
        self.isComplete = isComplete
    }
}
