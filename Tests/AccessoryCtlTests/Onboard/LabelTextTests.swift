// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import FoundationEssentials
import Glibc
import LabelReading
import Testing

@testable import accessoryctl

@Suite struct LabelTextTests {
    private let espressif = #"{"ver":"v1","name":"PROV_C049EF","pop":"k7qm2vxd","transport":"softap"}"#

    /// A file with these bytes, for the time of the body.
    private func withFile<R>(_ bytes: [UInt8], _ body: (String) async throws -> R) async throws -> R {
        let file = FileManager.default.temporaryDirectory.appending(path: "label-\(UUID())")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await body(file.path)
    }

    private func failure(_ argument: String) async throws -> Failure {
        try await #require(throws: Failure.self) { _ = try await LabelText(argument).label().accessory() }
    }

    @Test func readsATextAndAFileWithIt() async throws {
        let label = try await LabelText(espressif).label()
        #expect(try label.accessory() == .label([try SSID(text: "PROV_C049EF")]))
        var terms = OnboardTerms(proof: ProvisioningProof(user: "anna"))
        terms.add(label)
        #expect(terms.proof == ProvisioningProof(user: "anna", secret: "k7qm2vxd"))
        try await withFile(Array((espressif + "\r\n").utf8)) { path in
            let read = try await LabelText(path).label()
            #expect(read == label)
        }
    }

    @Test func takesTheProofOfTheCommandLineFirst() throws {
        var terms = OnboardTerms(proof: ProvisioningProof(secret: "mine"), passphrase: try Passphrase("secret42"))
        terms.add(try Label(parsing: "WIFI:S:WLED-AP;T:WPA;P:wled1234;;"))
        terms.add(try Label(parsing: espressif))
        #expect(terms.proof.secret == "mine")
        #expect(terms.passphrase?.secret == "secret42")
    }

    /// A twin without the passphrase would get the network's.
    @Test func takesNoOpenTwinOfASecuredHotspot() async throws {
        let name = try await LabelText("WIFI:S:ShellyPlusPlugS-C049EF8C480C;T:WPA;P:secret42;;").label().accessory()
        let (twin, plug) = (try Fixture.plug(), try Fixture.plug(.wpa2))
        #expect(try name.accessories(in: [twin], isSecured: true, isProvable: true, isComplete: false) == [])
        #expect(try name.accessories(in: [twin, plug], isSecured: true, isProvable: true, isComplete: false) == [plug])
    }

    @Test func namesWhatAddsOtherAccessories() async throws {
        let matter = try await LabelText("MT:Y.K90SO527JA0648G00").label()
        #expect(try matter.accessory() == .other(matter))
        #expect(matter.refusal(nil).text.contains("a Matter controller, such as"))
        for text in ["518-08-582", "x-hm://0086412S4"] {
            #expect(try await failure(text).text.contains("an Apple device, with the Home app, adds it"))
        }
    }

    private static let sony = "W01:S:QAE0;P:a1b2c3d4;C:ILCE-7;M:020000000001;"

