// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel

@testable import AccessorySetupKit

enum Samples {
    static let sockets = AgentSockets(directory: "/nowhere")
    static let picture = UIImage(data: Data([0xFF, 0xD8, 0xFF]))

    static func accessory(
        _ id: String, name: String = "Camera", state: Accessory.State = .authorized
    ) -> Accessory {
        Accessory(id: id, displayName: name, ssid: nil, bssid: nil, state: state)
    }
}
