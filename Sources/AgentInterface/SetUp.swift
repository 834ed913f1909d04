// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

package struct SetUpRequest: Codable, Hashable, Sendable {
    package var app: String
    /// What to look for; all that the app's manifest names when absent.
    package var descriptors: [DescriptorFields]?
    package var passphrase: String?
    /// Seconds until the search is given up; 30 when absent.
    package var discoveryTimeout: Int?
    /// The search goes on until the caller ends it.
    package var isUnbounded: Bool?
    package var addressing: JoinRequest.Addressing?

    package init(
        app: String, descriptors: [DescriptorFields]? = nil, passphrase: String? = nil, discoveryTimeout: Int? = nil,
        isUnbounded: Bool? = nil, addressing: JoinRequest.Addressing? = nil
    ) {
        self.app = app
        self.descriptors = descriptors
        self.passphrase = passphrase
        self.discoveryTimeout = discoveryTimeout
        self.isUnbounded = isUnbounded
        self.addressing = addressing
    }
}

/// One step of a set-up: an event of the session, or a state of the lease that follows the choice.
package struct SetUpReply: Codable, Hashable, Sendable {
    package var event: Event?
    package var lease: LeaseUpdate?

    package init(event: Event? = nil, lease: LeaseUpdate? = nil) {
        self.event = event
        self.lease = lease
    }
}
