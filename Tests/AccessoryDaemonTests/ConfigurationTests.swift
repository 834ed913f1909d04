// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import FoundationEssentials
import Radios
import Testing

@testable import AccessoryDaemon

@Suite struct ConfigurationTests {
    private let camera = "[App]\nName=Camera\n[Identity]\nUsers=root\n[Discovery]\nSSIDPrefixes=MyCam-\n"

    private func read(_ files: [String: String], links: [String: String] = [:]) throws -> Configuration {
        let directory = try Agent.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for (path, text) in files {
            let url = URL(filePath: "\(directory)/\(path)")
            try FileManager.default.createDirectory(
                atPath: url.deletingLastPathComponent().path, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        for (path, target) in links {
            try FileManager.default.createSymbolicLink(atPath: "\(directory)/\(path)", withDestinationPath: target)
        }
        return Configuration(directories: ["usr", "run", "etc"].map { "\(directory)/\($0)" }) {
            (path, contents) throws(KeyFileFault) in
            try parseKeyFile(contents, path: path)
        }
    }

    @Test func laterDirectoriesWinByFileName() throws {
        let configuration = try read([
            "usr/apps.d/a.conf": camera, "etc/apps.d/a.conf": camera.replacing("Camera", with: "Other"),
            "usr/apps.d/b.conf": camera,
        ])
        #expect(configuration.manifests.byID.mapValues(\.name) == ["a": "Other", "b": "Camera"])
        #expect(configuration.faults.isEmpty)
    }

    @Test func aLinkToNullMasks() throws {
        let files = ["usr/apps.d/a.conf": camera, "etc/apps.d/b.conf": camera]
        let configuration = try read(files, links: ["etc/apps.d/a.conf": "/dev/null"])
        #expect(Array(configuration.manifests.byID.keys) == ["b"])
        #expect(configuration.faults.isEmpty)
    }

    @Test func oneBadFileHidesNoGoodOne() throws {
        let configuration = try read([
            "etc/apps.d/good.conf": camera, "etc/apps.d/key.conf": camera + "SSIDPrefixs=X\n",
            "etc/apps.d/syntax.conf": "what is this", "etc/accessoryd.conf": "[Radios]\nInterface=wlan0\n",
        ])
        #expect(Array(configuration.manifests.byID.keys) == ["good"])
        #expect(configuration.faults.count == 3)
        let key = configuration.faults.first { $0.path.hasSuffix("key.conf") }
        #expect(key?.group == "Discovery" && key?.key == "SSIDPrefixs")
        #expect(configuration.faults.contains { $0.key == "Interface" && $0.path.hasSuffix("accessoryd.conf") })
    }

    @Test func whatComesWithUsIsWithoutFault() {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../conf").path
        let configuration = Configuration(directories: [folder]) { (path, contents) throws(KeyFileFault) in
            try parseKeyFile(contents, path: path)
        }
        #expect(configuration.faults.isEmpty)
        #expect(configuration.manifests.byID.keys.sorted() == ["org.example.camera", "org.example.plug"])
    }

    @Test func interfacesMayBeLimited() throws {
        let configuration = try read(["etc/accessoryd.conf": "[Radios]\nInterfaces=wlan1;wlan2\n"])
        #expect(configuration.interfaces == ["wlan1", "wlan2"])
    }
}
