// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import FoundationEssentials
import Testing

@testable import AccessoryDaemon

@Suite struct ConfigurationTests {
    private let camera = ConfigurationFolder.camera

    private func read(_ files: [String: String], links: [String: String] = [:]) throws -> Configuration {
        let folder = try ConfigurationFolder()
        try folder.write(files)
        for (path, target) in links { try folder.link(path, to: target) }
        return folder.read()
    }

    @Test func laterDirectoriesWinByFileName() throws {
        let configuration = try read([
            "usr/apps.d/a.conf": camera, "etc/apps.d/a.conf": camera.replacing("Camera", with: "Other"),
            "usr/apps.d/b.conf": camera,
        ])
        #expect(configuration.manifests.byID.mapValues(\.name) == ["a": "Other", "b": "Camera"])
        #expect(configuration.faults.isEmpty)
    }

    @Test func warnsOfASecondAppWithTheIdentityOfTheFirst() throws {
        let configuration = try read(["usr/apps.d/a.conf": camera, "etc/apps.d/b.conf": camera])
        #expect(configuration.faults.isEmpty)
        let doubt = try #require(configuration.doubts.first)
        #expect(doubt.path.hasSuffix("/etc/apps.d/b.conf") && doubt.reason.contains("/usr/apps.d/a.conf"))
    }

    @Test func aLinkToNullMasks() throws {
        let files = ["usr/apps.d/a.conf": camera, "etc/apps.d/b.conf": camera]
        let configuration = try read(files, links: ["etc/apps.d/a.conf": "/dev/null"])
        #expect(Array(configuration.manifests.byID.keys) == ["b"])
        #expect(configuration.faults.isEmpty)
        #expect(configuration.isGone("a"))
    }

    @Test func oneBadFileHidesNoGoodOne() throws {
        let configuration = try read([
            "etc/apps.d/good.conf": camera, "etc/apps.d/key.conf": camera + "SSIDPrefixs=X\nSSIDs=\\q\n",
            "etc/apps.d/syntax.conf": "what is this", "etc/accessoryd.conf": "[Radios]\nInterface=wlan0\n",
        ])
        #expect(Array(configuration.manifests.byID.keys) == ["good"])
        let faults = configuration.faults.map { "\($0)".split(separator: "/").last.map { String($0) } ?? "" }
        #expect(faults.count == 4)
        #expect(faults[0].hasPrefix("accessoryd.conf:2: [Radios] Interface: unknown key"))
        #expect(faults[1].hasPrefix("key.conf:7: [Discovery] SSIDPrefixs: unknown key"))
        #expect(faults[2].hasPrefix(#"key.conf:8: [Discovery] SSIDs: '\q' is no SSID"#))
        #expect(faults[3].hasPrefix("syntax.conf:1: "))
    }

    @Test func knowsWhatIsGoodFaultyAndGone() throws {
        let configuration = try read(
            ["usr/apps.d/good.conf": camera, "usr/apps.d/hidden.conf": camera, "etc/apps.d/hidden.conf": "[App]\n"],
            links: ["etc/apps.d/dangling.conf": "nowhere.conf"])
        guard case .good(let manifest) = configuration.standing(of: "good") else {
            Issue.record("good is \(configuration.standing(of: "good"))")
            return
        }
        #expect(manifest.id == "good")
        #expect(configuration.standing(of: "hidden") == .faulty)
        #expect(configuration.standing(of: "dangling") == .faulty)
        #expect(configuration.standing(of: "absent") == .gone)
        #expect(configuration.isGone("absent") && !configuration.isGone("good") && !configuration.isGone("hidden"))
    }

    @Test func withoutManifestsEveryAppIsGone() throws {
        let configuration = try read(["etc/accessoryd.conf": ""])
        #expect(configuration.faults.isEmpty)
        #expect(configuration.isGone("a"))
    }

    @Test func withoutAnyDirectoryNothingIsKnown() throws {
        let configuration = try read([:])
        #expect(configuration.faults.isEmpty)
        #expect(configuration.standing(of: "a") == .faulty)
    }

    @Test(arguments: ["etc/apps.d", "etc"])
    func aDirectoryThatCannotBeReadTakesNoAppAway(directory: String) throws {
        let folder = try ConfigurationFolder()
        try folder.write(["usr/apps.d/good.conf": camera])
        // A file, or a link to what may not be mounted yet: neither means that there are no apps.
        if directory == "etc" { try folder.link(directory, to: "nowhere") } else { try folder.write([directory: ""]) }
        let configuration = folder.read()
        #expect(!configuration.isGone("absent"))
        #expect(Array(configuration.manifests.byID.keys) == ["good"])
        #expect(configuration.faults.contains { $0.path.hasPrefix(folder[directory]) }, "\(configuration.faults)")
    }

