// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser

struct AccessObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access", abstract: "Which app may join which accessory.",
        subcommands: [List.self, Check.self, Grant.self, Revoke.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The access records.")

        @Option(help: ArgumentHelp("Only this app's.", valueName: "id")) var app: String?
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.records)
            let (control, app) = (output.control, app)
            let list = try await output.bounded { try await control.access(app: app) }
            try output.show(list.records, .records, wire: list)
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say whether an app may join an accessory: exits 0, or 9 when it may not.")

        @OptionGroup var accessory: AppAccessoryOptions
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.records)
            let (control, query) = (output.control, accessory.query)
            let record = try await output.bounded { try await control.checkAccess(query) }
            try output.show([record], .records, wire: record)
        }
    }

    struct Grant: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let an app join an accessory, without a picker.")

        @Option(help: ArgumentHelp("The app.", valueName: "id")) var app: String
        @Option(help: "The accessory's SSID.") var ssid: String
        @Option(help: "Only this access point.") var bssid: String?
        @Option(help: "The accessory's name for people; its SSID when absent.") var name: String?
        @Flag(help: "The accessory does not broadcast its SSID.") var hidden = false
        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.records)
            let secret = try await passphrase.read(asks: output.ask, "Passphrase of '\(ssid)'")
            let request = GrantRequest(
                app: app, ssid: ssid, bssid: bssid, name: name, passphrase: secret?.secret, hidden: hidden ? true : nil)
            let control = output.control
            let record = try await output.bounded { try await control.grantAccess(request) }
            try output.show([record], .records, wire: record)
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take an app's access to an accessory away; a lease on it ends.")

        @OptionGroup var accessory: AppAccessoryOptions
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            let (control, query) = (output.control, accessory.query)
            _ = try await output.bounded { try await control.revokeAccess(query) }
        }
    }
}

/// Names one app and one accessory.
struct AppAccessoryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The app.", valueName: "id")) var app: String
    @Option(help: "The accessory's SSID.") var ssid: String?
    @Option(help: ArgumentHelp("The accessory's identifier.", valueName: "id")) var accessory: String?

    func validate() throws {
        guard (ssid == nil) != (accessory == nil) else {
            throw ValidationError("Name the accessory by '--ssid' or by '--accessory'.")
        }
    }

    var query: AppAccessQuery { AppAccessQuery(app: app, accessory: accessory, ssid: ssid) }
}