    /// A camera takes no network, and an app joins its hotspot.
    @Test func theLabelOfACameraIsForSetupAndJoin() async throws {
        let label = try await LabelText(Self.sony).label()
        let text = try await failure(Self.sony).text
        #expect(text.contains("a camera that takes no network") && text.contains("setup --label"))
        let hotspot = try LabelOptions.Hotspot(label)
        #expect(hotspot.ssids == [try SSID(text: "DIRECT-QAE0:ILCE-7")])
        #expect(hotspot.passphrase?.secret == "a1b2c3d4")
        let others = try [#"{"name":"Lock","transport":"ble"}"#, "MT:Y.K9042C00KA0648G00"].map {
            try Label(parsing: $0)
        }
        for other in others { #expect(throws: Failure.self) { try LabelOptions.Hotspot(other) } }
    }

    @Test(arguments: [("H:true;", true), ("H:false;", false), ("", false)])
    func theLabelOfANetworkShowsWhetherItIsHidden(field: String, isHidden: Bool) throws {
        let label = try Label(parsing: "WIFI:T:WPA;S:MyCam-0099;P:camera-0099;\(field);")
        #expect(try LabelOptions.Hotspot(label).isHidden == isHidden)
    }

    @Test func aLabelIsAnAnswerToTheQuestionForAPassphrase() throws {
        let ssid = try SSID(text: "DIRECT-QAE0:ILCE-7")
        for network in [ssid, nil] {
            #expect(try TypedPassphrase.read(Self.sony, for: network).secret == "a1b2c3d4")
            #expect(try TypedPassphrase.read("a1b2c3d4", for: network).secret == "a1b2c3d4")
            // It is also HomeKit's code.
            #expect(try TypedPassphrase.read("46637726", for: network).secret == "46637726")
        }
        let (other, open) = ("WIFI:S:MyCam;T:WPA;P:secret12;;", "WIFI:S:DIRECT-QAE0\\:ILCE-7;;")
        #expect(throws: TypedPassphrase.Fault.otherNetwork) { try TypedPassphrase.read(other, for: ssid) }
        #expect(throws: TypedPassphrase.Fault.missing) { try TypedPassphrase.read(open, for: ssid) }
        #expect(throws: TypedPassphrase.Fault.passphrase(.length(5))) { try TypedPassphrase.read("short", for: nil) }
    }

    /// No look finds it, and the label is the proof.
    @Test func aKeyOfEasyConnectIsTheWholeOrder() async throws {
        let key = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADURzxmttZoIRIPWGoQMV00XHWCAQIhXruVWOz0NjlkIA="
        let text = "DPP:C:81/1;M:02aabbccddee;I:Lamp;K:\(key);;"
        let label = try await LabelText(text).label()
        var terms = OnboardTerms()
        terms.add(label)
        let accessory = try #require(OnboardChoice.named(try label.accessory()).hidden)
        #expect(accessory.name == "Lamp" && accessory.family == "easyConnect")
        let form = OnboardForm(accessory, terms)
        #expect(form.open.isEmpty && form.request.label == text && form.request.proof == nil)
        #expect(form.request.ssid == nil && form.request.bluetoothAddress == nil)
        #expect(!"\(terms)".contains(key))
        #expect(OnboardChoice.all.hidden == nil && OnboardChoice.named(.text("Lamp")).hidden == nil)
    }

    @Test func quotesNothingOfAWrongLabel() async throws {
        for text in ["WIFI:S:a;T:WPA2-EAP;P:geheim77;;", "geheim77", String(repeating: "g", count: 3000)] {
            let failure = try await failure(text)
            #expect(!failure.text.contains(text))
        }
        try await withFile(Array(repeating: 0x67, count: 3000)) { path in
            let text = try await failure(path).text
            #expect(text.contains("neither a label's text nor a picture"))
        }
    }

    @Test func namesAFileThatIsNotThere() async throws {
        for path in ["/nonexistent/label.png", "./no-such-label.png", "no-such-label.png", "labels/Hall.JPG"] {
            let text = try await failure(path).text
            #expect(text.contains("'\(path)'") && text.contains("No such file"))
        }
        for secret in ["no-such-label", "WIFI:X:geheim.png"] {
            let text = try await failure(secret).text
            #expect(text.contains("no file has this name, either") && !text.contains(secret))
        }
    }

    @Test func readsUTF8FirstAndLatin1Else() async throws {
        let latin: [UInt8] = Array("WIFI:S:K".utf8) + [0xFC] + Array("che;;".utf8)
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("WIFI:S:Küche;;".utf8)
        for bytes in [latin, marked, Array("WIFI:S:Küche;;".utf8)] {
            #expect(LabelEncoding.text(bytes) == "WIFI:S:Küche;;")
            try await withFile(bytes) { path in
                let label = try await LabelText(path).label()
                #expect(label.names == .networks([try SSID(text: "Küche")]))
            }
        }
    }

    @Test func recognisesPicturesByTheirFirstBytes() async throws {
        #expect(LabelPicture.Form([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
        #expect(LabelPicture.Form(Array("WIFI:".utf8)) == nil)
        try await withFile([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]) { path in
            let text = try await failure(path).text
            #expect(text.contains("cannot read the picture") || text.contains("apt-get install zbar-tools"))
        }
    }

    /// A machine without zbarimg learns which package has it.
    @Test func readsTheCodeOfAPicture() async throws {
        let picture = try #require(Data(base64Encoded: Self.picture))
        try await withFile(Array(picture)) { path in
            guard access(LabelPicture.decoder, X_OK) == 0 else {
                let text = try await failure(path).text
                #expect(text.contains("sudo apt-get install zbar-tools"))
                return
            }
            let label = try await LabelText(path).label()
            #expect(label.names == .networks([try SSID(text: "WLED-AP")]))
            #expect(label.passphrase?.secret == "wled1234")
        }
    }

    /// `WIFI:S:WLED-AP;T:WPA;P:wled1234;;` in PNG.
    private static let picture = """
        iVBORw0KGgoAAAANSUhEUgAAAF0AAABdAQMAAAD9v/iAAAAABlBMVEUAAAD///+l2Z/dAAAAAnRSTlP//8i138cAAAAJcEhZcwAA\
        CxIAAAsSAdLdfvwAAADlSURBVDiNxdQxjsMgEAXQH1G4MxdAyjXouBkmF4Ar0fkaSFxg3VGgnYydKNnGw1bJVH4F9gzzZdCfwscQ\
        oIjMDGgRiWoEvOMHCRGVVuOtGiKgzP/A1oofgTu4UXm3cwKeJ9q9Vy2Ca6OuX1d1Au7ykvtlNYuMqS9k9KpIxv55dctFi0jtyivB\
        NEB0KqDPbgRL1OCnYx4JxaP+PC9eQIdTEcfY50itLJl3XEkEF79Ut6JF8OaCNbOFDM4BUeEziwhOVcodjxyICFZtdE0jREe/U5XB\
        HaRWt3zk4Bx7RvlArknEF/4hd+ve53EruhMAAAAAAElFTkSuQmCC
        """
}
