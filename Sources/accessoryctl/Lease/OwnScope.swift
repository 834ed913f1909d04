// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import CLinux
import FoundationEssentials

/// The cgroup that this process and its program have alone: by it the agent lets that program through to an accessory.
enum OwnScope {
    /// Enters one, if this process is in a session's. Before the agent is called, which looks at its caller's once. Where it
    /// fails, as without systemd, the agent lets all programs of the user through, and `hotspot status` shows that.
    static func enter(for program: Program) {
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/cgroup")),
            let cgroup = Cgroup([UInt8](bytes)), ProgramScope.isNeeded(in: cgroup)
        else { return }
        let name = ProgramScope.name(UInt64.random(in: 1...UInt64.max))
        _ = linux_enter_scope(name, "\(program.path), with an accessory's network")
    }
}
