// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser

struct HotspotObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hotspot", abstract: "Accessories' networks.",
        subcommands: [List.self, Join.self, Leave.self, Forget.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The networks that apps configured for themselves.",
            discussion: """
                With --show-secrets also their passphrases, which root and the agent's own user may see. What apps hold at \
                the moment is in `accessoryctl general status`.
                """)

        @Option(help: ArgumentHelp("Only this app's.", valueName: "id")) var app: String?
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            let view = View<HotspotStatus>.hotspots(secrets: output.showSecrets)
            try output.check(view)
            let control = output.control
            let request = ListHotspotsRequest(app: app, secrets: output.showSecrets ? true : nil)
            let list = try await output.bounded { try await control.hotspots(request) }
            try output.show(list.hotspots, view, wire: list)
        }
    }

    struct Join: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Join an accessory that an app has access to, and hold it.",
            usage: "accessoryctl hotspot join --app ID (--ssid S | --accessory ID) [OPTIONS] [-- PROGRAM [ARGUMENTS]]",
            discussion: """
                Holds, runs PROGRAM and exits as `accessoryctl setup` does; see its help.
                """)

        @OptionGroup var accessory: AppAccessoryOptions
        @OptionGroup var passphrase: PassphraseOptions
        @Flag(help: "A link-local address is enough; do not wait for DHCP.") var linkLocal = false
        @OptionGroup(title: "Common options") var output: OutputOptions
        @Argument(parsing: .postTerminator, help: ArgumentHelp("What to run while joined.", valueName: "program"))
        var program: [String] = []

        func run() async throws {
            try output.check(.lease)
            let program = try Program(program)
            let secret = try await passphrase.read(asks: output.ask, "Passphrase")
            let request = JoinHotspotRequest(
                app: accessory.app, accessory: accessory.accessory, ssid: accessory.ssid, passphrase: secret?.secret,
                addressing: linkLocal ? .linkLocal : nil)
            let control = output.control
            let holder = LeaseHolder(app: accessory.app, output: output, program: program)
            let status = try await holder.run(
                { try control.joinHotspot(request) }, as: { SetUpReply(lease: $0.lease) })
            throw ExitCode(status)
        }
    }

    struct Leave: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End an app's leases, or one of them, whoever holds it.")

        @Option(help: ArgumentHelp("The app.", valueName: "id")) var app: String
        @Option(help: "Only this network; all of the app's when absent.") var ssid: String?
        @Option(help: ArgumentHelp("Only this accessory's.", valueName: "id")) var accessory: String?
        @OptionGroup(title: "Common options") var output: OutputOptions

        func validate() throws {
            if ssid != nil, accessory != nil {
                throw ValidationError("'--ssid' and '--accessory' exclude each other.")
            }
        }

        func run() async throws {
            let control = output.control
            let request = LeaveHotspotRequest(app: app, accessory: accessory, ssid: ssid)
            try await output.bounded { try await control.leaveHotspot(request) }
        }
    }

    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a network that an app configured for itself; it is left where it was joined by that.",
            discussion: """
                What the app was granted stays: see `accessoryctl access revoke`.
                """)

        @Option(help: ArgumentHelp("The app.", valueName: "id")) var app: String
        @Option(help: "The configuration of this SSID.") var ssid: String?
        @Option(help: "The configuration of this beginning of SSIDs.") var ssidPrefix: String?
        @OptionGroup(title: "Common options") var output: OutputOptions

        func validate() throws {
            guard (ssid == nil) != (ssidPrefix == nil) else {
                throw ValidationError("Name the configuration by '--ssid' or by '--ssid-prefix'.")
            }
        }

        func run() async throws {
            let control = output.control
            let request = RemoveHotspotRequest(app: app, ssid: ssid, ssidPrefix: ssidPrefix)
            try await output.bounded { try await Failure.removing { try await control.removeHotspot(request) } }
        }
    }
}
