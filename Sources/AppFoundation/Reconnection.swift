// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
package import AccessoryModel

/// The reason why a session's stream ended, or did not begin.
package enum SessionLoss: Hashable, Sendable {
    /// Nobody listens, or the connection ended: the agent may be restarting.
    case gone(String)
    /// The agent took the call and did not answer in time.
    case silent
    /// The agent refused.
    case refused(AccessoryError)
    /// The peer is no agent of this version.
    case strange(String)

    /// Runs the body, which reads the stream, and returns the reason why it ended.
    package init(_ body: () async throws -> Void) async {
        do {
            try await body()
            self = .gone("accessoryd ended the session")
        } catch let error as AccessoryError {
            self = .refused(error)
        } catch let fault as AgentFault {
            switch fault {
            case .notRunning, .lost, .notPermitted: self = .gone("\(fault)")
            case .unexpected: self = .strange("\(fault)")
            }
        } catch {
            self = .gone("\(error)")
        }
    }
}

/// Decides whether and when a lost session is tried again. It has no clock: it adds up its own pauses and answer times.
package struct Reconnection: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case retry(after: Duration)
        case giveUp
    }

    /// How long all attempts together may wait.
    package static let patience: Duration = .seconds(30)
    /// How long an attempt may remain without an answer.
    package static let answerTime: Duration = .seconds(5)

    private static let longestPause: Duration = .seconds(2)

    private let isEndless: Bool
    private var pause: Duration = .milliseconds(100)
    private var waited: Duration = .zero

    /// - Parameter isEndless: it has no limit to its patience.
    package init(isEndless: Bool = false) { self.isEndless = isEndless }

    /// The session was lost, or an attempt to resume it failed.
    package mutating func lost(_ loss: SessionLoss) -> Step {
        switch loss {
        case .gone: break
        case .silent: waited += Self.answerTime
        // The app has as many connections as it may; those of the earlier run may not have ended yet.
        case .refused(let error) where error.code == .busy: break
        case .refused, .strange: return .giveUp
        }
        guard isEndless || waited < Self.patience else { return .giveUp }
        let next = isEndless ? pause : min(pause, Self.patience - waited)
        waited += next
        pause = min(pause * 2, Self.longestPause)
        return .retry(after: next)
    }
}
