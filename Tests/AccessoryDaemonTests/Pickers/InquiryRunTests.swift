// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing

/// Questions to a person about an accessory that the app has already.
@Suite struct InquiryRunTests {
    private func answering(
        _ agent: Agent, _ answer: @escaping @Sendable (PickerQuestion) -> String??,
        _ ask: @escaping @Sendable (SetupClient, Accessory) async throws -> Accessory
    ) async throws -> (result: Accessory?, error: AccessoryError?) {
        let record = try await agent.grant()
        let person = Person(agent: agent, chooses: "none", answers: answer)
        return try await person.present {
            do {
                return (try await ask(agent.app("camera"), record.accessory), nil)
            } catch let error as AccessoryError {
                return (nil, error)
            }
        }.result
    }

    @Test func aPersonRenamesWhereTheAppGivesNoName() async throws {
        try await Agent.run { agent in
            let (renamed, _) = try await answering(
                agent, { $0.kind == .name && $0.text == "MyCam-0001" ? "Porch" : nil },
                { app, accessory in
                    try await app.call(.renameAccessory, RenameRequest(accessory: accessory.id)).accessory
                })
            #expect(renamed?.displayName == "Porch" && renamed?.ssid?.description == "MyCam-0001")
        }
    }

    @Test func theNetworkIsRenamedOnlyByAPersonAndOnlyToWhatTheAppMayHave() async throws {
        for (name, network) in [("MyCam-Porch", "MyCam-Porch"), ("HomeNet", "MyCam-0001")] {
            try await Agent.run { agent in
                let (renamed, _) = try await answering(
                    agent, { $0.text == "MyCam-Suggested" ? name : nil },
                    { app, accessory in
                        try await app.call(
                            .renameAccessory,
                            RenameRequest(accessory: accessory.id, name: "MyCam-Suggested", options: [.ssid])
                        ).accessory
                    })
                #expect(renamed?.displayName == name && renamed?.ssid?.description == network)
            }
        }
    }

    @Test func whoDeclinesChangesNothing() async throws {
        try await Agent.run { agent in
            let (_, error) = try await answering(
                agent, { _ in nil },
                { app, accessory in
                    try await app.call(.renameAccessory, RenameRequest(accessory: accessory.id)).accessory
                })
            #expect(error?.code == .userCancelled)
            let names = try await agent.control.access(app: Agent.camera).records.map(\.accessory.displayName)
            #expect(names == ["MyCam-0001"])
        }
    }

    @Test func aPersonLetsAnAppHaveMoreOfItsAccessory() async throws {
        try await Agent.run { agent in
            let (widened, _) = try await answering(
                agent,
                {
                    let isAsked =
                        $0.kind == .authorization && $0.text == "Wi-Fi 'MyCam-0002'"
                        && $0.scope == Scope(ssid: "MyCam-0002", hasBluetooth: false)
                    return isAsked ? .some(nil) : nil
                },
                { app, accessory in
                    try await app.call(
                        .updateAuthorization,
                        UpdateAuthorizationRequest(
                            accessory: accessory.id, descriptor: DescriptorFields(ssid: "MyCam-0002"))
                    ).accessory
                })
            #expect(
                widened?.ssid?.description == "MyCam-0002" && widened?.descriptor?.ssid?.description == "MyCam-0002")
        }
    }

    @Test func nobodyIsAskedForWhatTheManifestForbids() async throws {
        try await Agent.run { agent in
            let record = try await agent.grant()
            let error = await #expect(throws: AccessoryError.self) {
                try await agent.app("camera").call(
                    .updateAuthorization,
                    UpdateAuthorizationRequest(
                        accessory: record.accessory.id, descriptor: DescriptorFields(ssid: "HomeNet"))
                ).accessory
            }
            #expect(error?.code == .invalidRequest && error?.field == "descriptor.ssid")
        }
    }

    @Test func anAppThatGoesTakesItsQuestionWithIt() async throws {
        try await Agent.run { agent in
            let record = try await agent.grant()
            var updates = try agent.picker.stream(.register, RegisterRequest()).makeAsyncIterator()
            _ = try await updates.next()
            let asking = Task {
                try await agent.app("camera").call(.renameAccessory, RenameRequest(accessory: record.accessory.id))
                    .accessory
            }
            let asked = try await updates.next()?.update
            #expect(asked?.kind == .question)
            asking.cancel()
            let end = try await updates.next()?.update
            #expect(end?.kind == .dismissed && end?.error?.code == .invalidated)
        }
    }
}
