// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import FoundationEssentials
import Testing

@Suite struct PictureTests {
    private static let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    private static let url = "data:image/png;base64," + Data(bytes).base64EncodedString()

    @Test func aPictureIsShownAndStaysWithTheRecordAndGoesWithIt() async throws {
        try await Agent.run { agent in
            let (outcome, seen) = try await Person(agent: agent, chooses: "MyCam-0001").present {
                try await AppSession(agent: agent).showPicker(
                    ShowPickerRequest(items: [AppSession.item(image: Self.url)]))
            }
            let reference = try #require(outcome.reply?.accessory?.image)
            #expect(reference.hasPrefix("image:"))
            #expect(seen.compactMap(\.items).joined().allSatisfy { $0.image == reference })
            let kept = try await agent.picker.image(reference)
            #expect(kept.type == "image/png" && Data(base64Encoded: kept.data) == Data(Self.bytes))
            try await agent.app("camera").removeAccessory(try #require(outcome.reply?.accessory?.id))
            let gone = await #expect(throws: AccessoryError.self) { try await agent.picker.image(reference) }
            #expect(gone?.code == .invalidRequest && gone?.field == "image")
        }
    }

    @Test func aPictureThatTwoAccessoriesShareStaysWithTheOther() async throws {
        try await Agent.run { agent in
            let items = ["MyCam-0777", "MyCam-0778"].map { MigrationItem(name: $0, image: Self.url, ssid: $0) }
            let person = Person(agent: agent, chooses: "none") { _ in .some(nil) }
            let (outcome, _) = try await person.present {
                try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [], migrations: items))
            }
            let migrated = try #require(outcome.reply?.migrated)
            try await agent.app("camera").removeAccessory(migrated[1].id)
            let kept = try await agent.picker.image(try #require(migrated[0].image))
            #expect(kept.type == "image/png")
        }
    }

    @Test func aPictureOfWhatWasNotChosenIsForgotten() async throws {
        try await Agent.run { agent in
            let (_, seen) = try await Person(agent: agent, chooses: "none").present {
                try await AppSession(agent: agent).showPicker(
                    ShowPickerRequest(
                        items: [],
                        migrations: [
                            MigrationItem(name: "Old", image: Self.url, ssid: "MyCam-0777")
                        ]))
            }
            let reference = try #require(seen.compactMap(\.question).first?.items?.first?.image)
            await #expect(throws: AccessoryError.self) { try await agent.picker.image(reference) }
        }
    }

    @Test(arguments: [
        "/etc/passwd", "/usr/share/../../etc/passwd", "/usr/share/doc", "image:none", "", "camera",
    ])
    func nothingElseIsReadForAPicture(path: String) async throws {
        try await Agent.run { agent in
            let error = await #expect(throws: AccessoryError.self) { try await agent.picker.image(path) }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test(arguments: [
        "data:image/png;base64,!", "data:text/html;base64,PGI+", "data:image/png,abc", "image:mine",
        "data:image/png;base64," + Data([UInt8](repeating: 0x89, count: 300 << 10)).base64EncodedString(),
    ])
    func whatIsNoPictureIsRefused(image: String) async throws {
        try await Agent.run { agent in
            let app = AppSession(agent: agent)
            let error = try await app.refused(ShowPickerRequest(items: [AppSession.item(image: image)]))
            #expect(error?.code == .invalidRequest && error?.field == "items[0].image")
        }
    }
}
