// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser
import Glibc

struct AccessObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access", abstract: "The access of apps to accessories.",
        subcommands: [
            List.self, Check.self, Grant.self, Revoke.self, Allow.self, Deny.self, History.self,
        ], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the access records of one app, or of all.")

        @Option(help: ArgumentHelp("List only the records of this app.", valueName: "id")) var app: String?
        @Option(
            help: ArgumentHelp(
                "List only the records of this accessory: its identifier, name or SSID.", valueName: "id|name|ssid"))
        var accessory: AccessoryName?
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.records)
            let (control, app, accessory) = (output.control, app, accessory)
            let list = try await output.bounded {
                var list = try await control.access(app: app)
                guard let accessory else { return list }
                let id = try accessory.find(in: try await control.accessories().accessories).accessory.id
                list.records.removeAll { $0.accessory.id != id }
                return list
            }
            try output.show(list.records, .records, wire: list)
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check whether an app may join an accessory.",
            discussion: """
                If it may, the command prints the record and exits with status 0. If access was never granted, is switched \
                off or has expired, the command prints the reason on standard error and exits with status 9.
                """)

        @OptionGroup var accessory: AppAccessoryOptions
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.records)
            let (control, names) = (output.control, accessory.names)
            let record = try await output.bounded {
                try await control.call(.checkAccess, try await names.query(control)).record
            }
            try output.show([record], .records, wire: record)
        }
    }

    struct Grant: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Grant an app access to an accessory, without a picker.",
            discussion: """
                An accessory that another app already has keeps its name and its image.
                """)

        @Option(help: ArgumentHelp("The app.", valueName: "id")) var app: String
        @Option(help: "Grant access only to this user of the app, by name or number. The default is every user.")
        var user: String?
        @Option(help: "The accessory's SSID.") var ssid: String
        @Option(help: "Restrict the grant to this access point.") var bssid: String?
        @Option(help: "The accessory's name for people. The default is its SSID.") var name: String?
        @Option(help: ArgumentHelp("The accessory's picture: a path or the name of an icon.", valueName: "image"))
        var image: String?
        @Option(
            help: ArgumentHelp(
                "The address of the accessory's Bluetooth side, such as 02:00:00:00:01:00.", valueName: "address"))
        var bluetooth: String?
        @Option(
            help: ArgumentHelp(
                "The end of the access: 30d or 12h from now, or the beginning of a day in the local zone, 2026-12-24.",
                valueName: "when"))
        var expires: Expiry?
        @Option(help: "The origin of the grant, for the record. The default is administrator.")
        var origin: Origin?
        @Flag(help: "The accessory does not broadcast its SSID.") var hidden = false
        @Option(
            help: """
                The agent joins no network that is secured with less. This replaces the security that was expected before. A \
                passphrase implies wpa2.
                """)
        var security: LeastSecurity?
        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

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
            let record = try await output.bounded { try await control.call(.grantAccess, request).record }
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

    /// The origin of a grant without a picker.
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
            abstract: "Revoke an app's access to an accessory. A lease on it ends.")

        @OptionGroup var accessory: AppAccessoryOptions
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            let (control, names) = (output.control, accessory.names)
            _ = try await output.bounded {
                let query = try await names.query(control)
                return try await Failure.removing { try await control.call(.revokeAccess, query) }
            }
        }
    }

    struct Allow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Switch an app's access to an accessory on again.")

        @OptionGroup var accessory: AppAccessoryOptions
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws { try await AccessObject.set(accessory, allowed: true, output) }
    }

    struct Deny: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Switch an app's access to an accessory off. A lease on it ends.",
            discussion: """
                The record stays, and `accessoryctl access allow` can switch the access on.
                """)

        @OptionGroup var accessory: AppAccessoryOptions
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws { try await AccessObject.set(accessory, allowed: false, output) }
    }

    private static func set(_ accessory: AppAccessoryOptions, allowed: Bool, _ output: OutputOptions) async throws {
        try output.check(.records)
        let (control, names) = (output.control, accessory.names)
        let list = try await output.bounded {
            let query = try await names.query(control)
            return try await control.call(
                .setAccess,
                SetAccessRequest(app: query.app, accessory: query.accessory, ssid: query.ssid, allowed: allowed))
        }
        try output.show(list.records, .records, wire: list)
    }
}

/// Names one app and one accessory.
struct AppAccessoryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The app.", valueName: "id")) var app: String
    @Option(help: "The accessory's SSID.") var ssid: String?
    @Option(help: AccessoryName.help) var accessory: AccessoryName?

    func validate() throws {
        guard (ssid == nil) != (accessory == nil) else {
            throw ValidationError("Name the accessory by '--ssid' or by '--accessory'.")
        }
    }

    var names: AppAccessoryNames { AppAccessoryNames(app: app, accessory: accessory, ssid: ssid) }
}

/// One app and one of its accessories, as a person names them.
struct AppAccessoryNames: Hashable, Sendable {
    let app: String
    let accessory: AccessoryName?
    let ssid: String?

    /// With the accessory's identifier. Throws if there is no such accessory, or if the app has several of the name.
    func query(_ control: ControlClient) async throws -> AppAccessQuery {
        AppAccessQuery(app: app, accessory: try await accessory?.identifier(of: app, control), ssid: ssid)
    }
}
