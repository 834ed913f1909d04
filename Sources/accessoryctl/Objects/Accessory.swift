// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser
import FoundationEssentials

struct AccessoryObject: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accessory", abstract: "Accessories that apps have access to.",
        discussion: """
            A command takes the accessory's identifier, its name or its SSID. If several accessories have that name or \
            SSID, the tool refuses it and lists the candidates.
            """,
        subcommands: [List.self, Show.self, Locate.self, Identify.self, Rename.self, Picture.self, Remove.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List all accessories, and the apps that have access to them.",
            discussion: """
                The list marks an app whose access is switched off or has expired. `accessoryctl access list` prints a line \
                for each app and accessory.

                At the screen no rights of an administrator are needed: the list has what your own apps have. Root and the \
                group accessoryd see all. The same goes for `show` and `locate`.
                """)

        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.accessories)
            let visible = output.visibleAccessories
            let list = try await output.bounded { try await visible.list() }
            try output.show(list.accessories, .accessories, wire: list)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show one accessory, and each app's access to it.",
            discussion: """
                The command prints the apps' records below the accessory, unless fields or terse output are requested.
                """)

        @Argument(help: AccessoryName.help) var accessory: AccessoryName
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.accessories)
            let visible = output.visibleAccessories
            let list = try await output.bounded { try await visible.list() }
            let status = try accessory.find(in: list.accessories)
            var all = output
            if all.fields == nil, all.getValues == nil { all.fields = "all" }
            try all.show([status], .accessories, wire: status, preferred: .multiline)
            let style = output.style
            guard !style.json, style.manner != .terse, style.fields == nil else { return }
            let table = try View.shares.table(status.records, fields: nil)
            StandardStream.output.write([""] + style.lines(table, preferred: .multiline))
        }
    }

    struct Locate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show where an accessory is on the home network.",
            discussion: """
                If the accessory is not there now, the command prints its last address, if there is one, and exits with \
                status 10. The state `likely` means that another device may pose as the accessory.
                """)

        @Argument(help: AccessoryName.help) var accessory: AccessoryName
        @Option(help: ArgumentHelp("Look only at the accessories of this app.", valueName: "id")) var app: String?
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            try output.check(.locations)
            let visible = output.visibleAccessories
            let list = try await output.bounded { try await visible.list() }
            let status = try accessory.find(in: list.accessories.filter { $0.isOf(app) })
            guard let location = status.location else {
                throw Failure(
                    "'\(status.accessory.displayName)' has not been seen on the home network", .notFound)
            }
            try output.show([status], .locations, wire: location)
            guard location.isOnline else {
                throw Failure(
                    "'\(status.accessory.displayName)' is not on the home network now; it was last seen at \(location.address)",
                    .notFound)
            }
        }
    }

    struct Identify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have an accessory show which one it is, by its lamp.",
            discussion: """
                WLED, and lights of Shelly's Gen2 and later, while they are on the home network: the lamp goes the other way \
                and back, twice. A relay is not switched. A new accessory shows itself before it is added, by the key i in \
                `accessoryctl onboard`.
                """)

        @Argument(help: AccessoryName.help) var accessory: AccessoryName
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            let (control, accessory) = (output.control, accessory)
            try await output.bounded {
                let status = try accessory.find(in: try await control.accessories().accessories)
                try await control.call(.identifyAccessory, IdentifyAccessoryRequest(accessory: status.accessory.id))
            }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give an accessory another name, for all apps that have access to it.")

        @Argument(help: AccessoryName.help) var accessory: AccessoryName
        @Argument(help: ArgumentHelp("The new name: one line of 1 to 255 bytes.", valueName: "name")) var name: String
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            let (control, name) = (output.control, name)
            try await AccessoryObject.change(accessory, output) { id in
                try await control.call(.renameAccessory, RenameRequest(accessory: id, name: name)).accessory
            }
        }
    }

    struct Picture: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give an accessory a picture of your own, for all apps that have access to it.",
            discussion: """
                A picture is PNG, JPEG, GIF or WebP, of at most 256 KiB and 4096 by 4096 pixels. Pickers show it in the \
                place of the first app's picture.
                """)

        @Argument(help: AccessoryName.help) var accessory: AccessoryName
        @Argument(help: "The picture; - is standard input.") var file: String?
        @Flag(help: "Remove your picture. Pickers show the first app's again, if there is one.") var none = false
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func validate() throws {
            guard (file == nil) == none else { throw ValidationError("Name the file of the picture, or use '--none'.") }
        }

        func run() async throws {
            let (control, image) = (output.control, try file.map(Self.url))
            try await AccessoryObject.change(accessory, output) { id in
                try await control.call(.setAccessoryImage, SetAccessoryImageRequest(accessory: id, image: image))
                    .accessory
            }
        }

        /// The agent recognizes the picture by its first bytes.
        private static func url(of file: String) throws(Failure) -> String {
            let largest = Accessory.largestPicture
            let bytes = try SecretFile(path: file, kind: "picture").bytes(limit: largest + 1)
            guard bytes.count <= largest else {
                throw Failure("picture file '\(file)': it has more than \(largest >> 10) KiB", .invalidInput)
            }
            return "data:;base64," + Data(bytes).base64EncodedString()
        }
    }

    /// Changes the accessory of this name, and shows it as it is from then on.
    private static func change(
        _ name: AccessoryName, _ output: OutputOptions,
        by change: @escaping @Sendable (Accessory.ID) async throws -> Accessory
    ) async throws {
        try output.check(.accessories)
        let control = output.control
        let changed = try await output.bounded {
            var status = try name.find(in: try await control.accessories().accessories)
            status.accessory = try await change(status.accessory.id)
            return status
        }
        try output.show([changed], .accessories, wire: changed.accessory)
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke the access of all apps to an accessory.",
            discussion: """
                The command also removes the accessory's passphrase and its pictures. Leases on the accessory end.
                """)

        @Argument(help: AccessoryName.help) var accessory: AccessoryName
        @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions

        func run() async throws {
            let (control, accessory) = (output.control, accessory)
            _ = try await output.bounded {
                let status = try accessory.find(in: try await control.accessories().accessories)
                return try await Failure.removing {
                    try await control.call(.removeAccessory, AccessoryQuery(accessory: status.accessory.id))
                }
            }
        }
    }
}

