// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Glibc
import NetworkExtension
import Testing

@testable import AccessorySetupKit

struct ValueTests {
    @Test func aShortIdentifierEqualsItsLongForm() {
        let short = CBUUID(string: "180d")
        let long = CBUUID(string: "0000180D-0000-1000-8000-00805F9B34FB")
        #expect(short == long)
        #expect(short.hashValue == long.hashValue)
        #expect(short == CBUUID(data: Data([0x18, 0x0D])))
        #expect(short == CBUUID(string: "0000180D"))
        #expect(short.uuidString == "180D")
        #expect(long.uuidString == "0000180D-0000-1000-8000-00805F9B34FB")
        #expect(short.data == Data([0x18, 0x0D]))
        #expect(CBUUID(string: "180E") != short)
    }

    @Test(arguments: ["", "18", "180G", "180D-180D", "0x180D", "0000180D-0000-1000-8000-00805F9B34F"])
    func whatIsNoIdentifierIsEmptyAndEndsNothing(text: String) {
        #expect(CBUUID(string: text).uuidString == "")
        #expect(CBUUID(data: Data([1, 2, 3])).data.isEmpty)
    }

    @Test func aPlaceIsAsTheAgentSawIt() throws {
        let place = Location(
            address: try #require(IPAddress("192.168.1.23")), host: "plug.local", page: "http://192.168.1.23/",
            evidence: .ownInterface, isConfirmed: true, lastSeen: Timestamp(seconds: 5))
        let event = Event(.accessoryMoved, accessory: Samples.accessory("one"), location: place)
        let change = try #require(ASAccessoryLocationChange(event, from: Samples.sockets))
        #expect(change.kind == .moved && change.accessory.identifier == "one")
        #expect(change.location.address == "192.168.1.23" && change.location.host == "plug.local")
        #expect(change.location.page == "http://192.168.1.23/" && change.location.lastSeen == 5)
        #expect(change.location.evidence == .ownInterface && change.location.isConfirmed && change.location.isOnline)
        #expect(ASAccessoryLocationChange(Event(.accessoryAdded, location: place), from: Samples.sockets) == nil)
    }

    /// A word that this version of the library lacks would be an event of no type.
    @Test func everyEvidenceHasAName() {
        let known: [ASAccessoryLocation.Evidence] = [.address, .name, .station, .ownInterface, .key]
        #expect(known.map(\.rawValue) == ArrivalEvidence.allCases.map(\.rawValue))
    }

