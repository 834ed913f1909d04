// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// The reason why the page cannot be served at the requested address.
struct ListenFault: ProgramFault {
    let address: ListenAddress
    let detail: String

    var description: String {
        "cannot listen on \(ListenAddress.text(address.address, port: address.port)): \(detail)"
    }
}
