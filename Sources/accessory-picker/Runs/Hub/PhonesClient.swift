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

    @discardableResult
    func call<M: SingleMethod>(_ method: M, _ request: M.Request) async throws -> M.Reply
    where M.Interface == PhonesInterface {
        do {
            return try await ClientConnection(path: path).call(method, request)
        } catch {
            throw explained(error)
        }
    }

    func phones() async throws -> [PhonesInterface.Phone] { try await call(.listPhones, Nothing()).phones }

    /// Calls `show` with the first reply, and returns the phone's name.
    func pair(name: String?, may: PhoneRights = .usual, _ show: (PairReply) -> Void) async throws -> String {
        do {
            let request = PairRequest(name: name, may: may.names)
            for try await reply in try ClientConnection(path: path).stream(PhonesInterface.Pair(), request) {
                if let phone = reply.phone { return phone }
                show(reply)
            }
        } catch {
            throw explained(error)
        }
        throw PhonesFault(description: "the hub went away", exitStatus: .notRunning)
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
        let parameters = try? error.parameters(as: PhonesInterface.Failure.Parameters.self)
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
