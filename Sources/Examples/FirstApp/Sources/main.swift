// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import NetworkExtension

let session = ASAccessorySession()
session.activate(on: .main) { event in print(event.eventType) }
let cameras = ASDiscoveryDescriptor()
cameras.ssidPrefix = "MyCam-"
try await session.showPicker(for: [ASPickerDisplayItem(name: "Camera", productImage: UIImage(), descriptor: cameras)])
if let camera = session.accessories.last {
    let link = try await NEHotspotConfigurationManager.shared.joinAccessoryHotspotWithoutSecurity(camera)
    print("\(camera.displayName) is at \(link.gateway ?? "no gateway") by \(link.interface)")
    try await NEHotspotConfigurationManager.shared.leaveAccessoryHotspot(camera)
}
