// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Testing

/// Set-ups with the field's options, over real sockets.
@Suite struct SetUpOptionTests {
    @Test func thePersonNamesTheAccessory() async throws {
        try await Agent.run { agent in
            let person = Person(agent: agent, chooses: "MyCam-0001") { question in
                #expect(question.kind == .name && question.text == "Camera")
                return "Porch"
            }
            let (outcome, _) = try await person.present {
                try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [AppSession.item([.rename])]))
            }
            #expect(outcome.types == [.pickerDidPresent, .pickerSetupRename, .accessoryAdded, .pickerDidDismiss])
            #expect(outcome.reply?.accessory?.displayName == "Porch")
            #expect(try await agent.control.access(app: Agent.camera).records.map(\.accessory.displayName) == ["Porch"])
        }
    }

    @Test func whoHasItAloneNamesItAnew() async throws {
        try await Agent.run { agent in
            for name in ["Porch", "Garden"] {
                let person = Person(agent: agent, chooses: "MyCam-0001") { _ in name }
                let request = ShowPickerRequest(items: [AppSession.item([.rename], showsOwn: true)])
                let (outcome, _) = try await person.present {
                    try await AppSession(agent: agent).showPicker(request)
                }
                #expect(outcome.reply?.accessory?.displayName == name)
            }
        }
    }

    @Test func aNameThatCouldBeTheNetworksStaysTheAccessorys() async throws {
        try await Agent.run { agent in
            let person = Person(agent: agent, chooses: "MyCam-0001") { _ in "MyCam-Porch" }
            let (outcome, _) = try await person.present {
                try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [AppSession.item([.rename])]))
            }
            let accessory = try #require(outcome.reply?.accessory)
            #expect(accessory.displayName == "MyCam-Porch" && accessory.ssid?.description == "MyCam-0001")
        }
    }

    @Test func anAnswerThatIsNoNameLeavesTheQuestionStanding() async throws {
        try await Agent.run { agent in
            let person = Person(agent: agent, chooses: "MyCam-0001") { _ in "Porch" }
            let (_, seen) = try await person.present { [agent] in
                try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [AppSession.item([.rename])]))
            }
            let asked = try #require(seen.first { $0.kind == .question })
            let question = try #require(asked.question)
            let presentation = try #require(asked.presentation)
            let late = await #expect(throws: AccessoryError.self) {
                try await agent.picker.call(
                    .answer,
                    AnswerRequest(presentation: presentation, question: question.id, accepted: true, text: "again"))
            }
            #expect(late?.code == .invalidRequest && late?.field == "presentation")
        }
    }

    @Test func theAppConfirmsWhatWasChosen() async throws {
        try await Agent.run { agent in
            let (outcome, seen) = try await Person(agent: agent, chooses: "MyCam-0001").present {
                let item = AppSession.item([.confirmAuthorization, .finishInApp])
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item])) { event, app in
                    guard let waiting = event.accessory, waiting.state == .awaitingAuthorization else { return }
                    #expect(event.link?.gateway != nil)
                    let own = try await app.call(.listAccessories).accessories
                    #expect(own.map(\.state) == [.awaitingAuthorization])
                    let records = try await agent.control.access(app: Agent.camera).records
                    #expect(records.isEmpty)
                    let wrong = await #expect(throws: AccessoryError.self) {
                        try await app.call(
                            .finishAuthorization, FinishAuthorizationRequest(accessory: waiting.id, ssid: "HomeNet"))
                    }
                    #expect(wrong?.code == .invalidRequest && wrong?.field == "ssid")
                    try await app.call(
                        .finishAuthorization,
                        FinishAuthorizationRequest(
                            accessory: waiting.id, bluetoothTransportBridgingIdentifier: "02:00:00:00:09:09"))
                }
            }
            #expect(outcome.types == [.pickerDidPresent, .accessoryChanged, .accessoryAdded, .pickerDidDismiss])
            let accessory = try #require(outcome.reply?.accessory)
            #expect(accessory.state == .authorized && outcome.events[1].accessory?.id == accessory.id)
            #expect(accessory.bluetoothTransportBridgingIdentifier?.description == "02:00:00:00:09:09")
            #expect(accessory.descriptor?.ssidPrefix?.description == "MyCam-")
            #expect(seen.last?.finishInApp == true)
        }
    }

    @Test func aFullNameThatComesLaterIsTheRecords() async throws {
        try await Agent.run { agent in
            let (outcome, _) = try await Person(agent: agent, chooses: "MyCam-0001").present {
                let item = AppSession.item([.confirmAuthorization])
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item])) { event, app in
                    guard let waiting = event.accessory, waiting.state == .awaitingAuthorization else { return }
                    try await app.call(
                        .finishAuthorization, FinishAuthorizationRequest(accessory: waiting.id, ssid: "MyCam-0001-5G"))
                }
            }
            #expect(outcome.reply?.accessory?.ssid?.description == "MyCam-0001-5G" && outcome.reply?.link == nil)
            let record = try await agent.app("camera").call(.getAccess, AccessQuery(ssid: "MyCam-0001-5G")).record
            #expect(record.accessory.id == outcome.reply?.accessory?.id)
            // The network that is being left is not taken over: the search is for its new name.
            let join = await #expect(throws: AccessoryError.self) {
                for try await _ in try agent.app("camera").stream(
                    .joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001-5G"))
                {}
            }
            #expect(join?.code == .networkNotFound)
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
        }
    }

    @Test func whatTheAppFailsIsRolledBack() async throws {
        try await Agent.run { agent in
            let (outcome, _) = try await Person(agent: agent, chooses: "MyCam-0001").present {
                let item = AppSession.item([.confirmAuthorization])
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item])) { event, app in
                    guard let waiting = event.accessory, waiting.state == .awaitingAuthorization else { return }
                    let other = await #expect(throws: AccessoryError.self) {
                        try await app.call(.failAuthorization, AccessoryQuery(accessory: "another"))
                    }
                    #expect(other?.code == .unknownAccessory)
                    try await app.call(.failAuthorization, AccessoryQuery(accessory: waiting.id))
                }
            }
            #expect(outcome.types == [.pickerDidPresent, .accessoryChanged, .pickerSetupFailed, .pickerDidDismiss])
            #expect(outcome.error?.code == .connectionFailed)
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
            #expect(try await agent.control.access(app: Agent.camera).records.isEmpty)
            #expect(try await agent.app("camera").call(.listAccessories).accessories.isEmpty)
        }
    }

    @Test func aChoiceStandsIfTheAppDoesNotDecide() async throws {
        try await Agent.run(clock: HurriedClock(Setup.confirmationPatience)) { agent in
            let (outcome, _) = try await Person(agent: agent, chooses: "MyCam-0001").present {
                let item = AppSession.item([.confirmAuthorization])
                return try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item]))
            }
            #expect(outcome.types == [.pickerDidPresent, .accessoryChanged, .accessoryAdded, .pickerDidDismiss])
            #expect(outcome.reply?.accessory?.state == .authorized && outcome.reply?.link != nil)
            let records = try await agent.control.access(app: Agent.camera).records
            #expect(records.map(\.accessory.id) == [outcome.reply?.accessory?.id])
            let late = await #expect(throws: AccessoryError.self) {
                try await agent.app("camera").call(
                    .failAuthorization, AccessoryQuery(accessory: #require(outcome.reply?.accessory?.id)))
            }
            #expect(late?.code == .invalidRequest || late?.code == .unknownAccessory)
        }
    }

    @Test(arguments: [EventType.pickerDidPresent, .accessoryChanged, .pickerSetupRename])
    func nothingStaysOfAnAppThatDies(at event: EventType) async throws {
        try await Agent.run { agent in
            struct Died: Error {}
            let chosen = event == .pickerDidPresent ? "none" : "MyCam-0001"
            let person = Person(agent: agent, chooses: chosen, isSlow: true)
            _ = try await person.present {
                let item = AppSession.item([.rename, event == .accessoryChanged ? .confirmAuthorization : .finishInApp])
                await #expect(throws: Died.self) {
                    try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [item])) { seen, _ in
                        if seen.type == event { throw Died() }
                    }
                }
            }
            try await agent.until { $0.leases.isEmpty && $0.adapters.first?.detail == "HomeNet" }
            #expect(try await agent.control.access(app: Agent.camera).records.isEmpty)
        }
    }

    @Test func aRefusedPassphraseIsAskedForAgain() async throws {
        try await Agent.run { agent in
            let person = Person(agent: agent, chooses: "MyCam-0042", passphrase: "not the one") { question in
                #expect(question.kind == .passphrase && question.error?.contains("MyCam-0042") == true)
                return "camera-0042"
            }
            let (outcome, seen) = try await person.present {
                try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [AppSession.item()]))
            }
            #expect(outcome.types == [.pickerDidPresent, .accessoryAdded, .pickerDidDismiss])
            #expect(outcome.reply?.accessory?.ssid?.description == "MyCam-0042")
            #expect(seen.filter { $0.kind == .question }.count == 1)
        }
    }

    @Test func aPersonWithoutAnotherPassphraseSeesTheRefusal() async throws {
        try await Agent.run { agent in
            let (outcome, _) = try await Person(agent: agent, chooses: "MyCam-0042", passphrase: "not the one").present
            {
                try await AppSession(agent: agent).showPicker(ShowPickerRequest(items: [AppSession.item()]))
            }
            #expect(outcome.types == [.pickerDidPresent, .pickerSetupFailed, .pickerDidDismiss])
            #expect(outcome.error?.code == .wrongPassphrase)
        }
    }
}
