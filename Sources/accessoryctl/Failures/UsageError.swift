// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// A command line that cannot be carried out as it stands. Nothing happened.
struct UsageError: ProgramFault, Hashable {
    let description: String

    init(_ description: String) { self.description = description }
}
