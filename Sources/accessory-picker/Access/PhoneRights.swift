// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// What a phone may do with a hub. Root decides it, and no page.
enum PhoneRight: String, CaseIterable, Hashable, Sendable {
    /// Answer the requests of apps, and change what apps have.
    case answer
    /// Put new accessories on the home network. Each of them gets its passphrase.
    case add
}

/// The rights of one phone: one at least.
struct PhoneRights: Hashable, Sendable {
    /// Of a phone of which root did not decide more.
    static let usual = PhoneRights(rights: [.answer])
    static let all = PhoneRights(rights: Set(PhoneRight.allCases))

    private let rights: Set<PhoneRight>

    private init(rights: Set<PhoneRight>) { self.rights = rights }

    /// Nil without a name, and with one that is no right's.
    init?(_ names: [String]) {
        let rights = names.compactMap { PhoneRight(rawValue: $0) }
        guard !rights.isEmpty, rights.count == names.count else { return nil }
        self.rights = Set(rights)
    }

    /// Always in the same order.
    var names: [String] { PhoneRight.allCases.filter { rights.contains($0) }.map(\.rawValue) }

    /// For people: `answer and add`.
    var text: String { names.joined(separator: " and ") }

    func contains(_ right: PhoneRight) -> Bool { rights.contains(right) }

    /// Whether these are some of the others, and nothing else.
    func isNarrower(than others: PhoneRights) -> Bool { rights.isStrictSubset(of: others.rights) }

    func with(_ right: PhoneRight) -> PhoneRights { PhoneRights(rights: rights.union([right])) }
}

extension PhoneRights: ExpressibleByArgument {
    init?(argument: String) {
        self.init(argument.split(separator: ",", omittingEmptySubsequences: false).map { String($0) })
    }

    static var allValueStrings: [String] { PhoneRight.allCases.map(\.rawValue) + [all.description] }
}

/// As `--may` takes them: `answer,add`.
extension PhoneRights: CustomStringConvertible {
    var description: String { names.joined(separator: ",") }
}

extension PhoneRights: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let rights = PhoneRights(try container.decode([String].self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "there is no such right")
        }
        self = rights
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(names)
    }
}
