// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Glibc
import Varlink

/// The reason why the hub did not do what root asked for.
struct PhonesFault: ProgramFault {
    let description: String
    let exitStatus: ExitStatus
}

/// Calls `org.accessoryd.Phones` of the running hub.
struct PhonesClient: Sendable {
    let path: String

    func phones() async throws -> [PhonesInterface.PhonesReply.Phone] {
        let reply: PhonesInterface.PhonesReply = try await call(.listPhones, Nothing())
        return reply.phones
    }

    func allow(_ name: String, _ rights: PhoneRights) async throws {
        let _: Nothing = try await call(
            .allowPhone, PhonesInterface.AllowRequest(name: name, may: rights.names))
    }

    func revoke(_ name: String) async throws {
        let _: Nothing = try await call(.revokePhone, PhonesInterface.RevokeRequest(name: name))
    }

    /// Calls `show` with the first reply, and returns the phone's name.
    func pair(
        name: String?, may: PhoneRights = .usual, _ show: (PhonesInterface.PairReply) -> Void
    ) async throws -> String {
        do {
            let replies = try ClientConnection(path: path).stream(
                PhonesInterface.Method.pair.fullName, PhonesInterface.PairRequest(name: name, may: may.names),
                as: PhonesInterface.PairReply.self)
            for try await reply in replies {
                if let phone = reply.phone { return phone }
                show(reply)
            }
        } catch {
            throw explained(error)
        }
        throw PhonesFault(description: "the hub went away", exitStatus: .notRunning)
    }

    private func call<R: Decodable>(_ method: PhonesInterface.Method, _ parameters: some Encodable) async throws -> R {
        do {
            return try await ClientConnection(path: path).call(method.fullName, parameters, as: R.self)
        } catch {
            throw explained(error)
        }
    }

    private func explained(_ error: any Error) -> any Error {
        switch error {
        case SocketError.system(_, _, EACCES), SocketError.system(_, _, EPERM):
            PhonesFault(description: "only root may open '\(path)'", exitStatus: .notAuthorized)
        case is SocketError:
            PhonesFault(
                description: "no hub answers at '\(path)'; 'systemctl enable --now accessory-picker' starts it",
                exitStatus: .notRunning)
        case let error as VarlinkError: PhonesFault(explaining: error)
        case _: error
        }
    }
}

extension PhonesFault {
    fileprivate init(explaining error: VarlinkError) {
        let parameters = try? error.parameters(as: PhonesInterface.ErrorParameters.self)
        let kind = error.name.split(separator: ".").last.flatMap { PhonesInterface.Failure(rawValue: String($0)) }
        description = parameters?.message ?? error.description
        exitStatus =
            switch kind {
            case .noSuchPhone: .notFound
            case .notPaired: .timedOut
            case .tooManyPhones: .invalidInput
            case .notStored, nil: .unknown
            }
    }
}