    @Test func whatComesWithUsIsWithoutFault() throws {
        // A copy: a checkout may be somebody else's.
        let folder = try ConfigurationFolder()
        let conf = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../conf").path
        let files = try ["apps.d", "provision.d"].flatMap { directory in
            try FileManager.default.contentsOfDirectory(atPath: "\(conf)/\(directory)").map { "\(directory)/\($0)" }
        }
        for file in files + ["accessoryd.conf"] {
            try folder.write(["conf/" + file: String(contentsOfFile: "\(conf)/\(file)", encoding: .utf8)])
        }
        let configuration = folder.read(["conf"])
        #expect(configuration.faults.isEmpty)
        let apps = ["org.example.camera", "org.example.doorbell", "org.example.plug"]
        #expect(configuration.manifests.byID.keys.sorted() == apps)
        let plans = ["doorbell", "hall-lamp", "hall-plug", "new-plugs", "porch-camera"]
        #expect(configuration.plans.keys.sorted() == plans)
    }

    @Test func aConfiguratorsKeyBelongsToOneNetwork() throws {
        let good = try read([
            "etc/accessoryd.conf":
                "[Uplink]\nNetwork=Home\nConfiguratorKeyFile=/etc/a\n[Uplink IoT]\nSSID=IoT\nPassphraseCredential=p\n"
                + "ConfiguratorKeyCredential=b\n"
        ])
        #expect(good.faults.isEmpty, "\(good.faults)")
        #expect(good.configuratorKeys == ["": .file("/etc/a"), "IoT": .credential("b")])
        for (text, line) in [
            ("[Uplink]\nConfiguratorKeyFile=/etc/a\n", 2), ("[Uplink]\nNetwork=A\nConfiguratorKeyFile=a\n", 3),
            ("[Uplink]\nNetwork=A\nConfiguratorKeyFile=/a\nConfiguratorKeyCredential=a\n", 3),
        ] {
            let bad = try read(["etc/accessoryd.conf": text])
            #expect(bad.faults.map(\.line) == [line] && bad.configuratorKeys.isEmpty, "\(bad.faults)")
        }
        let packages = try read(["lib/accessoryd.conf": "[Uplink]\nNetwork=A\nConfiguratorKeyFile=/a\n", "etc/x": ""])
        #expect(packages.configuratorKeys.isEmpty)
    }

    @Test func aNetworkMayBeHandedOverWithWPA2Alone() throws {
        let good = try read([
            "etc/accessoryd.conf":
                "[Uplink]\nNetwork=Home\nSecurity=wpa2\n[Uplink IoT]\nSSID=IoT\nPassphraseCredential=p\n"
                + "[Uplink Lamps]\nNetwork=Lamps\nSecurity=wpa2\n"
        ])
        #expect(good.faults.isEmpty, "\(good.faults)")
        #expect(good.policy.wpa2Only == ["", "Lamps"])
        for (text, line) in [
            ("[Uplink]\nNetwork=A\nSecurity=wpa3\n", 3),
            ("[Uplink]\nSSID=A\nConfiguratorKeyFile=/a\nSecurity=wpa2\n", 4),
        ] {
            let bad = try read(["etc/accessoryd.conf": text])
            #expect(bad.faults.map(\.line) == [line] && bad.policy.wpa2Only.isEmpty, "\(bad.faults)")
        }
        let packages = try read(["lib/accessoryd.conf": "[Uplink]\nNetwork=A\nSecurity=wpa2\n", "etc/x": ""])
        #expect(packages.policy.wpa2Only.isEmpty)
    }

    @Test func aNetworkOfConnectorsAloneHasNoPassphrase() throws {
        let iot = "[Uplink IoT]\nSSID=IoT\n"
        let good = try read(["etc/accessoryd.conf": iot + "ConfiguratorKeyCredential=b\n"])
        #expect(good.faults.isEmpty, "\(good.faults)")
        #expect(good.policy.networks == ["IoT": .connectors(try SSID(text: "IoT"))])
        let bad = try read(["etc/accessoryd.conf": iot])
        #expect(bad.faults.map(\.line) == [2] && bad.policy.networks.isEmpty)
        #expect(bad.faults.first?.description.contains("ConfiguratorKeyFile") == true)
    }

