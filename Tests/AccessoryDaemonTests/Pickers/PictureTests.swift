// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Glibc
import Testing

@testable import AccessoryDaemon

@Suite struct PictureTests {
    private static let bytes = png(width: 300, height: 200)

    /// A picture's beginning, which has its size.
    private static func png(width: Int, height: Int) -> [UInt8] {
        let header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        return header + big(width, 4) + big(height, 4) + [8, 6, 0, 0, 0]
    }

    private static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(number >> (8 * $0) & 0xFF) }
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] { big(number, count).reversed() }

    private static func jpeg(width: Int, height: Int) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 17, 8] + big(height, 2) + big(width, 2)
            + [UInt8](repeating: 0, count: 10)
    }

    private static func gif(width: Int, height: Int) -> [UInt8] {
        Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0, 0, 0]
    }

    private static func webp(_ kind: String, _ rest: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(kind.utf8) + [0, 0, 0, 0] + rest
            + [UInt8](repeating: 0, count: 12)
    }

    private static func webps(width: Int, height: Int) -> [[UInt8]] {
        [
            webp("VP8X", [0, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3)),
            webp("VP8L", [0x2F] + little((width - 1) | (height - 1) << 14, 4)),
            webp("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A] + little(width, 2) + little(height, 2)),
        ]
    }

    private static func pictures(width: Int, height: Int) -> [[UInt8]] {
        [png(width: width, height: height), jpeg(width: width, height: height), gif(width: width, height: height)]
            + webps(width: width, height: height)
    }

    @Test(arguments: [(300, 200), (1024, 1024), (3000, 2000), (4096, 4096), (1, 1)])
    func takesPicturesOfAUsualSize(width: Int, height: Int) {
        for bytes in Self.pictures(width: width, height: height) {
            let picture = Picture(bytes)
            #expect(picture != nil)
            #expect(PictureSize(bytes, type: picture?.type ?? "") == PictureSize(width: width, height: height))
        }
    }

    @Test(arguments: [(16_383, 16_383), (4097, 1), (1, 4097)])
    func refusesPicturesThatClaimTooManyPixels(width: Int, height: Int) {
        for bytes in Self.pictures(width: width, height: height) { #expect(Picture(bytes) == nil) }
    }

    /// A pixel bomb: few bytes that a browser makes 3.6 GB of.
    @Test func refusesAPixelBombWithTheReason() async throws {
        try await Agent.run { agent in
            let url = "data:image/png;base64," + Data(Self.png(width: 30_000, height: 30_000)).base64EncodedString()
            let error = try await AppSession(agent: agent).refused(
                ShowPickerRequest(items: [AppSession.item(image: url)]))
            #expect(error?.code == .invalidRequest && error?.field == "items[0].image")
            #expect(error?.message.contains("4096 by 4096 pixels") == true)
        }
    }

    @Test func thePicturesOfAPickerHaveSoManyPixelsTogether() throws {
        var pictures = Pictures()
        let (camera, plug) = (Claimant(app: Agent.camera), Claimant(app: "org.example.plug"))
        let urls = (1...5).map { number in
            "data:image/png;base64," + Data(Self.png(width: 4096, height: 4097 - number)).base64EncodedString()
        }
        for url in urls.dropLast() { _ = try pictures.admit(url, field: "image", for: camera, id: url) }
        let again = try pictures.admit(urls[0], field: "image", for: camera, id: "again")
        #expect(again == Pictures.scheme + urls[0])
        let error = #expect(throws: AccessoryError.self) {
            try pictures.admit(urls[4], field: "image", for: camera, id: urls[4])
        }
        #expect(error?.code == .busy && error?.field == "image")
        let others = try pictures.admit(urls[4], field: "image", for: plug, id: "plug")
        #expect(others == Pictures.scheme + "plug")
    }

    @Test(
        arguments: [
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF, 0xE0], [0xFF, 0xD8, 0xFF, 0xDA, 0, 2],
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0, 0], Array("GIF89a".utf8), Array("RIFF1234WEBPVP8 ".utf8),
        ] as [[UInt8]])
    func refusesPicturesWithoutAWholeHeader(bytes: [UInt8]) {
        #expect(Picture(bytes) == nil)
        #expect(Picture(bytes + [UInt8](repeating: 0, count: 40)) == nil)
    }

    @Test func readsNoPictureThatIsElsewhereInTheEnd() throws {
        let folder = try ConfigurationFolder()
        try folder.makeFolder(folder["share/icons"])
        try folder.makeFolder(folder["home"])
        for path in ["share/icons/a.png", "home/secret.png"] {
            try Data(Self.bytes).write(to: URL(filePath: folder[path]))
            chmod(folder[path], 0o644)
        }
        try folder.link("share/out.png", to: folder["home/secret.png"])
        try folder.link("share/in.png", to: "icons/a.png")
        let share = folder["share/"]
        #expect(Pictures.picture(atPath: share + "icons/a.png", below: share)?.bytes == Self.bytes)
        #expect(Pictures.picture(atPath: share + "in.png", below: share)?.bytes == Self.bytes)
        #expect(Pictures.picture(atPath: share + "icons/../in.png", below: share)?.bytes == Self.bytes)
        #expect(Pictures.picture(atPath: share + "../home/secret.png", below: share) == nil)
        #expect(Pictures.picture(atPath: share + "out.png", below: share) == nil)
        #expect(Pictures.picture(atPath: folder["home/secret.png"], below: share) == nil)
    }

    @Test func findsAnAppsOwnPictureByItsName() throws {
        let folder = try ConfigurationFolder()
        try folder.makeFolder(folder["share/camera"])
        try folder.makeFolder(folder["home"])
        for path in ["share/camera/front.png", "share/camera/.hidden.png", "share/other.png", "home/secret.png"] {
            try Data(Self.bytes).write(to: URL(filePath: folder[path]))
            chmod(folder[path], 0o644)
        }
        try Data(Array("text".utf8)).write(to: URL(filePath: folder["share/camera/text.png"]))
        try folder.link("share/camera/out.png", to: folder["home/secret.png"])
        let (share, own) = (folder["share/"], folder["share/camera"])
        #expect(Pictures.path(of: "front", in: own, below: share) == own + "/front.png")
        #expect(Pictures.path(of: "front.png", in: own, below: share) == own + "/front.png")
        for name in ["", ".", "..", ".hidden", "../other", "back", "text", "out", "front\0", "front.png/"] {
            #expect(Pictures.path(of: name, in: own, below: share) == nil, "\(name)")
        }
        #expect(Pictures.path(of: "front", in: folder["share/none"], below: share) == nil)
        // Whoever can replace a picture could show another product's.
        chmod(folder["share/camera/front.png"], 0o666)
        #expect(Pictures.path(of: "front", in: own, below: share) == nil)
    }

    @Test func aPictureOfAnAppsFolderIsAdmittedAsItsPath() throws {
        var pictures = Pictures()
        let claimant = Claimant(app: Agent.camera)
        let folder = "/usr/share/there-is-no-such-app"
        let admitted = try pictures.admit("camera-video", field: "image", for: claimant, from: folder, id: "1")
        #expect(admitted == "camera-video")
    }

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
            let kept = try await agent.picker.call(.getImage, ImageQuery(image: reference))
            #expect(kept.type == "image/png" && Data(base64Encoded: kept.data) == Data(Self.bytes))
            try await agent.app("camera").call(
                .removeAccessory, AccessoryQuery(accessory: try #require(outcome.reply?.accessory?.id)))
            let gone = await #expect(throws: AccessoryError.self) {
                try await agent.picker.call(.getImage, ImageQuery(image: reference))
            }
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
            try await agent.app("camera").call(.removeAccessory, AccessoryQuery(accessory: migrated[1].id))
            let kept = try await agent.picker.call(.getImage, ImageQuery(image: try #require(migrated[0].image)))
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
            await #expect(throws: AccessoryError.self) {
                try await agent.picker.call(.getImage, ImageQuery(image: reference))
            }
        }
    }

    @Test(arguments: [
        "/etc/passwd", "/usr/share/../../etc/passwd", "/usr/share/doc", "image:none", "", "camera",
    ])
    func nothingElseIsReadForAPicture(path: String) async throws {
        try await Agent.run { agent in
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.picker.call(.getImage, ImageQuery(image: path))
            }
            #expect(error?.code == .invalidRequest)
        }
    }

    /// A whole picture, which everybody can read.
    @Test func readsNoPictureToWhichStepsBackLead() async throws {
        try await Agent.run { agent in
            let path = agent.directory + "/elsewhere.png"
            try Data(Self.bytes).write(to: URL(filePath: path))
            chmod(path, 0o644)
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.picker.call(.getImage, ImageQuery(image: "/usr/share/../..\(path)"))
            }
            #expect(error?.code == .invalidRequest && error?.field == "image")
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
