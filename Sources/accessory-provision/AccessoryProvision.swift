// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import CCurl
import CLinux
import Glibc

/// Hands the home network over to an accessory whose hotspot this machine has joined, for the agent, or as the program of a
/// plan. Its status is one of `ProvisioningEnd`, or 2 if it cannot begin. For the agent it also asks a
/// device of the home network who it is, or has it show itself.
@main
enum AccessoryProvision {
    private static let descriptor: Int32 = 3
    private static let cannotBegin: Int32 = 2
    /// As much as its unit gives it. An accessory's answer has at most 64 KiB.
    private static let memory: rlim_t = 64 << 20

    private static let help = """
        usage: accessory-provision [--help | --version]

        Hands a home network over to an accessory whose hotspot this machine has joined.
        The agent starts it by its socket: accessory-provision(1).
        """

    static func main() {
        switch CommandLine.arguments.dropFirst() {
        case []: break
        case ["--help"]: return Listener.write(help, to: STDOUT_FILENO)
        case ["--version"]: return Listener.write("accessory-provision, version \(Release.version)", to: STDOUT_FILENO)
        case let others:
            Listener.write("accessory-provision: '\(others.joined(separator: " ").printable)' is no option; see --help")
            exit(cannotBegin)
        }
        signal(SIGPIPE, SIG_IGN)
        signal(SIGTERM) { _ in curl_stop() }
        signal(SIGINT) { _ in curl_stop() }
        // A plan's run can start it as well, where no unit confines it.
        guard linux_confine_to_ip(memory) == 0 else {
            Listener.write("accessory-provision: it cannot give up its rights: \(String(cString: strerror(errno)))")
            exit(cannotBegin)
        }
        let listener = Listener(descriptor)
        do {
            switch try Errand.read(descriptor) {
            case .handOver(let assignment):
                let outcome = try provision(assignment, for: listener)
                listener.report(.outcome(outcome))
                exit(Int32(outcome.end.rawValue))
            case .check(let place):
                listener.report(try AddressCheck(place).run())
                exit(0)
            case .lamp(let place):
                listener.report(LampAnswer(try LampShow(place).run()))
                exit(0)
            case .ready: exit(0)
            }
        } catch {
            if listener.isSocket {
                listener.report(.outcome(.refused(ProvisioningRefusal(.programEnded, "\(error)"))))
            }
            Listener.write("accessory-provision: \(error)")
            exit(cannotBegin)
        }
    }

    private static func provision(
        _ assignment: Assignment, for listener: Listener
    ) throws(Refusal) -> ProvisioningOutcome {
        guard let gateway = assignment.gateway else {
            throw Refusal("'\(assignment.ssid)' names no address of its own")
        }
        // A name would be looked up elsewhere.
        guard IPAddress(any: gateway) != nil else { throw Refusal("'\(gateway.printable)' is no address") }
        guard let network = assignment.uplink else {
            throw Refusal("there is no network to hand over; the agent's log says why")
        }
        let order = assignment.provision
        // Unknown security counts as none.
        let hotspot = order?.security.flatMap { Security(rawValue: $0) } ?? .open
        let family = try family(of: assignment, hotspot)
        let wanted = ProvisioningCredentials(
            network: network, proof: ProvisioningProof(user: order?.user, secret: order?.secret),
            move: assignment.move)
        guard let machine = family.machine(for: wanted, hotspot: hotspot) else {
            throw Refusal(family.otherWay)
        }
        let loop = ProvisioningLoop(
            pages: WebPages(gateway: gateway, interface: assignment.interface),
            gate: HandOverGate(least: order.flatMap { HandOverProtection(rawValue: $0.leastProtection) } ?? .proven),
            report: { step throws(Refusal) in
                listener.report(.step(step))
                if case .handingOver = step { try listener.waitForConsent() }
            })
        return try loop.run(machine)
    }

    /// The family that the plan names, or else the one that the network's name shows.
    private static func family(of assignment: Assignment, _ hotspot: Security) throws(Refusal) -> Family {
        if let name = assignment.provision?.family {
            guard let family = Family(rawValue: name) else {
                throw Refusal("'\(name.printable)' is no family; the families are \(Family.list)")
            }
            return family
        }
        guard let found = Family.recognise(hotspot: assignment.ssid, security: hotspot) else {
            throw Refusal(
                "'\(assignment.ssid)' shows no family; set Family= under [Provision] to one of \(Family.list)")
        }
        return found.family
    }
}
