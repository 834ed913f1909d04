// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser
import Glibc

struct AccessObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access", abstract: "Which app may join which accessory.",
        subcommands: [
            List.self, Check.self, Grant.self, Revoke.self, Allow.self, Deny.self, History.self,
        ], defaultSubcommand: List.self)

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
            abstract: "Say whether an app may join an accessory: exits 0, or 9 when it may not.",
            discussion: """
                It may not when it was never granted, when its access is switched off, and when it has expired; standard \
                error says which.
                """)

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
            abstract: "Let an app join an accessory, without a picker.",
            discussion: """
                An accessory that another app has already keeps its name and its image.
                """)

        @Option(help: ArgumentHelp("The app.", valueName: "id")) var app: String
        @Option(help: "Only for this user of the app, by name or number; every user's when absent.")
        var user: String?
        @Option(help: "The accessory's SSID.") var ssid: String
        @Option(help: "Only this access point.") var bssid: String?
        @Option(help: "The accessory's name for people; its SSID when absent.") var name: String?
        @Option(help: ArgumentHelp("Its picture: a path or an icon's name.", valueName: "image")) var image: String?
        @Option(
            help: ArgumentHelp("The address of its Bluetooth side, as 02:00:00:00:01:00.", valueName: "address"))
        var bluetooth: String?
        @Option(
            help: ArgumentHelp(
                "When access ends by itself: 30d or 12h from now, or 2026-12-24, when that day begins here.",
                valueName: "when"))
        var expires: Expiry?
        @Option(help: "How it came about: plan, migration or administrator, which is meant when absent.")
        var origin: Origin?
        @Flag(help: "The accessory does not broadcast its SSID.") var hidden = false
        @Option(
            help: """
                The least that its network must be secured with, instead of what was expected before. A passphrase implies \
                wpa2.
                """)
        var security: LeastSecurity?
        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            try output.check(.records)
            let end = try expires?.timestamp(at: .now)
            let secret = try await passphrase.read(asks: output.ask, "Passphrase of '\(ssid)'")
            let uid = try user.map(Self.uid)
            let request = GrantRequest(
                app: app, uid: uid, ssid: ssid, bssid: bssid, name: name, image: image, passphrase: secret?.secret,
                security: security?.rawValue, hidden: hidden ? true : nil, bluetoothAddress: bluetooth,
                origin: origin?.record, expires: end)
            let control = output.control
            let record = try await output.bounded { try await control.grantAccess(request) }
            try output.show([record], .records, wire: record)
        }

        private static func uid(_ user: String) throws(UsageError) -> Int {
            if let uid = UInt32(user) { return Int(uid) }
            guard let entry = getpwnam(user) else { throw UsageError("--user: there is no user '\(user)' here") }
            return Int(entry.pointee.pw_uid)
        }
    }

    enum LeastSecurity: String, ExpressibleByArgument, CaseIterable {
        case open
        case owe
        case wpa2
        case wpa3
    }

    /// What no picker chose.
    enum Origin: String, ExpressibleByArgument, CaseIterable {
        case plan
        case migration
        case administrator

        var record: AccessRecord.Origin {
            switch self {
            case .plan: .plan
            case .migration: .migration
            case .administrator: .administrator
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take an app's access to an accessory away; a lease on it ends.")

        @OptionGroup var accessory: AppAccessoryOptions
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws {
            let (control, query) = (output.control, accessory.query)
            _ = try await output.bounded { try await Failure.removing { try await control.revokeAccess(query) } }
        }
    }

    struct Allow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Switch an app's access to an accessory on again.")

        @OptionGroup var accessory: AppAccessoryOptions
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws { try await AccessObject.set(accessory, allowed: true, output) }
    }

    struct Deny: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Switch an app's access to an accessory off; a lease on it ends.",
            discussion: """
                The record stays, so that `accessoryctl access allow` can switch it on.
                """)

        @OptionGroup var accessory: AppAccessoryOptions
        @OptionGroup(title: "Common options") var output: OutputOptions

        func run() async throws { try await AccessObject.set(accessory, allowed: false, output) }
    }

    private static func set(_ accessory: AppAccessoryOptions, allowed: Bool, _ output: OutputOptions) async throws {
        try output.check(.records)
        let control = output.control
        let request = SetAccessRequest(
            app: accessory.app, accessory: accessory.accessory, ssid: accessory.ssid, allowed: allowed)
        let list = try await output.bounded { try await control.setAccess(request) }
        try output.show(list.records, .records, wire: list)
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