    @Test func interfacesMayBeLimited() throws {
        let configuration = try read(["etc/accessoryd.conf": "[Radios]\nInterfaces=wlan1;wlan2\nColour=red\nwhat\n"])
        #expect(configuration.interfaces == ["wlan1", "wlan2"])
        #expect(configuration.faults.map(\.line) == [3, 4])
    }

    @Test func accessoriesSeeAnAddressOfTheirOwnWhereThatIsWanted() throws {
        #expect(try read([:]).address == .permanent)
        #expect(try read(["etc/accessoryd.conf": "[Radios]\nAddress=stable\n"]).address == .stable)
        let wrong = try read(["etc/accessoryd.conf": "[Radios]\nAddress=random\n"])
        #expect(wrong.address == .permanent && wrong.faults.map(\.line) == [2])
    }

    @Test func theAdministratorMayAllowShortPrefixes() throws {
        let short = camera.replacing("MyCam-", with: "M")
        let allowing = "[Discovery]\nShortestSSIDPrefix=1\n"
        #expect(try read(["etc/apps.d/a.conf": short]).standing(of: "a") == .faulty)
        let allowed = try read(["usr/apps.d/a.conf": short, "etc/accessoryd.conf": allowing])
        #expect(allowed.faults.isEmpty)
        #expect(Array(allowed.manifests.byID.keys) == ["a"])
        // A package's file may not.
        let packaged = try read(["usr/apps.d/a.conf": short, "usr/accessoryd.conf": allowing])
        #expect(packaged.standing(of: "a") == .faulty)
        #expect(packaged.faults.first?.key == "ShortestSSIDPrefix")
    }

    @Test(arguments: ["0", "33", "-1", "+3", "three", "", "03"])
    func theShortestPrefixIsANumberOfBytes(text: String) throws {
        let configuration = try read(["etc/accessoryd.conf": "[Discovery]\nShortestSSIDPrefix=\(text)\n"])
        #expect(configuration.faults.map(\.line) == [2])
        #expect(configuration.shortestPrefix == 3)
    }

    @Test func theAdministratorLimitsTheListeningForAppsThatDoNotRun() throws {
        let limit = "[Presence]\nListening=0\n"
        #expect(try read(["etc/accessoryd.conf": limit]).listening == 0)
        #expect(try read(["usr/accessoryd.conf": limit]).faults.map(\.key) == ["Listening"])
        for text in ["61", "-1", "05", ""] {
            let configuration = try read(["etc/accessoryd.conf": "[Presence]\nListening=\(text)\n"])
            #expect(configuration.faults.map(\.line) == [2])
            #expect(configuration.listening == 15)
        }
    }

    @Test func theAdministratorNamesAppsThatMayHaveTheUplinksCredentials() throws {
        let naming = "[Uplink]\nCredentialsFor=a;b\n"
        let configuration = try read(["etc/apps.d/a.conf": camera, "etc/accessoryd.conf": naming])
        #expect(configuration.policy.apps == ["a", "b"])
        // An app that is not installed, or misspelt, is a fault.
        #expect(configuration.faults.map(\.key) == ["CredentialsFor"])
        #expect(configuration.faults.first?.reason.contains("apps.d/b.conf") == true)
        #expect(try read(["etc/apps.d/a.conf": camera]).policy.apps.isEmpty)
    }

    @Test func noPackageGivesTheUplinksCredentialsAway() throws {
        let naming = "[Uplink]\nCredentialsFor=a\n"
        let configuration = try read(["usr/apps.d/a.conf": camera, "usr/accessoryd.conf": naming])
        #expect(configuration.policy.apps.isEmpty)
        #expect(configuration.faults.map(\.key) == ["CredentialsFor"])
        #expect(configuration.faults.first?.reason.contains("administrator") == true)
    }

