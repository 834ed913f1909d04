// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface

/// The names that the agent knows at this moment.
struct LiveNames {
    enum Kind: Hashable, Sendable {
        case apps
        case accessories
        case identifiers
        case granted
        case hotspots
        case hotspotPrefixes
        case networks
        case newcomers
        case plans
        case radios
    }

    typealias Candidate = Completion.Candidate

    /// The longest wait for a word.
    private static let patience = Duration.seconds(1)

    let control: ControlClient

    /// Empty if the agent does not answer at once.
    func names(_ kind: Kind, app: String?) async -> [Candidate] {
        await withTaskGroup(of: [Candidate].self) { group in
            group.addTask { (try? await found(kind, app: app)) ?? [] }
            group.addTask {
                try? await Task.sleep(for: Self.patience, clock: .continuous)
                return []
            }
            defer { group.cancelAll() }
            return await group.next() ?? []
        }
    }

    private func found(_ kind: Kind, app: String?) async throws -> [Candidate] {
        switch kind {
        case .apps: try await control.apps().apps.map { Candidate($0.id, $0.name) }
        case .accessories: Self.names(try await control.accessories().accessories.map(\.accessory))
        case .identifiers:
            try await records(app).map { Candidate($0.accessory.id, $0.accessory.displayName) }
        case .granted:
            try await records(app).compactMap { record in
                record.accessory.ssid.map { Candidate($0.typed, record.accessory.displayName) }
            }
        case .hotspots: try await hotspots(app).compactMap { $0.ssid.map { Candidate($0.typed) } }
        case .hotspotPrefixes: try await hotspots(app).compactMap { $0.ssidPrefix.map { Candidate($0.typed) } }
        case .networks: try await networks()
        case .newcomers: try await newcomers()
        case .plans:
            try await control.call(.listPlans).plans.map { Candidate($0.id, "\($0.app), \($0.state.rawValue)") }
        case .radios:
            try await control.call(.getStatus).adapters.map { Candidate($0.interface, $0.state.rawValue) }
        }
    }

    private func records(_ app: String?) async throws -> [AccessRecord] { try await control.access(app: app).records }

    private func hotspots(_ app: String?) async throws -> [HotspotConfiguration] {
        try await control.call(.listHotspots, ListHotspotsRequest(app: app)).hotspots.map(\.hotspot)
    }

    /// The agent's earlier sightings, or else its first ones: this does not wait for the end of a look.
    private func networks() async throws -> [Candidate] {
        for try await reply in try control.stream(.scan, ScanRequest()) where !reply.networks.isEmpty {
            return reply.networks.sorted { $0.signal > $1.signal }.compactMap { network in
                network.ssid.map { Candidate($0.typed, "\(network.signal) %, \(network.security.title)") }
            }
        }
        return []
    }

    /// The new accessories that the agent sees first.
    private func newcomers() async throws -> [Candidate] {
        for try await list in try control.stream(.findNewAccessories, NewAccessoryQuery())
        where !list.accessories.isEmpty {
            return list.accessories.map { Candidate($0.ssid?.typed ?? $0.name, $0.familyName) }
        }
        return []
    }

    /// Each by its name, or by its identifier if others share that name.
    static func names(_ accessories: [Accessory]) -> [Candidate] {
        accessories.map { accessory in
            let isShared = accessories.count { $0.displayName == accessory.displayName } > 1
            let ssid = accessory.ssid.map { "SSID \($0)" }
            return isShared
                ? Candidate(accessory.id, [accessory.displayName, ssid].compactMap { $0 }.joined(separator: ", "))
                : Candidate(accessory.displayName, ssid)
        }
    }
}

extension SSID {
    /// As it goes into the command line, which the shell shows on its terminal.
    fileprivate var typed: String { TerminalText.isUTF8 ? description : ascii }
}
