// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit

/// What the snippets take for granted, by the names that they use.
enum Given {
    static var item: ASPickerDisplayItem {
        get throws {
            let descriptor = ASDiscoveryDescriptor()
            descriptor.ssidPrefix = "MyCam-"
            guard let picture = UIImage(contentsOfFile: "camera.png") else { throw ASError(.unknown) }
            return ASPickerDisplayItem(name: "Camera", productImage: picture, descriptor: descriptor)
        }
    }

    /// The passphrase on the label of the camera that the person chooses.
    static let label = "camera-0042"

    static var session: ASAccessorySession {
        get async {
            let session = ASAccessorySession()
            let events = session.events
            session.activate(on: .main) { _ in }
            for await event in events where event.eventType == .activated { break }
            return session
        }
    }

    /// An accessory that an earlier snippet has set up.
    static var camera: ASAccessory {
        get async { await session.accessories[0] }
    }
}