extension AccessoryStatus {
    /// Whether this app has a record of it; any app if there is no app.
    fileprivate func isOf(_ app: String?) -> Bool { app.map { app in records.contains { $0.app == app } } ?? true }
}

/// An accessory as a person names it: by its identifier, its name or its SSID.
struct AccessoryName: Hashable, Sendable, ExpressibleByArgument {
    let text: String

    static let help = ArgumentHelp("The accessory's identifier, name or SSID.", valueName: "id|name|ssid")

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    /// The identifier of the accessory that is meant of an app's. Throws as `find` does.
    func identifier(of app: String?, _ control: ControlClient) async throws -> Accessory.ID {
        try find(in: try await control.accessories().accessories, of: app).accessory.id
    }

    /// The text itself if no app has such an accessory: it may be the identifier of one that is gone.
    func identifierIfKnown(_ control: ControlClient) async throws -> Accessory.ID {
        do {
            return try await identifier(of: nil, control)
        } catch let error as AccessoryError where error.code == .unknownAccessory {
            return text
        }
    }

    /// Among those of an app first: what it has no access to is meant only by a name that none of its accessories has.
    func find(in accessories: [AccessoryStatus], of app: String?) throws -> AccessoryStatus {
        do {
            return try find(in: accessories.filter { $0.isOf(app) })
        } catch let error as AccessoryError where error.code == .unknownAccessory {
            return try find(in: accessories)
        }
    }

    /// Throws `unknownAccessory` if there is none, and a `Failure` that names the candidates if there are several.
    func find(in accessories: [AccessoryStatus]) throws -> AccessoryStatus {
        if let status = accessories.first(where: { $0.accessory.id == text }) { return status }
        let ssid = try? SSID(text: text)
        let candidates = accessories.map(\.accessory).filter { accessory in
            accessory.displayName == text || (ssid != nil && accessory.ssid == ssid)
        }
        guard candidates.count < 2 else {
            let list = candidates.map {
                "\($0.id) ('\($0.displayName)', \($0.ssid.map { "SSID '\($0)'" } ?? "no SSID"))"
            }
            throw Failure(
                "'\(text)' names \(candidates.count) accessories: \(list.joined(separator: ", ")); name one by its identifier",
                .invalidInput)
        }
        guard let status = accessories.first(where: { $0.accessory.id == candidates.first?.id }) else {
            let names =
                accessories.map(\.accessory.displayName)
                + accessories.compactMap { $0.accessory.ssid?.description }
            let question = EditDistance.question(about: text, among: names)
            throw AccessoryError(
                .unknownAccessory,
                "no app has an accessory '\(text)'\(question); `accessoryctl accessory list` shows all accessories")
        }
        return status
    }
}
