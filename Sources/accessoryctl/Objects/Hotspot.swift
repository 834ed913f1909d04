// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser

struct HotspotObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hotspot", abstract: "Accessories' networks.",
        subcommands: [List.self, StatusCommand.self, Join.self, Leave.self, Forget.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The networks that apps configured for themselves.",
            discussion: """
                With --show-secrets the list also has their passphrases, which only root and the agent's own user may see. \
                `accessoryctl hotspot status` lists the networks that apps hold at the moment.
                """)

        @Option(help: ArgumentHelp("List only the networks of this app.", valueName: "id")) var app: String?
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            let view = View<HotspotStatus>.hotspots(secrets: output.showSecrets)
            try output.check(view)
            let control = output.control
            let request = ListHotspotsRequest(app: app, secrets: output.showSecrets ? true : nil)
            let list = try await output.bounded { try await control.call(.listHotspots, request) }
            try output.show(list.hotspots, view, wire: list)
        }
    }

    struct StatusCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "List the networks that apps hold at the moment.")

        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.leases)
            let control = output.control
            let leases = try await output.bounded { try await control.call(.getStatus) }.leases
            try output.show(leases, .leases, wire: leases)
        }
    }

    struct Join: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Join an accessory that an app has access to, and hold its network.",
            usage: """
                accessoryctl hotspot join --app ID (--ssid S | --accessory NAME | --label TEXT) [OPTIONS] \
                [-- PROGRAM [ARGUMENTS]]
                """,
            discussion: """
                The command holds the network, runs PROGRAM and exits as `accessoryctl setup` does; see its help.
                """)

        @Option(help: ArgumentHelp("The app.", valueName: "id")) var app: String
        @Option(help: "The accessory's SSID.") var ssid: String?
        @Option(help: AccessoryName.help) var accessory: AccessoryName?
        @OptionGroup var label: LabelOptions
        @OptionGroup var passphrase: PassphraseOptions
        @Flag(help: "Accept a link-local address, and do not wait for DHCP.") var linkLocal = false
        @Flag(
            help: "Cut the uplink even if its passphrase is not stored: it stays away until somebody types it.")
        var force = false
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions
        @Argument(
            parsing: .postTerminator,
            help: ArgumentHelp("The program to run while the accessory is joined.", valueName: "program"))
        var program: [String] = []

        func validate() throws {
            guard [ssid != nil, accessory != nil, label.label != nil].count(where: { $0 }) == 1 else {
                throw ValidationError("Name the accessory by '--ssid', by '--accessory' or by '--label'.")
            }
            if label.label == "-", passphrase.passphraseFile == "-" {
                throw ValidationError("Only one of '--label' and '--passphrase-file' can be standard input.")
            }
        }

        func run() async throws {
            try output.check(.lease)
            let program = try Program(program)
            let hotspot = try await label.read()
            let named = try await Self.granted(hotspot?.ssids ?? [], to: app, output)
            let own = named.flatMap { hotspot?.passphrase(of: $0) }
            let typed = try await passphrase.read(asks: output.ask && own == nil, "Passphrase")
            let (control, name, owner) = (output.control, accessory, app)
            let id = try await output.bounded { try await name?.identifier(of: owner, control) }
            let request = JoinHotspotRequest(
                app: app, accessory: id, ssid: named?.description ?? ssid, passphrase: (typed ?? own)?.secret,
                addressing: linkLocal ? .linkLocal : nil, hidden: hotspot?.isHidden == true ? true : nil,
                force: force ? true : nil)
            let holder = LeaseHoldRun(app: app, output: output, program: program)
            let status = try await holder.run(
                { try control.stream(.joinHotspot, request) }, as: { SetUpReply(lease: $0.lease) })
            throw ExitCode(status)
        }

        /// The first SSID of which the app has the accessory: a label may be read in several ways. Nil without an SSID.
        private static func granted(_ ssids: [SSID], to app: String, _ output: OutputOptions) async throws -> SSID? {
            guard ssids.count > 1 else { return ssids.first }
            let control = output.control
            let records = try await output.bounded { try await control.access(app: app) }.records
            let own = Set(records.compactMap(\.accessory.ssid))
            return ssids.first { own.contains($0) } ?? ssids.first
        }
    }

    struct Leave: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End all leases of an app, or one of them, for every holder.",
            discussion: """
                The command returns when the uplink is restored.
                """)

        @Option(help: ArgumentHelp("The app.", valueName: "id")) var app: String
        @Option(help: "Leave only this network. The default is all networks of the app.") var ssid: String?
        @Option(
            help: ArgumentHelp(
                "Leave only the network of this accessory: its identifier, name or SSID.", valueName: "id|name|ssid"))
        var accessory: AccessoryName?
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func validate() throws {
            if ssid != nil, accessory != nil {
                throw ValidationError("'--ssid' and '--accessory' exclude each other.")
            }
        }

        func run() async throws {
            let (control, app, accessory, ssid) = (output.control, app, accessory, ssid)
            try await output.bounded {
                let id = try await accessory?.identifier(of: app, control)
                try await control.call(.leaveHotspot, LeaveHotspotRequest(app: app, accessory: id, ssid: ssid))
            }
        }
    }

    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a network that an app configured for itself.",
            discussion: """
                If the app joined the network by this configuration, the agent leaves it. The app's access stays: see \
                `accessoryctl access revoke`.
                """)

        @Option(help: ArgumentHelp("The app.", valueName: "id")) var app: String
        @Option(help: "The SSID of the configuration.") var ssid: String?
        @Option(help: "The SSID prefix of the configuration.") var ssidPrefix: String?
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func validate() throws {
            guard (ssid == nil) != (ssidPrefix == nil) else {
                throw ValidationError("Name the configuration by '--ssid' or by '--ssid-prefix'.")
            }
        }

        func run() async throws {
            let control = output.control
            let request = RemoveHotspotRequest(app: app, ssid: ssid, ssidPrefix: ssidPrefix)
            try await output.bounded { try await Failure.removing { try await control.call(.removeHotspot, request) } }
        }
    }
}