    @Test func aUUIDIsTaken() throws {
        let uuid = try #require(UUID(uuidString: "0000180D-0000-1000-8000-00805F9B34FB"))
        #expect(CBUUID(nsuuid: uuid) == CBUUID(string: "180D"))
    }

    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"), ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
            (Array("GIF89a".utf8), "image/gif"), (Array("RIFF1234WEBPVP8 ".utf8), "image/webp"),
        ] as [([UInt8], String)])
    func aPictureIsKnownByItsFirstBytes(bytes: [UInt8], type: String) throws {
        let image = try #require(UIImage(data: Data(bytes)))
        #expect(image.reference == "data:\(type);base64,\(Data(bytes).base64EncodedString())")
    }

    @Test func whatIsNoPictureIsRefused() {
        #expect(UIImage(data: Data()) == nil)
        #expect(UIImage(data: Data("<svg/>".utf8)) == nil)
        #expect(UIImage(data: Data("RIFF1234WAVE".utf8)) == nil)
        #expect(UIImage(contentsOfFile: "/nowhere.png") == nil)
        #expect(UIImage(named: "../../etc/passwd") == nil)
        #expect(UIImage(named: "there is no such icon") == nil)
    }

    @Test func aPictureMayHaveAQuarterOfAMegabyte() {
        let head: [UInt8] = [0xFF, 0xD8, 0xFF]
        #expect(UIImage(data: Data(head + [UInt8](repeating: 0, count: 256 * 1024 - 3))) != nil)
        #expect(UIImage(data: Data(head + [UInt8](repeating: 0, count: 256 * 1024 - 2))) == nil)
    }

    @Test func anIconIsFoundByItsNameTheBestSizeFirst() throws {
        let root = "\(FileManager.default.temporaryDirectory.path)/icons-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        func place(_ bytes: [UInt8], at path: String) throws {
            let url = URL(filePath: "\(root)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
        let (small, large) = ([0xFF, 0xD8, 0xFF, 1] as [UInt8], [0xFF, 0xD8, 0xFF, 2] as [UInt8])
        try place(small, at: "pixmaps/camera.jpg")
        #expect(IconName("camera")?.data(in: [root]) == Data(small))
        #expect(IconName("camera.jpg")?.data(in: [root]) == Data(small))
        try place(Array("<svg/>".utf8), at: "icons/hicolor/256x256/devices/camera.png")
        try place(large, at: "icons/hicolor/64x64/devices/camera.png")
        #expect(IconName("camera")?.data(in: [root]) == Data(large))
        #expect(IconName("microphone")?.data(in: [root]) == nil)
    }

    @Test func theAppsOwnPicturesAreFoundByTheirNames() throws {
        let root = "\(FileManager.default.temporaryDirectory.path)/app-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let (bundled, installed) = ([0xFF, 0xD8, 0xFF, 1] as [UInt8], [0xFF, 0xD8, 0xFF, 2] as [UInt8])
        for (folder, file, bytes) in [
            ("bin/viewer_Viewer.resources", "camera.jpg", bundled), ("share/viewer", "camera.jpg", installed),
            ("share/viewer", "plug@2x.jpg", installed), ("share/other", "lamp.jpg", installed),
        ] {
            try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(filePath: "\(root)/\(folder)/\(file)"))
        }
        let program = "\(root)/bin/viewer"
        #expect(IconName("camera")?.data(of: program) == Data(bundled))
        #expect(IconName("camera.jpg")?.data(of: program) == Data(bundled))
        #expect(IconName("plug")?.data(of: program) == Data(installed))
        #expect(IconName("lamp")?.data(of: program) == nil)
        #expect(FileManager.default.isExecutableFile(atPath: IconName.thisProgram))
    }

    @Test func aManifestNamesTheFolderOfAnAppsPictures() throws {
        let root = "\(FileManager.default.temporaryDirectory.path)/manifests-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        func write(_ text: String, at path: String) throws {
            let file = URL(filePath: "\(root)/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        func manifest(_ folder: String, _ identity: String) -> String {
            "[App]\nName=Camera\nPictures=\(root)/\(folder)\n[Identity]\n\(identity)\n"
        }
        let program = "\(root)/bin/viewer"
        try write(manifest("one", "Executables=/usr/bin/other; \(program)"), at: "etc/apps.d/a.conf")
        try write(manifest("two", "Units=camera.service"), at: "lib/apps.d/b.conf")
        // The administrator's file of this name hides it.
        try write(manifest("three", "Executables=\(program)"), at: "lib/apps.d/a.conf")
        try write(manifest("four", "Executables=/usr/bin/other"), at: "lib/apps.d/c.conf")
        try write("[App", at: "lib/apps.d/d.conf")
        mkfifo("\(root)/lib/apps.d/e.conf", 0o600)
        let directories = ["\(root)/etc", "\(root)/none", "\(root)/lib"]
        let alone = ManifestPictures(executable: program, unit: nil)
        #expect(alone.folders(in: directories) == ["\(root)/one"])
        let started = ManifestPictures(executable: program, unit: "camera.service")
        #expect(started.folders(in: directories) == ["\(root)/one", "\(root)/two"])

        try FileManager.default.createDirectory(atPath: root + "/one", withIntermediateDirectories: true)
        try Data([0xFF, 0xD8, 0xFF, 1]).write(to: URL(filePath: root + "/one/front.jpg"))
        mkfifo("\(root)/one/pipe.jpg", 0o600)
        try Data([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: UIImage.largest)).write(
            to: URL(filePath: root + "/one/large.jpg"))
        #expect(IconName("front")?.data(of: program, in: directories)?.count == 4)
        #expect(IconName("pipe")?.data(of: program, in: directories) == nil)
        #expect(IconName("large")?.data(of: program, in: directories) == nil)
        #expect(IconName("../one/front") == nil)
    }

    @Test(arguments: [
        ("0::/system.slice/camera.service\n", "camera.service"),
        ("1:name=systemd:/x.service\n0::/user.slice/user@1000.service/app.slice/viewer.scope\n", "user@1000.service"),
        ("0::/\n", nil), ("", nil),
    ])
    func theUnitOfAProgramIsInItsControlGroup(groups: String, unit: String?) {
        #expect(ManifestPictures.unit(ofGroups: Data(groups.utf8)) == unit)
    }

    @Test func aSymbolWithoutAnIconIsAPictureOfThePickersOwn() throws {
        let symbol = try #require(UIImage(systemName: "there.is.no.such.symbol"))
        #expect(symbol.reference == nil && symbol.data.isEmpty)
        #expect(UIImage(systemName: "") == nil && UIImage(systemName: "a/b") == nil)
        #expect(UIImage().reference == nil)
        let picture = try #require(UIImage(data: Data([0xFF, 0xD8, 0xFF]), scale: 2))
        #expect(picture.scale == 2 && picture.reference == "data:image/jpeg;base64,/9j/")
        let item = ASPickerDisplayItem(name: "Camera", productImage: UIImage(), descriptor: ASDiscoveryDescriptor())
        item.descriptor.ssid = "MyCam-0001"
        #expect(try ShowPickerRequest([item], nil).items.map(\.image) == [nil])
    }

    @Test func anAccessoryIsWhatTheAgentReports() throws {
        let bluetooth = "6F0A3B52-1111-4222-8333-444455556666"
        let accessory = ASAccessory(
            Accessory(
                id: "one", displayName: "Garden camera", ssid: try SSID([0x4D, 0xFF]),
                bssid: MACAddress("02:00:00:00:01:00"), bluetoothIdentifier: bluetooth,
                descriptor: try Descriptor(ssidPrefix: SSID(text: "MyCam-"), supportedOptions: [.bluetoothHID]),
                bluetoothTransportBridgingIdentifier: MACAddress("02:00:00:00:01:01"), state: .awaitingAuthorization),
            from: Samples.sockets)
        #expect(accessory.state == .awaitingAuthorization)
        #expect(accessory.displayName == "Garden camera")
        #expect(accessory.ssid == "M\\xff")
        #expect(accessory.bssid == "02:00:00:00:01:00")
        #expect(accessory.bluetoothIdentifier == UUID(uuidString: bluetooth))
        #expect(accessory.wifiAwarePairedDeviceID == 0)
        #expect(accessory.bluetoothTransportBridgingIdentifier == Data([2, 0, 0, 0, 1, 1]))
        #expect(accessory.descriptor.ssidPrefix == "MyCam-")
        #expect(accessory.descriptor.supportedOptions == .bluetoothHID)
    }

    @Test func aSubclassOfAnItemIsAnItem() throws {
        final class Camera: ASPickerDisplayItem, @unchecked Sendable {
            let model = "X1"
        }
        let descriptor = ASDiscoveryDescriptor()
        descriptor.ssid = "MyCam-0001"
        let camera = Camera(name: "Camera", productImage: UIImage(), descriptor: descriptor)
        camera.setupOptions = .rename
        let item = try #require(try ShowPickerRequest([camera], nil).items.first)
        #expect(camera.model == "X1" && item.name == "Camera" && item.setupOptions == [.rename])
    }

    @Test func objectsAreEqualAsOnAPhone() {
        let (one, other) = (ASDiscoveryDescriptor(), ASDiscoveryDescriptor())
        #expect(one == other && one.hashValue == other.hashValue)
        one.ssidPrefix = "MyCam-"
        one.wifiAwareModelNameMatch = ASPropertyCompareString(string: "X1")
        #expect(one != other)
        other.ssidPrefix = "MyCam-"
        other.wifiAwareModelNameMatch = ASPropertyCompareString(string: "X1", compareOptions: [])
        #expect(one == other && one.hashValue == other.hashValue)
        let (session, second) = (ASAccessorySession(), ASAccessorySession())
        #expect(session == session && session != second && Set([session, second, session]).count == 2)
    }

    @Test func aPicturesFileIsItsData() throws {
        let (png, jpeg) = (
            Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]), Data([0xFF, 0xD8, 0xFF, 1])
        )
        let (first, second) = (try #require(UIImage(data: png)), try #require(UIImage(data: jpeg)))
        #expect(first.pngData() == png && first.jpegData(compressionQuality: 0.8) == nil)
        #expect(second.pngData() == nil && second.jpegData(compressionQuality: 1) == jpeg)
        #expect(first == UIImage(data: png) && first != second)
    }

    @Test func enterpriseSettingsCanChange() {
        let settings = NEHotspotEAPSettings()
        settings.supportedEAPTypes = [NEHotspotEAPSettings.EAPType.EAPTTLS.rawValue, "x", 25]
        settings.ttlsInnerAuthenticationType = .eapttlsInnerAuthenticationPAP
        #expect(settings.supportedEAPTypes as? [Int] == [21, 25])
        #expect(settings.ttlsInnerAuthenticationType.rawValue == 0)
    }

    @Test func hotspotSettingsCanChange() {
        let settings = NEHotspotHS20Settings(domainName: "example.org", roamingEnabled: false)
        settings.isRoamingEnabled = true
        settings.naiRealmNames = ["example.org"]
        #expect(settings.isRoamingEnabled && settings.naiRealmNames == ["example.org"])
    }

    @Test func settingsAreNewEachTime() {
        ASPickerDisplaySettings.default.discoveryTimeout = .long
        ASAccessorySettings.default.ssid = "MyCam-0001"
        #expect(ASPickerDisplaySettings.default.discoveryTimeout.rawValue == 30)
        #expect(ASAccessorySettings.default.ssid == nil)
    }

    @Test func anEmptyNameInTheEnvironmentIsNone() {
        #expect(AgentSockets.of([:]).directory == "/run/accessoryd")
        #expect(AgentSockets.of(["ACCESSORYD_RUNTIME_DIR": ""]).directory == "/run/accessoryd")
        #expect(AgentSockets.of(["ACCESSORYD_RUNTIME_DIR": "/tmp/acc"]).directory == "/tmp/acc")
    }
}
