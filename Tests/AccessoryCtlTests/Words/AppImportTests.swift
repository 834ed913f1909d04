// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import ArgumentParser
import FoundationEssentials
import Glibc
import Testing
import TrustedFiles

@testable import accessoryctl

/// A manifest from a phone app's property list.
@Suite struct AppImportTests {
    private static let file =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        + "/Expected/Info.plist"
    private static let options = ["--unit", "lens-light.service", "--ssid-prefix", "Lens-"]

    private func app(_ keys: String) throws -> PhoneApp {
        try PhoneApp(PropertyList.keys(Array("<plist><dict>\(keys)</dict></plist>".utf8)))
    }

    private func array(_ key: String, _ values: String...) -> String {
        "<key>\(key)</key><array>\(values.joined())</array>"
    }

    @Test func makesAManifestAndReportsTheRest() throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: Self.file)))
        let app = try PhoneApp(PropertyList.keys(bytes))
        #expect(app.id == "org.example.lens-light" && app.needsSSIDs)
        let lines = try ManifestOptions.parse(Self.options).text(of: app).lines()
        try Expected.check(app.report + [""] + lines, "phone-app")
        let check = ManifestCheck(lines.joined(separator: "\n"), path: "org.example.lens-light.conf")
        let manifest = try #require(check.manifest, "\(check.faults)")
        #expect(manifest.supports == [.wifi, .bluetooth])
        #expect(manifest.companyIdentifiers == [0x02F2, 0x1234, 0x6B])
    }

    @Test func installsItAsAppAddDoes() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/app-import-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let words = [Self.file, "--config-dir", folder] + Self.options
        try await AppObject.Import.parse(words).run()
        let path = "\(folder)/apps.d/org.example.lens-light.conf"
        let contents = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        #expect(contents.hasPrefix("[App]\nName=Lens & Light\n"))
        await #expect(throws: Failure.self) { try await AppObject.Import.parse(words).run() }
        try await AppObject.Import.parse(words + ["--replace", "--name", "Other"]).run()
        let second = ["--id", "org.example.second"]
        let fault = await #expect(throws: ExitCode.self) { try await AppObject.Import.parse(words + second).run() }
        #expect(fault?.rawValue == 2, "one unit is one app")
        let other = [Self.file, "--config-dir", folder, "--unit", "second.service", "--ssid-prefix", "Lens-"]
        try await AppObject.Import.parse(other + second).run()
        #expect(FileManager.default.fileExists(atPath: "\(folder)/apps.d/org.example.second.conf"))
    }

    @Test func writesNoFileElsewhere() {
        for id in ["../../cron.d/x", "/etc/x", "a/b"] {
            #expect(throws: Failure.self) { try ManifestOptions.parse([]).file(of: id) }
        }
    }

    @Test func asksForNetworksThatNoPropertyListNames() throws {
        let app = try app(
            array("NSAccessorySetupSupports", "<string>WiFi</string>")
                + array("NSAccessorySetupBluetoothServices", "<string>FEA6</string>"))
        #expect(app.needsSSIDs && app.services.isEmpty)
        #expect(
            app.report == [
                "Left out: NSAccessorySetupBluetoothServices: NSAccessorySetupSupports does not name Bluetooth"
            ])
        // Tests have no terminal to ask on.
        guard isatty(STDIN_FILENO) == 0 else { return }
        let failure = #expect(throws: Failure.self) {
            try ManifestOptions.parse(["--name", "A", "--user", "kiosk"]).text(of: app)
        }
        #expect(failure?.text.hasPrefix("--ssid or --ssid-prefix is missing") == true)
    }

    /// Phones document no such key, and apps have it.
    @Test func takesTheNetworksThatAPropertyListNames() throws {
        let app = try app(
            array("NSAccessorySetupKitSupports", "<string>WiFi</string>", "<string>Bluetooth</string>")
                + array("NSAccessorySetupWiFiSSIDPrefixes", "<string>MYCAM_</string>", "<string>My;Cam\\</string>")
                + "<key>NSAccessorySetupWiFiSSID</key><string>Hall</string>")
        #expect(app.ssidPrefixes == ["MYCAM_", "My;Cam\\\\"] && app.ssids == ["Hall"])
        #expect(!app.needsSSIDs && app.report.isEmpty)
        let options = try ManifestOptions.parse(["--name", "A", "--unit", "cam.service", "--ssid-prefix", "Old-"])
        let lines = try options.text(of: app).lines()
        #expect(lines.contains("SSIDs=Hall") && lines.contains(#"SSIDPrefixes=MYCAM_;My\x3bCam\\;Old-"#))
        let manifest = ManifestCheck(lines.joined(separator: "\n"), path: "org.example.cam.conf").manifest
        let prefixes = try ["MYCAM_", #"My;Cam\\"#, "Old-"].map { try SSID(text: $0) }
        #expect(manifest?.prefixes == Set(prefixes))
    }

    @Test func reportsKeysOfSetupThatItDoesNotTake() throws {
        let app = try app(
            array("NSAccessorySetupSupports", "<string>Bluetooth</string>")
                + array("NSAccessorySetupWiFiSSIDPrefixes", "<string>MYCAM_</string>")
                + array("NSAccessorySetupColours", "<string>blue</string>"))
        #expect(app.ssidPrefixes.isEmpty && app.otherKeys.isEmpty)
        #expect(
            app.report == [
                "Left out: NSAccessorySetupWiFiSSIDPrefixes: NSAccessorySetupSupports does not name WiFi",
                "Left out: NSAccessorySetupColours: a manifest has no such key",
            ])
    }

    @Test func takesNoPlaceholderOfABuild() throws {
        let app = try app(
            "<key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>"
                + "<key>CFBundleName</key><string>${PRODUCT_NAME}</string>")
        #expect(app.id == nil && app.name == nil)
        #expect(app.omissions.map(\.key) == ["CFBundleIdentifier", "CFBundleName"])
        #expect(app.report.first?.hasSuffix("replaces '$(PRODUCT_BUNDLE_IDENTIFIER)'; --id gives the value") == true)
    }

    @Test func showsNothingThatMovesTheCursor() throws {
        let app = try app("<key>A\u{1B}[2J\u{202E}</key><true/>")
        #expect(app.report.map(\.shown) == [#"Left out, not about accessories: A\x1b[2J\u{202e}"#])
        let named = try self.app("<key>CFBundleName</key><string>A\u{202E}B</string>")
        #expect(throws: Failure.self) { try ManifestOptions.parse(Self.options).text(of: named).lines() }
    }

    @Test(arguments: [
        ("NSAccessorySetupBluetoothServices", "<string>180</string>", "'180' is not a service's UUID"),
        ("NSAccessorySetupBluetoothServices", "<string>$(SERVICE)</string>", "of the built app"),
        ("NSAccessorySetupBluetoothServices", "<integer>180</integer>", "no text"),
        ("NSAccessorySetupBluetoothCompanyIdentifiers", "<string>107</string>", "'107' is no company identifier"),
        ("NSAccessorySetupBluetoothCompanyIdentifiers", "<string>006G</string>", "'006G'"),
        ("NSAccessorySetupBluetoothCompanyIdentifiers", "<integer>65536</integer>", "no text"),
        // An empty name would be no condition at all.
        ("NSAccessorySetupBluetoothNames", "<string/>", "empty"),
        ("NSAccessorySetupBluetoothNames", "<string>a;b</string>", "semicolon"),
        ("NSAccessorySetupWiFiSSIDPrefixes", "<string>123456789012345678901234567890123</string>", "32 bytes"),
    ])
    func refusesEntriesThatNoManifestHas(key: String, entry: String, part: String) {
        let fault = #expect(throws: PropertyListFault.self) { try app(array(key, entry)) }
        #expect(fault?.key == key)
        #expect(fault?.reason.contains(part) == true, "\(fault as Any)")
    }
}
