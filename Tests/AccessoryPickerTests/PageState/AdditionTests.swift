// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import FoundationEssentials
import LabelReading
import Testing

@testable import accessory_picker

@Suite struct AdditionTests {
    private static let plugID = "wifi-02:00:00:00:02:01-Shelly-1"

    private static func plug(security: Security = .open, signal: Int = 80) throws -> NewAccessory {
        NewAccessory(
            name: "Shelly-1", family: "shelly", familyName: "Shelly", isCertain: true, ssid: try SSID(text: "Shelly-1"),
            bssid: MACAddress("02:00:00:00:02:01"), security: security, signal: signal, mayNeedProof: false,
            isClearText: true)
    }

    private static func looking(_ accessories: NewAccessory...) -> Addition {
        var addition = Addition()
        addition.found(NewAccessoryList(accessories: accessories, others: [], isComplete: true))
        return addition
    }

    private func begun() throws -> Addition {
        var addition = Self.looking(try Self.plug())
        let begun = addition.begin(Self.plugID)
        try #require(begun != nil)
        return addition
    }

    private static func ended(_ outcome: OnboardOutcome, page: String? = nil) -> OnboardProgress {
        OnboardProgress(step: .ended, outcome: outcome, address: "192.168.1.20", page: page)
    }

    @Test func hasTheAgentsRefusalAsLongAsTheAgentHasIt() throws {
        var addition = Addition()
        addition.found(NewAccessoryList(accessories: [], others: [], isComplete: false, refusal: "write it"))
        #expect(addition.refusal == .agent)
        addition.found(NewAccessoryList(accessories: [], others: [], isComplete: false))
        #expect(addition.refusal == nil)
    }

    @Test func keepsAnAccessorysIdentifierAsLongAsItsName() throws {
        var addition = Self.looking(try Self.plug())
        let before = addition.items.map(\.id)
        addition.found(NewAccessoryList(accessories: [try Self.plug(signal: 40)], others: [], isComplete: true))
        #expect(addition.items.map(\.id) == before)
        let device = NewAccessory(
            name: "x", family: "improv", familyName: "Improv", isCertain: true,
            bluetoothAddress: MACAddress("02:00:00:00:02:02"), rssi: -60, mayNeedProof: false, isClearText: true)
        addition.found(NewAccessoryList(accessories: [try Self.plug(), device], others: [], isComplete: true))
        #expect(Set(addition.items.map(\.id)).count == 2)
    }

    @Test func aPersonNamesAndPicturesWhatWasAdded() throws {
        var addition = try begun()
        var end = Self.ended(.onNetwork)
        end.accessory = Accessory(
            id: "7", displayName: "Shelly-1", image: "image:7", ssid: nil, bssid: nil, state: .authorized)
        addition.receive(end, of: addition.attempt)
        #expect(addition.accessory == "7" && addition.name == "Shelly-1" && addition.image == "image:7")
        addition.renamed("8", "Another")
        #expect(addition.name == "Shelly-1")
        addition.renamed("7", "Hall plug")
        #expect(addition.name == "Hall plug")
        for (id, image) in [("8", "image:8"), ("7", "image:9"), ("7", nil)] {
            addition.depicted(
                Accessory(id: id, displayName: "Hall plug", image: image, ssid: nil, bssid: nil, state: .authorized))
            #expect(addition.image == (id == "7" ? image : "image:7"))
        }
    }

