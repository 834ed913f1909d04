// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import FoundationEssentials
import Testing

@testable import AccessoryDaemon

/// The picker that a user runs at a seat, without the rights of an administrator.
@Suite(.timeLimit(.minutes(5))) struct UsersPickerTests {
    private let machine = UsersPickers()
    private let request = ShowPickerRequest(items: [AppSession.item()])

    @Test func answersForTheAppsOfItsUser() async throws {
        try await machine.run { agent in
            var updates = try await agent.register(agent.usersPicker("alice's"))
            let outcome = try await machine.present("alice", at: &updates, agent) { presentation, item in
                try await agent.usersPicker("alice's").call(
                    .select, SelectRequest(presentation: presentation, item: item))
            }
            #expect(outcome?.reply?.accessory?.displayName == "Camera" && outcome?.error == nil)
            let records = try await agent.control.access(app: nil).records
            #expect(records.map(\.uid) == [1000] && records.first?.grantedBy.contains("alice") == true)
        }
    }

    @Test(arguments: [
        ("other program", "does not name /usr/bin/other"), ("unseen", "cannot determine"), ("writable", "can write"),
        ("flatpak", "sandbox"), ("perhaps confined", "sandbox"), ("unit", "picker.service"), ("remote", "at no seat"),
    ])
    func refusesOtherProgramsWithTheReason(name: String, reason: String) async throws {
        try await machine.run { agent in
            let refusals = [
                await #expect(throws: AccessoryError.self) { _ = try await agent.register(agent.usersPicker(name)) },
                await #expect(throws: AccessoryError.self) { try await agent.usersControl(name).accessories() },
                await #expect(throws: AccessoryError.self) { try await agent.usersControl(name).call(.getStatus) },
            ]
            for refusal in refusals {
                #expect(refusal?.code == .notAuthorized && refusal?.message.contains(reason) == true, "\(refusal!)")
            }
        }
    }

    @Test func refusesAUserWhoIsNotActiveAtTheSeat() async throws {
        try await machine.run { agent in
            for active in [1001, nil] as [UInt32?] {
                machine.switchTo(active)
                let error = await #expect(throws: AccessoryError.self) {
                    _ = try await agent.register(agent.usersPicker("alice's"))
                }
                #expect(error?.code == .notAuthorized && error?.message.contains("not active at seat0") == true)
            }
        }
    }

    @Test func refusesAnswersWhileItsUserIsSwitchedAway() async throws {
        try await machine.run { agent in
            let picker = agent.usersPicker("alice's")
            var updates = try await agent.register(picker)
            let outcome = try await machine.present("alice", at: &updates, agent) { presentation, item in
                machine.switchTo(1001)
                let refusals = [
                    await #expect(throws: AccessoryError.self) {
                        try await picker.call(.select, SelectRequest(presentation: presentation, item: item))
                    },
                    await #expect(throws: AccessoryError.self) {
                        try await picker.call(
                            .answer, AnswerRequest(presentation: presentation, question: "1", accepted: true))
                    },
                    await #expect(throws: AccessoryError.self) {
                        try await picker.call(.cancel, CancelRequest(presentation: presentation))
                    },
                    await #expect(throws: AccessoryError.self) {
                        _ = try await picker.call(.getImage, ImageQuery(image: "/usr/share/a.png"))
                    },
                    await #expect(throws: AccessoryError.self) {
                        try await agent.usersControl("alice's").call(.listApps)
                    },
                ]
                for refusal in refusals {
                    #expect(refusal?.code == .notAuthorized && refusal?.message.contains("not active") == true)
                }
                machine.switchTo(1000)
                try await picker.call(.cancel, CancelRequest(presentation: presentation))
            }
            #expect(outcome?.error?.code == .userCancelled)
        }
    }

    @Test(arguments: ["bob", "service"])
    func showsNothingOfOtherUsersAndOfTheSystem(app: String) async throws {
        try await machine.run { agent in
            // Active or not, and although it is the only picker.
            let updates = try await agent.register(agent.usersPicker("alice's"))
            for active in [1000, 1001] as [UInt32] {
                machine.switchTo(active)
                let error = try await AppSession(agent: agent, name: app).refused(request)
                #expect(error?.code == .pickerUnavailable && error?.message.contains("accessory-picker") == true)
            }
            withExtendedLifetime(updates) {}
        }
    }

    @Test func anAdministratorsPickerShowsWhatTheUsersMayNot() async throws {
        try await machine.run { agent in
            var admins = try await agent.register(agent.picker(as: "admin's"))
            let users = try await agent.register(agent.usersPicker("alice's"))
            for app in ["bob", "service"] {
                let outcome = try await machine.present(app, at: &admins, agent) { presentation, _ in
                    // The identifier opens nothing to the user's own.
                    let refusal = await #expect(throws: AccessoryError.self) {
                        try await agent.usersPicker("alice's").call(.cancel, CancelRequest(presentation: presentation))
                    }
                    #expect(refusal?.code == .invalidRequest && refusal?.field == "presentation")
                    try await agent.picker(as: "admin's").call(.cancel, CancelRequest(presentation: presentation))
                }
                #expect(outcome?.error?.code == .userCancelled)
            }
            withExtendedLifetime(users) {}
        }
    }

    @Test func opensNothingThatTheSameUserShowsAsAdministrator() async throws {
        try await machine.run { agent in
            var admins = try await agent.register(agent.picker(as: "alice"))
            _ = try await machine.present("service", at: &admins, agent) { presentation, _ in
                let refusal = await #expect(throws: AccessoryError.self) {
                    try await agent.usersPicker("alice's").call(.cancel, CancelRequest(presentation: presentation))
                }
                #expect(refusal?.code == .invalidRequest)
                try await agent.picker(as: "alice").call(.cancel, CancelRequest(presentation: presentation))
            }
        }
    }

    @Test(arguments: [true, false])
    func thePickerThatCameLastShows(isUsers: Bool) async throws {
        try await machine.run { agent in
            let pickers = [agent.picker(as: "admin's"), agent.usersPicker("alice's")]
            let (first, last) = isUsers ? (pickers[0], pickers[1]) : (pickers[1], pickers[0])
            let earlier = try await agent.register(first)
            var updates = try await agent.register(last)
            let outcome = try await machine.present("alice", at: &updates, agent) { presentation, _ in
                try await last.call(.cancel, CancelRequest(presentation: presentation))
            }
            #expect(outcome?.error?.code == .userCancelled)
            withExtendedLifetime(earlier) {}
        }
    }

    @Test func whatASwitchedAwayUserLeftOpenIsInNobodysWay() async throws {
        try await machine.run { agent in
            machine.switchTo(1001)
            var bobs = try await agent.register(agent.usersPicker("bob's"))
            _ = try await machine.present("bob", at: &bobs, agent) { left, _ in
                machine.switchTo(1000)
                var updates = try await agent.register(agent.usersPicker("alice's"))
                _ = try await machine.present("alice", at: &updates, agent) { presentation, _ in
                    try await agent.usersPicker("alice's").call(.cancel, CancelRequest(presentation: presentation))
                }
                machine.switchTo(1001)
                try await agent.usersPicker("bob's").call(.cancel, CancelRequest(presentation: left))
            }
        }
    }

    @Test func isNoPickerOfItsOwnProcessAlone() async throws {
        try await machine.run { agent in
            let error = await #expect(throws: AccessoryError.self) {
                for try await _ in try agent.usersPicker("alice's").stream(.register, RegisterRequest(own: true)) {}
            }
            #expect(error?.code == .invalidRequest && error?.field == "own")
        }
    }

    // MARK: The configuration

    @Test(arguments: ["", "/usr/bin/other"])
    func theConfigurationEndsIt(executables: String) async throws {
        try await machine.run { agent in
            var updates = try await agent.register(agent.usersPicker("alice's"))
            let text = "[Picker]\nExecutables=\(executables)\n"
            try Data(text.utf8).write(to: URL(filePath: "\(agent.directory)/accessoryd.conf"))
            _ = try await agent.control.call(.reloadConfiguration)
            await #expect(throws: AgentFault.self) { while try await updates.next() != nil {} }
            let error = try await AppSession(agent: agent, name: "alice").refused(request)
            #expect(error?.code == .pickerUnavailable)
            let refusal = await #expect(throws: AccessoryError.self) {
                _ = try await agent.register(agent.usersPicker("alice's"))
            }
            #expect(refusal?.message.contains("Executables in [Picker] of accessoryd.conf") == true)
        }
    }

    @Test func theConfigurationNamesAnotherProgram() async throws {
        try await machine.run(configuration: "[Picker]\nExecutables=/usr/bin/accessory-picker;/usr/bin/other\n") {
            agent in
            for name in ["alice's", "other program"] { _ = try await agent.register(agent.usersPicker(name)) }
        }
    }

    // MARK: Limits

    @Test func oneUsersPickersLeaveOthersTheirs() async throws {
        try await machine.run { agent in
            var open: [AgentStream<RegisterReply>.AsyncIterator] = []
            for _ in 0..<AccessoryDaemon.Limits.streamsPerUser {
                open.append(try await agent.register(agent.usersPicker("alice's")))
            }
            let error = await #expect(throws: AccessoryError.self) {
                _ = try await agent.register(agent.usersPicker("alice's"))
            }
            #expect(error?.code == .busy)
            _ = try await agent.register(agent.picker(as: "admin's"))
            machine.switchTo(1001)
            _ = try await agent.register(agent.usersPicker("bob's"))
            withExtendedLifetime(open) {}
        }
    }
}
