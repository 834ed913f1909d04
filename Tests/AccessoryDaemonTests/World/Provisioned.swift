// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryDaemon
import AccessoryModel
import AgentInterface
import FoundationEssentials

/// A daemon with plans. The times in them are such that only a test that fails reaches them.
enum Provisioned {
    static let camera = "org.example.camera"

    static func plan(_ accessory: String, choose: String = "only", more: String = "") -> String {
        "[Plan]\nApp=\(camera)\nChoose=\(choose)\n\(more)\n[Accessory]\n\(accessory)\n"
    }

    static func run<R: Sendable>(
        _ plans: [String: String], secrets: [String: String] = [:], apps: [String: String] = Agent.apps,
        air: String = Agent.air, bluetooth: (any BluetoothRadio)? = nil,
        in directory: String? = nil, boot: String = "b1", configuration: String? = nil,
        clock: (any Clock<Duration>)? = nil, airClock: any Clock<Duration> = ContinuousClock(),
        supervisor: Supervisor = .nobody, arrivalPatience: Duration = .seconds(45),
        _ body: @Sendable (Agent) async throws -> R
    ) async throws -> R {
        let kept = directory != nil
        let directory = try directory ?? Agent.temporaryDirectory()
        defer { if !kept { Agent.remove(directory) } }
        for folder in ["provision.d", "secrets"] {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(folder)", withIntermediateDirectories: true)
        }
        for (name, secret) in secrets {
            try Data(secret.utf8).write(to: URL(filePath: "\(directory)/secrets/\(name)"))
        }
        for (id, plan) in plans {
            let text = plan.replacing("@SECRETS@", with: "\(directory)/secrets")
            try Data(text.utf8).write(to: URL(filePath: "\(directory)/provision.d/\(id).conf"))
        }
        return try await Agent.run(
            air: air, apps: apps, in: directory, bluetooth: bluetooth, configuration: configuration, boot: boot,
            credentials: "\(directory)/secrets", clock: clock, airClock: airClock, supervisor: supervisor,
            arrivalPatience: arrivalPatience, body)
    }
}

extension Agent {
    /// Carries plans out to their end; what a program would do is done by `atProgram`.
    func run(
        _ plan: String? = nil, _ atProgram: (PlanUpdate) async throws -> FinishPlanRequest? = { _ in nil }
    ) async throws -> [PlanUpdate] {
        var updates: [PlanUpdate] = []
        for try await update in try control.stream(.runPlan, RunPlanRequest(plan: plan)) {
            updates.append(update)
            guard update.program != nil, let end = try await atProgram(update) else { continue }
            try await control.call(.finishPlan, end)
        }
        return updates
    }
}
