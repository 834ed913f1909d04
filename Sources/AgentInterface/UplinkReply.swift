// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

package struct UplinkReply: Codable, Hashable, Sendable {
    package var uplink: UplinkCredentials

    package init(uplink: UplinkCredentials) { self.uplink = uplink }
}
