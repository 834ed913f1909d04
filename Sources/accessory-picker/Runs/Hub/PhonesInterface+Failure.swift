// SPDX-License-Identifier: Apache-2.0

import Varlink

extension PhonesInterface {
    static let systemSocket = "/run/accessory-picker/phones.socket"

    static let interface = Interface(
        name: name, description: String(decoding: EmbeddedFile.bytes("\(name).varlink"), as: UTF8.self))

    /// The interface's errors.
    enum Failure: String {
        case noSuchPhone = "NoSuchPhone"
        case notPaired = "NotPaired"
        case tooManyPhones = "TooManyPhones"
        case notStored = "NotStored"

        struct Parameters: Codable {
            var message: String
        }

        func error(_ message: String) -> VarlinkError {
            VarlinkError("\(PhonesInterface.name).\(rawValue)", parameters: ["message": .string(message)])
        }
    }
}
