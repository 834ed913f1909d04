// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

/// The common steps of tests of records.
extension Agent {
    static let camera = "org.example.camera"

    /// The usual apps and a viewer, which may look for the same as the camera's.
    static let withViewer = apps.merging([
        "org.example.viewer": """
        [App]
        Name=Viewer
        [Identity]
        Units=viewer.service
        [Discovery]
        SSIDPrefixes=MyCam-
        """
    ]) { one, _ in one }

    static func remove(_ directory: String) { try? FileManager.default.removeItem(atPath: directory) }

    func grant(to app: String = camera) async throws -> AccessRecord {
        try await control.call(.grantAccess, GrantRequest(app: app, ssid: "MyCam-0001", bssid: "02:00:00:00:01:01"))
            .record
    }

    func history() async throws -> [HistoryEntry] { try await control.call(.listHistory, HistoryQuery()).entries }

    /// The app's own way: a session, the picker, the choice.
    func setUp(as name: String) async throws -> (Accessory, [PickerUpdate]) {
        let app = app(name)
        let (accessory, seen) = try await Person(agent: self, chooses: "MyCam-0001").present {
            var events = try app.stream(.activate).makeAsyncIterator()
            _ = try await events.next()
            let item = DisplayItem(
                name: "\(name)'s name", image: "\(name).png", descriptor: DescriptorFields(ssidPrefix: "MyCam-"))
            let accessory = try #require(try await app.call(.showPicker, ShowPickerRequest(items: [item])).accessory)
            try await app.call(.leaveHotspot, LeaveHotspotRequest())
            return accessory
        }
        return (accessory, seen)
    }
}
