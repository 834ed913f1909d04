// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import NetworkExtension

let session = ASAccessorySession()
let events = session.events
session.activate(on: .main) { event in print(event.eventType) }
for await event in events where event.eventType == .activated { break }
let cameras = ASDiscoveryDescriptor()
cameras.ssidPrefix = "MyCam-"
let item = ASPickerDisplayItem(name: "Camera", productImage: UIImage(), descriptor: cameras)
do {
    if session.accessories.isEmpty { try await session.showPicker(for: [item]) }
    if let camera = session.accessories.last {
        let hotspots = NEHotspotConfigurationManager.shared
        let link: ASHotspotLink = try await hotspots.joinAccessoryHotspotWithoutSecurity(camera)
        print("\(camera.displayName) is at \(link.gateway ?? "no gateway") by \(link.interface)")
        try await hotspots.leaveAccessoryHotspot(camera)
    }
} catch {
    print("no camera: \(error.localizedDescription)")
}
