// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct AccessoryNameTests {
    private func accessories() throws -> [AccessoryStatus] {
        [
            try Fixture.accessory("a1", "Camera", "MyCam-1"), try Fixture.accessory("b2", "Camera", "MyCam-2"),
            try Fixture.accessory("c3", "MyCam-2", "\\xf0\\x9f\\x94\\x8c Plug"), try Fixture.accessory("d4", "b2", nil),
        ].map { AccessoryStatus(accessory: $0, records: []) }
    }

    private func find(_ text: String) throws -> String? {
        try AccessoryName(argument: text)?.find(in: accessories()).accessory.id
    }

    @Test(arguments: [
        ("a1", "a1"), ("MyCam-1", "a1"), ("b2", "b2"), ("\\xf0\\x9f\\x94\\x8c Plug", "c3"), ("🔌 Plug", "c3"),
    ])
    func findsAnAccessoryByIdentifierFirstThenByNameOrSSID(_ text: String, _ id: String) throws {
        #expect(try find(text) == id)
    }

    @Test func refusesANameThatSeveralHaveAndNamesThem() {
        let error = #expect(throws: Failure.self) { try find("Camera") }
        #expect(error?.status == 2)
        #expect(
            error?.text
                == "'Camera' names 2 accessories: a1 ('Camera', SSID 'MyCam-1'), b2 ('Camera', SSID 'MyCam-2'); "
                + "name one by its identifier")
        let mixed = #expect(throws: Failure.self) { try find("MyCam-2") }
        #expect(mixed?.text.contains("b2 ('Camera', SSID 'MyCam-2'), c3 ('MyCam-2', SSID") == true)
    }

    /// Another app's accessory of the same name is not meant.
    @Test func takesANameAmongTheAccessoriesOfTheApp() throws {
        let all = try [("a1", "org.example.camera"), ("b2", "org.example.viewer")].map { id, app in
            var record = try Fixture.record()
            record.app = app
            return AccessoryStatus(accessory: try Fixture.accessory(id, "Camera", nil), records: [record])
        }
        let name = try #require(AccessoryName(argument: "Camera"))
        let found = try ["org.example.camera", "org.example.viewer"].map { try name.find(in: all, of: $0).accessory.id }
        #expect(found == ["a1", "b2"])
        #expect(throws: Failure.self) { try name.find(in: all, of: "org.example.plug") }
        let identifier = try #require(AccessoryName(argument: "b2"))
        #expect(try identifier.find(in: all, of: "org.example.camera").accessory.id == "b2")
    }

    @Test(arguments: ["nothing", "\\q", "mycam-1"]) func knowsNoOther(_ text: String) {
        let error = #expect(throws: AccessoryError.self) { try find(text) }
        #expect(error.flatMap { Failure($0).status } == 10)
    }

    @Test func exitsWithSevenWhenRemovingFailsAndElseAsTheErrorDoes() async {
        for (code, status) in [
            (AccessoryError.Code.connectionFailed, 7), (.unknownAccessory, 10), (.restoreFailed, 5),
            (.invalidRequest, 2),
        ] {
            do {
                try await Failure.removing { throw AccessoryError(code, "no room on the disk") }
                Issue.record("nothing was thrown")
            } catch {
                #expect(Failure(any: error).status == Int32(status))
            }
        }
    }
}
