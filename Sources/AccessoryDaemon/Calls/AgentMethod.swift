// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// A method as the agent answers it. The table of `Session` demands this of every method that the interfaces declare, so
/// that one without a right and an answer does not compile.
protocol AgentMethod: Method {
    static var answer: AgentAnswer<Self> { get }
}

extension AgentMethod {
    static var right: Caller.Right { answer.right }

    static func serve(_ call: Call, by session: Session) async throws { try await answer.serve(call, session) }
}

/// The answer may have secrets in it.
protocol MethodWithSecrets: AgentMethod {
    /// Without this right the answer leaves secrets out; a call that asks for them is refused.
    static var secrets: Caller.Right { get }
}

extension Caller {
    func maySeeSecrets(of method: (some MethodWithSecrets).Type) -> Bool { may(method.secrets) }
}

/// How the agent answers a method, and the right without which it refuses the call.
struct AgentAnswer<M: Method>: Sendable {
    let right: Caller.Right
    let serve: @Sendable (Call, Session) async throws -> Void
}

extension AgentAnswer where M: SingleMethod {
    static func one(
        _ right: Caller.Right, _ body: @escaping @Sendable (M.Request, Session) async throws -> M.Reply
    ) -> Self {
        Self(right: right) { call, session in
            try await session.connection.answer(call, of: M.self) { try await body($0, session) }
        }
    }

    /// For an app, which acts for itself.
    static func app(_ body: @escaping @Sendable (M.Request, Claimant, Session) async throws -> M.Reply) -> Self {
        .one(.beAnApp) { try await body($0, $1.claimant, $1) }
    }
}

/// Methods without parameters in their reply.
extension AgentAnswer where M: SingleMethod, M.Reply == Nothing {
    static func action(
        _ right: Caller.Right, _ body: @escaping @Sendable (M.Request, Session) async throws -> Void
    ) -> Self {
        .one(right) { request, session in
            try await body(request, session)
            return Nothing()
        }
    }

    static func appAction(_ body: @escaping @Sendable (M.Request, Claimant, Session) async throws -> Void) -> Self {
        .action(.beAnApp) { try await body($0, $1.claimant, $1) }
    }
}

extension AgentAnswer where M: StreamMethod {
    /// - Parameter body: sends all replies but the last, and returns that one; nil if there is none.
    static func stream(
        _ right: Caller.Right, _ body: @escaping @Sendable (M.Request, Replies<M>, Session) async throws -> M.Reply?
    ) -> Self {
        Self(right: right) { call, session in
            try await session.connection.answer(call, of: M.self) { try await body($0, $1, session) }
        }
    }

    /// For an app, which acts for itself.
    static func appStream(
        _ body: @escaping @Sendable (M.Request, Replies<M>, Claimant, Session) async throws -> M.Reply?
    ) -> Self {
        .stream(.beAnApp) { try await body($0, $1, $2.claimant, $2) }
    }
}

extension Session {
    /// The app that calls.
    var claimant: Claimant {
        get throws(AccessoryError) {
            guard let claimant = caller.claimant else { throw AccessoryError(.notAuthorized, "the caller is no app") }
            return claimant
        }
    }
}
