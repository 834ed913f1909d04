// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser

struct HotspotObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hotspot", abstract: "Accessories' networks.",
        subcommands: [Join.self, Leave.self])

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
            abstract: "End an app's lease, whoever holds it.")

        @Option(help: ArgumentHelp("The app.", valueName: "id")) var app: String
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            let (control, app) = (output.control, app)
            try await output.bounded { try await control.leaveHotspot(LeaveHotspotRequest(app: app)) }
        }
    }
}
