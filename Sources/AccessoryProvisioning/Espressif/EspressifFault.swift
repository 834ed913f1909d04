// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Why an answer of the accessory leads nowhere.
enum EspressifFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not what was asked for.
    case garbled
    case refused(EspressifStatus)
    /// The accessory's own proof is wrong: it does not know the secret.
    case wrongProof
    case crypto(CryptoFault)

    var description: String {
        switch self {
        case .garbled: "the accessory's answer is garbled"
        case .refused(let status): "the accessory refuses: \(status)"
        case .wrongProof: "the accessory does not know the secret"
        case .crypto(let fault): fault.description
        }
    }

    var outcome: ProvisioningOutcome {
        switch self {
        case .garbled: .refusing(.answerGarbled, description)
        case .refused(let status): .refusing(.accessoryError, description, names: [status.name])
        case .wrongProof, .crypto: .refusing(.sessionFailed, description)
        }
    }
}

/// The code in each answer (`constants.proto` of ESP-IDF's protocomm).
enum EspressifStatus: Hashable, Sendable, CustomStringConvertible {
    case success
    case invalidSecurity
    case invalidProtocol
    case tooManySessions
    case invalidArgument
    case internalError
    case cryptoError
    case invalidSession
    case other(UInt64)

    init(_ number: UInt64) {
        let known: [EspressifStatus] = [
            .success, .invalidSecurity, .invalidProtocol, .tooManySessions, .invalidArgument, .internalError,
            .cryptoError, .invalidSession,
        ]
        self = known.indices.contains(Int(truncatingIfNeeded: number)) ? known[Int(number)] : .other(number)
    }

    var description: String {
        switch self {
        case .success: "success"
        case .invalidSecurity: "another security is needed"
        case .invalidProtocol: "the message is invalid"
        case .tooManySessions: "too many sessions"
        case .invalidArgument: "an argument is invalid"
        case .internalError: "internal error"
        case .cryptoError: "cryptographic error"
        case .invalidSession: "the session is invalid"
        case .other(let number): "status \(number)"
        }
    }

    /// As ESP-IDF spells it.
    var name: String {
        switch self {
        case .success: "Success"
        case .invalidSecurity: "InvalidSecScheme"
        case .invalidProtocol: "InvalidProto"
        case .tooManySessions: "TooManySessions"
        case .invalidArgument: "InvalidArgument"
        case .internalError: "InternalError"
        case .cryptoError: "CryptoError"
        case .invalidSession: "InvalidSession"
        case .other(let number): "\(number)"
        }
    }
}

/// Runs a step whose other errors all mean that the answer is garbled.
func checked<Value>(_ step: () throws -> Value) throws(EspressifFault) -> Value {
    do {
        return try step()
    } catch let fault as EspressifFault {
        throw fault
    } catch let fault as CryptoFault {
        throw fault == .notAuthentic ? .garbled : .crypto(fault)
    } catch {
        throw .garbled
    }
}
