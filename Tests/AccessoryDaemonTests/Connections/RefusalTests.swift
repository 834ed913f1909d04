// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing
import Varlink

@Suite struct RefusalTests {
    @Test func aStrangerGetsNothingButDescriptions() async throws {
        try await Agent.run { agent in
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.app("stranger").call(.listAccessories).accessories
            }
            #expect(error?.code == .notAuthorized)
        }
    }

    /// Also a program that no manifest names: a description is no secret.
    @Test func eachSocketDescribesAllInterfaces() async throws {
        try await Agent.run { agent in
            for path in [agent.controlPath, agent.appPath("camera"), agent.appPath("stranger")] {
                let info: Info = try await ClientConnection(path: path)
                    .call("org.varlink.service.GetInfo", Nothing())
                #expect(info.interfaces == ["org.varlink.service"] + InterfaceName.allCases.map(\.rawValue))
                for name in info.interfaces {
                    let description: Description = try await ClientConnection(path: path)
                        .call("org.varlink.service.GetInterfaceDescription", ["interface": name])
                    #expect(description.description.contains("interface \(name)"))
                }
            }
        }
    }

    @Test func anAppWithoutAGrantIsRefused() async throws {
        try await Agent.run { agent in
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
            let error = await #expect(throws: AccessoryError.self) {
                for try await _ in try agent.app("plug").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001")) {}
            }
            #expect(error?.code == .notAuthorized)
            let check = await #expect(throws: AccessoryError.self) {
                try await agent.control.call(.checkAccess, AppAccessQuery(app: "org.example.plug", ssid: "MyCam-0001"))
                    .record
            }
            #expect(check?.code == .notAuthorized)
        }
    }

    @Test func anAppMayNotLookOutsideItsManifest() async throws {
        try await Agent.run { agent in
            let app = agent.app("camera")
            var events = try app.stream(.activate).makeAsyncIterator()
            _ = try await events.next()
            let items = [DisplayItem(name: "Spy", descriptor: DescriptorFields(ssid: "HomeNet"))]
            let error = await #expect(throws: AccessoryError.self) {
                try await app.call(.showPicker, ShowPickerRequest(items: items))
            }
            #expect(error?.code == .invalidRequest && error?.field == "items[0].descriptor.ssid")
        }
    }

    @Test func aPickerNeedsASessionAndSomebodyToShowIt() async throws {
        try await Agent.run { agent in
            let app = agent.app("camera")
            let items = [DisplayItem(name: "Camera", descriptor: DescriptorFields(ssidPrefix: "MyCam-"))]
            let unactivated = await #expect(throws: AccessoryError.self) {
                try await app.call(.showPicker, ShowPickerRequest(items: items))
            }
            #expect(unactivated?.code == .activationFailed)
            var events = try app.stream(.activate).makeAsyncIterator()
            _ = try await events.next()
            let unseen = await #expect(throws: AccessoryError.self) {
                try await app.call(.showPicker, ShowPickerRequest(items: items))
            }
            #expect(unseen?.code == .pickerUnavailable)
        }
    }

    @Test(arguments: [
        (DescriptorFields(ssid: "A", ssidPrefix: "B"), "items[0].descriptor.ssidPrefix"),
        (DescriptorFields(ssid: String(repeating: "x", count: 33)), "items[0].descriptor.ssid"),
        (DescriptorFields(ssidPrefix: ""), "items[0].descriptor.ssidPrefix"),
        (DescriptorFields(), "items[0].descriptor.ssid"),
    ])
    func aBadDescriptorIsNamed(_ fields: DescriptorFields, _ field: String) async throws {
        try await Agent.run { agent in
            let items = [DisplayItem(name: "Camera", descriptor: fields)]
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.app("camera").call(.showPicker, ShowPickerRequest(items: items))
            }
            #expect(error?.code == .invalidRequest && error?.field == field)
        }
    }

    @Test func aPassphraseOfSevenCharactersIsRefusedBeforeAnythingChanges() async throws {
        try await Agent.run { agent in
            let request = GrantRequest(app: "org.example.camera", ssid: "MyCam-0042", passphrase: "seven77")
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.control.call(.grantAccess, request).record
            }
            #expect(error?.code == .invalidRequest && error?.field == "passphrase")
            #expect(error.map { !$0.message.contains("seven77") } ?? false)
            let records = try await agent.control.access(app: nil).records
            #expect(records.isEmpty)
        }
    }

    @Test func wrongCallsGetTheStandardErrors() async throws {
        try await Agent.run { agent in
            func name(_ method: String, _ parameters: [String: Int] = [:]) async -> String? {
                let error = await #expect(throws: VarlinkError.self) {
                    let _: Nothing = try await ClientConnection(path: agent.controlPath).call(method, parameters)
                }
                return error?.name
            }
            #expect(await name("org.accessoryd.Control.Explode") == "org.varlink.service.MethodNotFound")
            #expect(await name("org.example.Other.Method") == "org.varlink.service.InterfaceNotFound")
            #expect(await name("org.accessoryd.Setup.ListAccessories") == "org.accessoryd.Setup.NotAuthorized")
            #expect(
                await name("org.accessoryd.Control.CheckAccess", ["app": 7]) == "org.varlink.service.InvalidParameter")
            #expect(await name("org.accessoryd.Control.Monitor") == "org.varlink.service.ExpectedMore")
        }
    }

    @Test func aMalformedMessageEndsThatConnectionAndNothingElse() async throws {
        try await Agent.run { agent in
            let socket = try Socket(path: agent.controlPath)
            let (ended, continuation) = AsyncStream<Void>.makeStream()
            socket.start { if case .end = $0 { continuation.finish() } }
            try socket.send(Array("{not json\0".utf8))
            for await _ in ended {}
            #expect(try await agent.control.call(.getStatus).apps == 2)
        }
    }

    private struct Info: Decodable {
        let interfaces: [String]
    }

    private struct Description: Decodable {
        let description: String
    }
}