    @Test func everyFamilyHasAPicture() {
        let drawings = String(decoding: PageFile(name: "families.js").bytes, as: UTF8.self)
        for family in Family.allCases { #expect(drawings.contains("\n  \(family.rawValue): ["), "\(family)") }
    }

    @Test func twoOfOneNameAreTwoAndShowTheirAddresses() throws {
        var twin = try Self.plug()
        twin.bssid = MACAddress("02:00:00:00:02:07")
        let data = try JSONEncoder().encode(Self.looking(try Self.plug(), twin))
        let text = String(decoding: data, as: UTF8.self)
        for address in ["02:00:00:00:02:01", "02:00:00:00:02:07"] {
            #expect(text.contains(#""bssid":"\#(address)""#) && text.contains("wifi-\(address)-Shelly-1"), "\(text)")
        }
    }

    @Test func onlyAProtectedHotspotNeedsAPassphrase() throws {
        #expect(try Self.plug().questions == [.consent])
        #expect(try Self.plug(security: .wpa2).questions == [.passphrase, .consent])
    }

    @Test func showsWhatHasTheNameOfALabel() throws {
        let namesake = Namesake(name: "Lock", reason: .noFamily, explanation: "nothing shows its family")
        var addition = Addition()
        addition.found(NewAccessoryList(accessories: [], others: [], namesakes: [namesake], isComplete: true))
        #expect(addition.namesakes == [namesake])
        addition.stoppedLooking()
        #expect(addition.namesakes.isEmpty)
    }

    @Test func onlyWhatIsThereCanBeAddedAndOnlyOnce() throws {
        var addition = Self.looking(try Self.plug())
        let attempts = ["wifi-02:00:00:00:02:09-Other", Self.plugID, Self.plugID].map { addition.begin($0) }
        #expect(attempts == [nil, 1, nil])
        #expect(addition.mode == .working)
    }

    @Test func goesThroughItsStepsToItsEnd() throws {
        var addition = try begun()
        let device = ReportedDevice(name: "Hall plug")
        for progress in [
            OnboardProgress(step: .joining), OnboardProgress(step: .joining),
            OnboardProgress(step: .identified, device: device), OnboardProgress(step: .restoring),
        ] {
            addition.receive(progress, of: addition.attempt)
        }
        #expect(addition.steps == [.joining, .identified, .restoring])
        #expect(addition.device == device)
        addition.receive(Self.ended(.onNetwork), of: addition.attempt)
        #expect(addition.mode == .finished)
        #expect(addition.outcome == .onNetwork)
        #expect(addition.address == "192.168.1.20")
    }

    @Test func hasTheCodeOfARefusalAndNoSentence() throws {
        var addition = try begun()
        let reason = FailureReason(.ownWords, names: ["not now"])
        addition.receive(
            OnboardProgress(step: .ended, outcome: .refused, explanation: "an English sentence", reason: reason),
            of: addition.attempt)
        #expect(addition.outcome == .refused && addition.reason == reason)
        #expect(!String(decoding: try JSONEncoder().encode(addition), as: UTF8.self).contains("English"))
    }

    static let pages: [(String, Bool)] = [
        ("http://192.168.1.20/", true), ("https://plug.local", true), ("HTTP://x", true),
        ("javascript:alert(1)", false),
        ("data:text/html,x", false), ("http://", false), ("//x", false), ("http://a b", false),
        ("http://\u{202E}x", false),
        ("", false),
    ]

    @Test(arguments: pages) func onlyAPageOfTheWebBecomesALink(page: String, isLink: Bool) throws {
        var addition = try begun()
        addition.receive(Self.ended(.onNetwork, page: page), of: addition.attempt)
        #expect(addition.page == (isLink ? page : nil))
    }

    @Test func whatAnEarlierAttemptReportsChangesNothing() throws {
        var addition = try begun()
        let first = addition.attempt
        addition.stop()
        #expect(addition.mode == .choosing)
        addition.found(NewAccessoryList(accessories: [try Self.plug()], others: [], isComplete: true))
        _ = addition.begin(Self.plugID)
        let before = addition
        addition.receive(Self.ended(.onNetwork), of: first)
        addition.failed(AccessoryError(.busy, "busy"), of: first)
        addition.interrupted(first)
        #expect(addition == before)
    }

    @Test func anAgentThatGoesAwayInterrupts() throws {
        var addition = try begun()
        addition.interrupted(addition.attempt)
        #expect(addition.mode == .finished)
        #expect(addition.isInterrupted)
    }

    @Test func showsWhyTheAgentRefused() throws {
        var addition = try begun()
        addition.failed(AccessoryError(.notAuthorized, "write CredentialsFor"), of: addition.attempt)
        #expect(addition.mode == .finished)
        #expect(addition.error?.message == "write CredentialsFor")
    }

    @Test func sendsThePageWhatItShows() throws {
        let data = try JSONEncoder().encode(Self.looking(try Self.plug()))
        let text = String(decoding: data, as: UTF8.self)
        for part in [#""id":"\#(Self.plugID)""#, #""signal":80"#, #""asks":["consent"]"#, #""mode":"choosing""#] {
            #expect(text.contains(part), "\(part)")
        }
    }
}
