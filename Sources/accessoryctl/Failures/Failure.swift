// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface

/// The reason why the tool fails: its text and its exit status.
struct Failure: Error, Hashable, Sendable {
    static let usage = ExitStatus.invalidInput.rawValue

    var text: String
    var status: Int32
    /// Nil if the error is not the agent's.
    var code: AccessoryError.Code?

    init(_ text: String, _ status: ExitStatus) {
        self.text = text.shown
        self.status = status.rawValue
    }

    init(_ error: AccessoryError) {
        let cure = error.code == .passphraseMissing ? "; --passphrase-file or --ask gives one" : ""
        self.init(error.description + cure, error.code.exitStatus)
        code = error.code
    }

    /// Nil for the argument parser's own errors, which have their own texts.
    init?(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as AccessoryError: self.init(error)
        case let fault as any ProgramFault: self.init(fault.description, fault.exitStatus)
        case is CancellationError: self.init("interrupted", .unknown)
        case _: return nil
        }
    }

    /// The same, also for unforeseen errors.
    init(any error: any Error) { self = Failure(error) ?? Failure("\(error)", .unknown) }

    /// Runs a removal. If the agent could not write it down, the removal failed.
    static func removing<R>(_ body: () async throws -> R) async throws -> R {
        do {
            return try await body()
        } catch let error as AccessoryError where error.code == .connectionFailed {
            throw Failure(error.description, .removalFailed)
        }
    }
}
