// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Testing

@testable import AccessoryDaemon

/// The pictures that people give accessories.
@Suite struct OwnPictureTests {
    /// A GIF's beginning, which has its size: 1 by 1.
    private static let gif: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]

    private static func url(_ bytes: [UInt8] = gif) -> String {
        "data:image/gif;base64," + Data(bytes).base64EncodedString()
    }

    private static func request(_ accessory: Accessory.ID, _ image: String?) -> SetAccessoryImageRequest {
        SetAccessoryImageRequest(accessory: accessory, image: image)
    }

    @Test func aPersonsPictureIsAllAppsAndGivesTheFirstAppsBack() async throws {
        try await Agent.run(apps: Agent.withViewer, callers: ["camera", "viewer"]) { agent in
            let (first, _) = try await agent.setUp(as: "camera")
            var events = try agent.app("camera").stream(.activate).makeAsyncIterator()
            _ = try await events.next()
            let reference = try #require(
                try await agent.control.call(.setAccessoryImage, Self.request(first.id, Self.url())).accessory.image)
            #expect(reference.hasPrefix("image:"))
            let event = try #require(try await events.next()?.event)
            #expect(event.type == .accessoryChanged && event.accessory?.image == reference)
            let picture = try await agent.picker.call(.getImage, ImageQuery(image: reference))
            #expect(picture.type == "image/gif" && Data(base64Encoded: picture.data) == Data(Self.gif))
            // Who shares it later has it, too, and brings no other.
            let (second, seen) = try await agent.setUp(as: "viewer")
            let shown = seen.compactMap(\.items).joined().first { $0.title == "MyCam-0001" }
            #expect(second.image == reference && shown?.image == reference)
            #expect(try await agent.control.accessories().accessories.map(\.hasOwnImage) == [true])
            #expect(
                try await agent.control.call(.setAccessoryImage, Self.request(first.id, nil)).accessory.image
                    == "camera.png")
            for app in ["camera", "viewer"] {
                let own = try await agent.app(app).call(.listAccessories).accessories
                #expect(own.map(\.image) == ["camera.png"])
            }
            #expect(try await agent.control.accessories().accessories.map(\.hasOwnImage) == [nil])
            await #expect(throws: AccessoryError.self) {
                try await agent.picker.call(.getImage, ImageQuery(image: reference))
            }
            let entries = try await agent.history()
            #expect(entries.map(\.action) == [.granted, .pictured, .shared, .pictured, .pictured])
            #expect(entries[1].why == "picture given by a person" && entries[1].who.hasPrefix("uid "))
            #expect(entries.last?.why == "picture removed by a person")
        }
    }

    @Test func anotherPictureTakesThePlaceOfTheFirst() async throws {
        try await Agent.run { agent in
            let id = try await agent.grant().accessory.id
            let first = try #require(
                try await agent.control.call(.setAccessoryImage, Self.request(id, Self.url())).accessory.image)
            let other = Self.request(id, Self.url(Self.gif + [0]))
            let second = try #require(try await agent.control.call(.setAccessoryImage, other).accessory.image)
            // Whoever keeps pictures by their names shows no old one.
            #expect(first != second)
            #expect(
                Data(base64Encoded: try await agent.picker.call(.getImage, ImageQuery(image: second)).data)
                    == Data(Self.gif + [0]))
            await #expect(throws: AccessoryError.self) {
                try await agent.picker.call(.getImage, ImageQuery(image: first))
            }
            #expect(try await agent.control.call(.setAccessoryImage, Self.request(id, nil)).accessory.image == nil)
        }
    }

    @Test func aPersonsPictureSurvivesAndGoesWithTheLastGrant() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        try await Agent.run(apps: Agent.withViewer, in: directory) { agent in
            let id = try await agent.grant().accessory.id
            _ = try await agent.grant(to: "org.example.viewer")
            _ = try await agent.control.call(.setAccessoryImage, Self.request(id, Self.url()))
        }
        try await Agent.run(apps: Agent.withViewer, in: directory) { agent in
            let status = try #require(try await agent.control.accessories().accessories.first)
            let reference = try #require(status.accessory.image)
            #expect(status.hasOwnImage == true)
            try await agent.control.call(.revokeAccess, AppAccessQuery(app: Agent.camera, ssid: "MyCam-0001"))
            #expect(try await agent.picker.call(.getImage, ImageQuery(image: reference)).type == "image/gif")
            try await agent.control.call(.removeAccessory, AccessoryQuery(accessory: status.accessory.id))
            await #expect(throws: AccessoryError.self) {
                try await agent.picker.call(.getImage, ImageQuery(image: reference))
            }
            #expect(try await agent.grant().accessory.image == nil)
            #expect(try await agent.control.accessories().accessories.map(\.hasOwnImage) == [nil])
        }
    }

    @Test func aGrantAnewKeepsAPersonsPicture() async throws {
        try await Agent.run { agent in
            let id = try await agent.grant().accessory.id
            let reference = try await agent.control.call(.setAccessoryImage, Self.request(id, Self.url())).accessory
                .image
            let again = try await agent.control.call(
                .grantAccess,
                GrantRequest(
                    app: Agent.camera, ssid: "MyCam-0001", bssid: "02:00:00:00:01:01", image: Self.url(Self.gif + [0]))
            ).record
            #expect(reference != nil && again.accessory.image == reference)
        }
    }

    @Test(arguments: [
        "", "camera", "/usr/share/icons/a.png", "image:1", "data:image/gif;base64,!", "data:image/gif,GIF89a",
        "image;base64,R0lGODlhAQABAAAAAA==",
        url(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)),
        url([UInt8](repeating: 0x47, count: 300 << 10)), url(gif + [UInt8](repeating: 0, count: 256 << 10)),
    ])
    func refusesWhatIsNoPicture(image: String) async throws {
        try await Agent.run { agent in
            let id = try await agent.grant().accessory.id
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.control.call(.setAccessoryImage, Self.request(id, image)).accessory
            }
            #expect(error?.code == .invalidRequest && error?.field == "image")
            #expect(try await agent.app("camera").call(.listAccessories).accessories.map(\.image) == [nil])
        }
    }

    @Test func removingNoPictureChangesNothing() async throws {
        try await Agent.run { agent in
            let id = try await agent.grant().accessory.id
            #expect(try await agent.control.call(.setAccessoryImage, Self.request(id, nil)).accessory.image == nil)
            #expect(try await agent.history().map(\.action) == [.granted])
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.control.call(.setAccessoryImage, Self.request("none", nil)).accessory
            }
            #expect(error?.code == .unknownAccessory)
        }
    }
}
