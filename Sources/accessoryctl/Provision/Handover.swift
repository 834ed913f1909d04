// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import CLinux
import FoundationEssentials
import Glibc

/// What the program of a plan is told: all of it on a descriptor, and all but the uplink in its environment too.
struct Handover: Hashable, Sendable, Codable {
    /// The descriptor's number in the program.
    static let descriptor: Int32 = 3

    var plan: String
    var app: String
    var ssid: SSID
    var interface: String
    var address: String
    var gateway: String?
    /// Only on the descriptor: others can read a program's environment and arguments.
    var uplink: UplinkCredentials?

    /// Nil when the update is not about a program that is to run.
    init?(_ update: PlanUpdate, app: String) {
        guard let program = update.program else { return nil }
        plan = update.plan
        self.app = app
        ssid = program.ssid
        interface = program.link.interface
        address = program.link.address
        gateway = program.link.gateway
        uplink = update.uplink
    }

    var environment: [String: String] {
        var environment = [
            "ACCESSORYD_PLAN": plan, "ACCESSORYD_APP": app, "ACCESSORYD_SSID": ssid.description,
            "ACCESSORYD_INTERFACE": interface, "ACCESSORYD_ADDRESS": address,
            "ACCESSORYD_FD": String(Self.descriptor),
        ]
        environment["ACCESSORYD_GATEWAY"] = gateway
        return environment
    }

    /// A descriptor from which one JSON object can be read, to its end. Whoever asks closes it. Throws `Failure`.
    func open() throws -> Int32 {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = try encoder.encode(self) + [UInt8(ascii: "\n")]
        let file = text.withUnsafeBytes { linux_memory_file("accessoryd-plan", $0.baseAddress, $0.count) }
        guard file >= 0 else { throw Failure("a file in memory: \(String(cString: strerror(errno)))", .unknown) }
        return file
    }
}
