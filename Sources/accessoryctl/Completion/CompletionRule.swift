// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning

/// The possible values of one option or argument.
struct CompletionRule {
    private let argument: CommandTree.Argument
    private let path: [String]
    private let values: [String: String]

    /// - Parameters:
    ///   - path: The object and the command.
    ///   - values: The other options' by their long names.
    init(_ argument: CommandTree.Argument, _ path: [String], _ values: [String: String]) {
        self.argument = argument
        self.path = path
        self.values = values
    }

    private enum Source {
        case names(LiveNames.Kind)
        case words([String])
        case fields
        case files
        case nothing
    }

    func proposal(after prefix: String) -> Completion.Proposal {
        switch source {
        case .names(let kind): .names(kind, behind: prefix, app: values["app"])
        case .words(let words): .words(words.map { Completion.Candidate(prefix + $0) })
        case .fields: .fields(FieldNames.of(path), behind: prefix)
        case .files: .files
        case .nothing: .words([])
        }
    }

    private var source: Source {
        if let words = argument.allValues, !words.isEmpty { return .words(words) }
        switch argument.long ?? argument.valueName {
        case "app": return .names(.apps)
        case "id": return path.first == "app" ? .names(.apps) : .nothing
        case "id|name|ssid": return .names(.accessories)
        case "accessory": return path.first == "network" ? .names(.accessories) : .names(.identifiers)
        case "plan": return .names(.plans)
        case "radio", "interface": return .names(.radios)
        case "family": return .words(Family.allCases.map(\.rawValue))
        case "ssid": return .names(ssids)
        case "ssid-prefix": return path == ["hotspot", "forget"] ? .names(.hotspotPrefixes) : .nothing
        // The home network, which no accessory is.
        case "network" where path == ["onboard"]: return .nothing
        case "name" where path == ["onboard"]: return .names(.newcomers)
        case "network", "address|ssid": return .names(.networks)
        case "select": return .words(["strongest", "only"])
        case "timeout": return path.first == "bridge" ? .nothing : .words(["short", "medium", "long", "unbounded"])
        case "fields", "get-values": return .fields
        case "file", "passphrase-file", "proof-file", "label", "runtime-dir", "config-dir": return .files
        case _: return .nothing
        }
    }

    /// SSIDs in range, or those that an app has access to.
    private var ssids: LiveNames.Kind {
        switch path.first {
        case "access": path.last == "grant" ? .networks : .granted
        case "hotspot": path.last == "forget" ? .hotspots : .granted
        case _: .networks
        }
    }
}

/// The fields that a command can print.
enum FieldNames {
    static func of(_ path: [String]) -> [String] {
        let names: [String] =
            switch (path.first, path.dropFirst().first) {
            case ("general", "reload"), ("app", _): names(.apps)
            case ("general", _): names(.status)
            case ("radio", _): names(.radios)
            case ("hotspot", "status"): names(.leases)
            case ("scan", _): names(.changes) + names(.deviceChanges)
            case ("setup", _), ("hotspot", "join"): names(.lease)
            case ("onboard", _): names(.onboardSteps)
            case ("accessory", "locate"): names(.locations)
            case ("accessory", _): names(.accessories)
            case ("network", "move"): names(.moves)
            case ("network", _): names(.residents)
            case ("access", "history"): names(.history)
            case ("access", _): names(.records)
            case ("hotspot", _): names(.hotspots(secrets: true))
            case ("provision", "status"): names(.planOutcomes)
            case ("provision", "run"): names(.planUpdates)
            case ("provision", _): names(.plans)
            case ("bridge", _): names(.bridges)
            case ("monitor", _): names(.events)
            case _: []
            }
        var known = Set<String>()
        return (names + ["all", "common"]).filter { known.insert($0).inserted }
    }

    private static func names<Row>(_ view: View<Row>) -> [String] { view.columns.map(\.name) }
}
