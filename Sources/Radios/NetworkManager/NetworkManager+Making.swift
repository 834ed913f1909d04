// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// What NetworkManager makes late. Any user can keep it busy for a minute, and it carries out every call in the end: whoever gave
/// up would have an accessory joined after the uplink was restored.
extension NetworkManager {
    /// How long whoever asked waits.
    private static let answerTime: Duration = .seconds(25)

    /// Has NetworkManager make something, and returns its path. What it makes when nobody waits any more is undone, and is in
    /// `making` until then.
    func make(
        _ name: String, _ call: @escaping () async throws -> String, undo: @escaping (String) async throws -> Void
    ) async throws -> String {
        making.insert(name)
        // It outlives whoever asks, who may give up before NetworkManager answers.
        let task = Task {
            defer {
                making.remove(name)
                changed()
            }
            // Replies come only to the thread that the call began on.
            return try await withTaskExecutorPreference(executor) {
                let path = try await call()
                if Task.isCancelled { try? await undo(path) }
                return path
            }
        }
        do {
            guard try await wait(Self.answerTime, for: { $0.making.contains(name) ? nil : true }) != nil else {
                throw JoinFailure(
                    .radioUnavailable,
                    detail: "NetworkManager did not answer within \(Self.answerTime.components.seconds) s")
            }
        } catch {
            task.cancel()
            throw error
        }
        return try await task.value
    }

    /// Waits until it is made, or undone. Throws if that takes long.
    func finishMaking(_ name: String) async throws {
        guard try await wait(.seconds(10), for: { $0.making.contains(name) ? nil : true }) != nil else {
            throw JoinFailure(
                .radioUnavailable, detail: "NetworkManager is busy, and may still join the accessory's network")
        }
    }
}