    @Test func theAdministratorAloneNamesTheHomeNetwork() throws {
        let named = try read(["etc/accessoryd.conf": "[Uplink]\nNetwork=IoT\nCleartext=refuse\n"])
        #expect(
            named.policy.homeNetwork == .profile("IoT") && named.policy.clearText == .refuse && named.faults.isEmpty)
        let shipped = try read(["usr/accessoryd.conf": "[Uplink]\nNetwork=IoT\nCleartext=allow\n"])
        #expect(shipped.policy.homeNetwork == nil && shipped.policy.clearText == .ask)
        #expect(Set(shipped.faults.map(\.key)) == ["Network", "Cleartext"])
        let odd = try read(["etc/accessoryd.conf": "[Uplink]\nNetwork=\nCleartext=yes\n"])
        #expect(
            odd.policy.homeNetwork == nil && odd.policy.clearText == .ask
                && odd.faults.map(\.key) == ["Network", "Cleartext"])
    }

    @Test func theHomeNetworkMayBeOneThatNetworkManagerDoesNotKnow() throws {
        let stored = try read(["etc/accessoryd.conf": "[Uplink]\nSSID=IoT\nPassphraseCredential=iot\n"])
        let iot = try SSID(text: "IoT")
        #expect(stored.policy.homeNetwork == .stored(iot, .credential("iot")) && stored.faults.isEmpty)
        for (keys, key) in [
            ("SSID=IoT", "SSID"), ("PassphraseFile=/a", "SSID"), ("SSID=IoT\nPassphraseFile=a", "PassphraseFile"),
            ("SSID=IoT\nNetwork=IoT", "SSID"), ("Network=IoT\nPassphraseFile=/a", "Network"),
            ("SSID=IoT\nPassphraseFile=/a\nPassphraseCredential=b", "PassphraseFile"),
            ("SSID=\nPassphraseFile=/a", "SSID"),
        ] {
            let odd = try read(["etc/accessoryd.conf": "[Uplink]\n\(keys)\n"])
            #expect(odd.policy.homeNetwork == nil && odd.faults.map(\.key) == [key], "\(keys): \(odd.faults)")
        }
    }

    @Test func theAdministratorNamesMoreNetworksForAccessories() throws {
        let file = "[Uplink IoT]\nSSID=IoT\nPassphraseCredential=iot\n[Uplink Guests]\nNetwork=guests\n"
        let named = try read(["etc/accessoryd.conf": file])
        let iot = HomeNetwork.stored(try SSID(text: "IoT"), .credential("iot"))
        #expect(named.policy.networks == ["IoT": iot, "Guests": .profile("guests")] && named.faults.isEmpty)
        #expect(named.policy.homeNetwork == nil)
        let shipped = try read(["usr/accessoryd.conf": file])
        #expect(shipped.policy.networks.isEmpty && shipped.faults.count == 3)
        for (group, key) in [("SSID=IoT", "SSID"), ("", nil), ("Cleartext=allow\nNetwork=a", "Cleartext")] {
            let odd = try read(["etc/accessoryd.conf": "[Uplink IoT]\n\(group)\n"])
            #expect(odd.faults.map(\.key) == [key], "\(group): \(odd.faults)")
        }
    }

    @Test func namesTheProgramsThatAreUsersPickers() throws {
        #expect(try read(["etc/accessoryd.conf": ""]).pickers == ["/usr/bin/accessory-picker"])
        #expect(try read(["etc/accessoryd.conf": "[Picker]\n"]).pickers == ["/usr/bin/accessory-picker"])
        let named = try read(["usr/accessoryd.conf": "[Picker]\nExecutables=/usr/bin/a;/opt/b/c\n"])
        #expect(named.pickers == ["/usr/bin/a", "/opt/b/c"] && named.faults.isEmpty && named.doubts.isEmpty)
        let off = try read(["etc/accessoryd.conf": "[Picker]\nExecutables=\n"])
        #expect(off.pickers.isEmpty && off.faults.isEmpty)
    }

    @Test(arguments: ["picker", "bin/picker", "/usr//bin/picker", "/usr/bin/", "/usr/../bin/picker", "/"])
    func aUsersPickerIsAFullPath(path: String) throws {
        let configuration = try read(["etc/accessoryd.conf": "[Picker]\nExecutables=/usr/bin/good;\(path)\n"])
        #expect(configuration.pickers == ["/usr/bin/good"])
        let fault = try #require(configuration.faults.first)
        #expect(configuration.faults.count == 1 && fault.line == 2 && fault.reason.hasPrefix("'\(path)' "))
        #expect("\(fault)".contains("etc/accessoryd.conf:2: [Picker] Executables: "))
        // A bad entry does not bring the default back.
        let alone = try read(["etc/accessoryd.conf": "[Picker]\nExecutables=\(path)\n"])
        #expect(alone.pickers.isEmpty && alone.faults.count == 1)
    }

    @Test func warnsOfAnInterpreterAsAUsersPicker() throws {
        let configuration = try read(["etc/accessoryd.conf": "[Picker]\nExecutables=/usr/bin/python3.11\n"])
        #expect(configuration.pickers == ["/usr/bin/python3.11"] && configuration.faults.isEmpty)
        #expect(configuration.doubts.map(\.key) == ["Executables"])
    }
}
