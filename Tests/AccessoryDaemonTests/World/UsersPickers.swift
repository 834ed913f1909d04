// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Synchronization
import Testing

/// A machine with seats, whose users alice and bob run apps and pickers of their own.
final class UsersPickers: Sendable {
    static let service = "org.example.service"
    static let program = "/usr/bin/accessory-picker"

    private static let apps = [
        Agent.camera: "[App]\nName=Camera\n[Identity]\nUsers=alice;bob\n[Discovery]\nSSIDPrefixes=MyCam-\n",
        service: "[App]\nName=Service\n[Identity]\nUnits=camera.service\n[Discovery]\nSSIDPrefixes=MyCam-\n",
    ]

    private let active = Mutex<UInt32?>(1000)

    /// Makes this user the active one of seat0.
    func switchTo(_ uid: UInt32?) { active.withLock { $0 = uid } }

    static func identity(
        uid: UInt32 = 1000, _ change: (inout Identity) -> Void = { _ in }
    ) -> Identity {
        var identity = Identity(uid: uid, user: uid == 1000 ? "alice" : "bob", session: "seat0")
        change(&identity)
        return identity
    }

    static let people = [
        "alice": identity(), "bob": identity(uid: 1001), "service": identity { $0.unit = "camera.service" },
        "alice's": identity { $0.executable = program }, "bob's": identity(uid: 1001) { $0.executable = program },
        "admin's": Identity(uid: 0, user: "root", session: "seat0"),
        "other program": identity { $0.executable = "/usr/bin/other" }, "unseen": identity(),
        "writable": identity {
            $0.executable = program
            $0.isExecutableWritable = true
        },
        "flatpak": identity {
            $0.executable = program
            $0.confinement = .flatpak("org.example.Picker")
        },
        "perhaps confined": identity {
            $0.executable = program
            $0.confinement = .unknown
        },
        "unit": identity {
            $0.executable = program
            $0.unit = "picker.service"
        },
        "remote": identity {
            $0.executable = program
            $0.session = nil
        },
    ]

    func run(configuration: String? = nil, _ body: @escaping @Sendable (Agent) async throws -> Void) async throws {
        try await Agent.run(
            apps: Self.apps, callers: [], named: Self.people, seat: { $0.unit == nil ? $0.session : nil },
            activeUser: { seat in self.active.withLock { seat == "seat0" ? $0 : nil } }, configuration: configuration,
            body)
    }

    /// While `app` asks, runs `body` with the picker's first update that has items, and waits for the last one.
    func present(
        _ app: String, at updates: inout AgentStream<RegisterReply>.AsyncIterator, _ agent: Agent,
        _ body: (_ presentation: String, _ item: String) async throws -> Void
    ) async throws -> AppSession.Outcome? {
        try await withThrowingTaskGroup(of: AppSession.Outcome.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await AppSession(agent: agent, name: app).showPicker(
                    ShowPickerRequest(items: [AppSession.item()]))
            }
            var shown: PickerUpdate?
            while shown?.items?.isEmpty != false { shown = try await updates.next()?.update }
            try await body(#require(shown?.presentation), #require(shown?.items?.first).id)
            let outcome = try await group.next()
            while let update = try await updates.next()?.update, update.kind != .dismissed {}
            return outcome
        }
    }
}

extension Agent {
    /// A picker that comes to the app socket as this caller.
    func usersPicker(_ name: String) -> PickerClient {
        PickerClient(AgentSockets(directory: "\(directory)/\(name)"), at: .app)
    }

    func usersControl(_ name: String) -> ControlClient {
        ControlClient(AgentSockets(directory: "\(directory)/\(name)"), at: .app)
    }

    /// The updates of a picker, which has registered.
    func register(_ picker: PickerClient) async throws -> AgentStream<RegisterReply>.AsyncIterator {
        var updates = try picker.stream(.register, RegisterRequest()).makeAsyncIterator()
        _ = try await updates.next()
        return updates
    }
}
