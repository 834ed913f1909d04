// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import CCurl
import Glibc

/// Hands the home network over to an accessory whose hotspot this machine has joined: the program of plans with
/// Afterwards=provision. Its status is one of `ProvisioningEnd`, or 2 if it cannot begin.
@main
enum AccessoryProvision {
    private static let descriptor: Int32 = 3
    private static let cannotBegin: Int32 = 2

    private static let help = """
        usage: accessory-provision [--help | --version]

        Hands a home network over to an accessory whose hotspot this machine has joined.
        Plans with Afterwards=provision start it: accessoryd-plan(5), accessory-provision(1).
        """

    static func main() {
        switch CommandLine.arguments.dropFirst() {
        case []: break
        case ["--help"]: return write(help, to: STDOUT_FILENO)
        case ["--version"]: return write("accessory-provision, version \(Release.version)", to: STDOUT_FILENO)
        case let others:
            write("accessory-provision: '\(others.joined(separator: " ").printable)' is no option; see --help")
            exit(cannotBegin)
        }
        signal(SIGPIPE, SIG_IGN)
        signal(SIGTERM) { _ in curl_stop() }
        signal(SIGINT) { _ in curl_stop() }
        do {
            let outcome = try provision(try Assignment.read(descriptor))
            write(text(of: outcome), to: STDOUT_FILENO)
            exit(Int32(outcome.end.rawValue))
        } catch {
            write("accessory-provision: \(error)")
            exit(cannotBegin)
        }
    }

    private static func provision(_ assignment: Assignment) throws(Refusal) -> ProvisioningOutcome {
        guard let gateway = assignment.gateway else {
            throw Refusal("'\(assignment.ssid)' names no address of its own")
        }
        // A name would be looked up elsewhere.
        guard IPAddress.isOne(gateway) else { throw Refusal("'\(gateway.printable)' is no address") }
        guard let network = assignment.uplink else {
            throw Refusal("there is no network to hand over; the agent's log says why")
        }
        let order = assignment.provision
        // Unknown security counts as none.
        let hotspot = order?.security.flatMap { Security(rawValue: $0) } ?? .open
        let family = try family(of: assignment, hotspot)
        let wanted = ProvisioningOrder(
            network: network, proof: ProvisioningProof(user: order?.user, secret: order?.secret))
        guard let machine = family.machine(for: wanted, hotspot: hotspot) else {
            throw Refusal("\(family.title) takes a network over Bluetooth only, not in a hotspot")
        }
        let loop = ProvisioningLoop(
            pages: WebPages(gateway: gateway, interface: assignment.interface),
            least: order.flatMap { HandOverProtection(rawValue: $0.leastProtection) } ?? .proven,
            print: { write($0, to: STDOUT_FILENO) })
        return try loop.run(machine)
    }

    /// The family that the plan names, or else the one that the network's name shows.
    private static func family(of assignment: Assignment, _ hotspot: Security) throws(Refusal) -> Family {
        let known = Family.allCases.map(\.rawValue).joined(separator: ", ")
        if let name = assignment.provision?.family {
            guard let family = Family(rawValue: name) else {
                throw Refusal("'\(name.printable)' is no family; the families are \(known)")
            }
            return family
        }
        guard let found = Family.recognise(hotspot: assignment.ssid, security: hotspot) else {
            throw Refusal("'\(assignment.ssid)' shows no family; set Family= under [Provision] to one of \(known)")
        }
        return found.family
    }

    private static func text(of outcome: ProvisioningOutcome) -> String {
        switch outcome {
        case .onNetwork(let address?, _): "\(outcome.end.explanation): \(address.printable)"
        case .onNetwork(nil, let page?): "\(outcome.end.explanation): \(page.printable)"
        case .refused(let why): "\(outcome.end.explanation): \(why.printable)"
        case .onNetwork, .wrongPassphrase, .networkNotInReach, .wrongProof, .buttonNeeded, .portalNotServed, .vanished,
            .unknown:
            outcome.end.explanation
        }
    }

    private static func write(_ line: String, to descriptor: Int32 = STDERR_FILENO) {
        let bytes = Array("\(line)\n".utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            sent += count
        }
    }
}
