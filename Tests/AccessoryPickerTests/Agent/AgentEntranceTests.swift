// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import Glibc
import Testing

/// The choice of the socket by which a person's picker reaches the agent.
struct AgentEntranceTests {
    private let sockets = AgentSockets(directory: "/run/a")

    @Test func usesTheControlSocketIfThisUserMay() {
        #expect(sockets.entranceForPicker { $0 == "/run/a/control.socket" ? 0 : EACCES } == .control)
        #expect(sockets.path(of: .control) == "/run/a/control.socket")
    }

    @Test(arguments: [EACCES, EPERM])
    func usesTheAppSocketIfThisUserMayNot(fault: Int32) {
        #expect(sockets.entranceForPicker { $0 == "/run/a/control.socket" ? fault : 0 } == .app)
        #expect(sockets.path(of: .app) == "/run/a/app.socket")
    }

    @Test func aRefusalNamesTheGroupAndItsCure() {
        #expect(SocketGroup(name: "accessoryd", user: "anna").cure.contains("'sudo usermod -aG accessoryd anna'"))
        for unknown in [SocketGroup(name: nil, user: "anna"), SocketGroup(name: "accessoryd", user: nil)] {
            #expect(unknown.cure == "root may: write 'sudo' before the command")
        }
        #expect("\(AgentFault.notPermitted(path: "/nowhere"))".hasSuffix("write 'sudo' before the command"))
    }

    @Test(arguments: [ENOENT, ENOTDIR])
    func reportsAMissingAgentAtTheControlSocket(fault: Int32) {
        #expect(sockets.entranceForPicker { _ in fault } == .control)
        #expect(AgentSockets(directory: "/nowhere").entranceForPicker() == .control)
    }
}
