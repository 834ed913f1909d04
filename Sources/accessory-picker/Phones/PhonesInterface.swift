// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Varlink

/// The types of `org.accessoryd.Phones`.
enum PhonesInterface {
    static let name = "org.accessoryd.Phones"
    static let systemSocket = "/run/accessory-picker/phones.socket"

    static let interface = Interface(
        name: name, description: String(decoding: EmbeddedFile.bytes("\(name).varlink"), as: UTF8.self))

    enum Method: String {
        case pair = "Pair"
        case listPhones = "ListPhones"
        case allowPhone = "AllowPhone"
        case revokePhone = "RevokePhone"

        var fullName: String { "\(PhonesInterface.name).\(rawValue)" }
    }

    enum Failure: String {
        case noSuchPhone = "NoSuchPhone"
        case notPaired = "NotPaired"
        case tooManyPhones = "TooManyPhones"
        case notStored = "NotStored"

        func error(_ message: String) -> VarlinkError {
            VarlinkError("\(PhonesInterface.name).\(rawValue)", parameters: ["message": .string(message)])
        }
    }

    struct PairRequest: Codable {
        var name: String?
        var may: [String]?
    }

    struct PairReply: Codable {
        var links: [String]?
        var fingerprint: String?
        var lifetime: Int?
        var phone: String?
    }

    struct PhonesReply: Codable {
        struct Phone: Codable {
            var name: String
            var may: [String]
            var paired: Int
            var seen: Int
        }

        var phones: [Phone]
    }

    struct AllowRequest: Codable {
        var name: String
        var may: [String]
    }

    struct RevokeRequest: Codable {
        var name: String
    }

    struct ErrorParameters: Codable {
        var message: String
    }
}
