// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import CLinux
import FoundationEssentials
import Glibc

/// The facts for a plan's program: all of them on a descriptor, and all but the uplink in its environment too.
struct ProgramFacts: Hashable, Sendable, Codable {
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
    /// Also there alone: it has the label's secret.
    var provision: ProvisionOrder?

    /// Throws `Failure` if the agent's words cannot be an interface and addresses.
    init(_ update: PlanUpdate, app: String) throws(Failure) {
        guard let program = update.program else { throw Failure("the agent names no network for it", .unknown) }
        let link = program.link
        guard Self.isInterface(link.interface), Self.isAddress(link.address), link.gateway.map(Self.isAddress) ?? true
        else {
            let words = [link.interface, link.address, link.gateway].compactMap { $0.map { "'\($0)'" } }
            throw Failure("the agent names no interface with addresses: \(words.joined(separator: ", "))", .unknown)
        }
        plan = update.plan
        self.app = app
        ssid = program.ssid
        interface = program.link.interface
        address = program.link.address
        gateway = program.link.gateway
        uplink = update.uplink
        provision = update.provision
    }

    /// The kernel's rule (dev_valid_name), without characters that a shell would split or expand.
    private static func isInterface(_ name: String) -> Bool {
        (1...15).contains(name.utf8.count) && name.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: ".") }
            && name != "." && name != ".."
    }

    /// Of either family, with or without a zone.
    private static func isAddress(_ text: String) -> Bool {
        (2...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { isPlain($0) || [":", ".", "%"].contains(Character(Unicode.Scalar($0))) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        let character = Character(Unicode.Scalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber) || character == "-" || character == "_"
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

    /// A descriptor with one JSON object to read, to its end. The caller closes it. Throws `Failure`.
    func open() throws -> Int32 {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = try encoder.encode(self) + [UInt8(ascii: "\n")]
        let file = text.withUnsafeBytes { linux_memory_file("accessoryd-plan", $0.baseAddress, $0.count) }
        guard file >= 0 else { throw Failure("a file in memory: \(String(cString: strerror(errno)))", .unknown) }
        return file
    }
}
