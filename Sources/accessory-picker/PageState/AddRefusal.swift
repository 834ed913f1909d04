// SPDX-License-Identifier: Apache-2.0

/// Why a page may not add accessories, and what changes that. The page shows it in place of the list and the form.
enum AddRefusal: Encodable, Hashable, Sendable {
    /// Root has not let this phone add any. The command lets it.
    case phone(command: String)
    /// The administrator has not let this picker's user add any.
    case agent

    private enum CodingKeys: CodingKey {
        case command
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .phone(let command): try fields.encode(command, forKey: .command)
        case .agent: break
        }
    }
}
