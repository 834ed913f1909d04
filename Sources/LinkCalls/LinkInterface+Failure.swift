// SPDX-License-Identifier: Apache-2.0

import CInterfaces
package import Varlink

extension LinkInterface {
    package static let interface: Interface = {
        var size = 0
        let text = interface_description(name, &size)
        precondition(text != nil, "CInterfaces.c does not list \(name)")
        return Interface(
            name: name, description: String(decoding: UnsafeBufferPointer(start: text, count: size), as: UTF8.self))
    }()

    /// The interface's errors.
    package enum Failure: Error, Hashable, Sendable {
        case notAuthorized(String)
        case refused(String, field: String)
        case unavailable(String)
        case undecided(String)

        package var error: VarlinkError {
            switch self {
            case .notAuthorized(let message): Self.error("NotAuthorized", ["message": .string(message)])
            case .refused(let message, let field):
                Self.error("Refused", ["message": .string(message), "field": .string(field)])
            case .unavailable(let message): Self.error("Unavailable", ["message": .string(message)])
            case .undecided(let message): Self.error("Undecided", ["message": .string(message)])
            }
        }

        private static func error(_ name: String, _ parameters: [String: JSONValue]) -> VarlinkError {
            VarlinkError("\(LinkInterface.name).\(name)", parameters: parameters)
        }
    }
}
