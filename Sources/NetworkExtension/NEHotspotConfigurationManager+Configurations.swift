// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface

/// The app's own configurations.
extension NEHotspotConfigurationManager {
    /// Stores a configuration and joins its network now. If the app has no access to it yet, a person is asked.
    ///
    /// On phones a handler gets nil once the configuration is stored, joined or not. Here nil means that the network is
    /// joined. If the error has an ``ASHotspotError/reason`` and no person had to be asked, the configuration is stored
    /// all the same: ``configuredSSIDs()`` has it.
    public func apply(_ configuration: NEHotspotConfiguration, completionHandler: Completion? = nil) {
        let handler = IsolatedClosure(completionHandler)
        // Ends with the agent's answer; the caller waits for the handler.
        Task {
            do {
                try await apply(configuration)
                handler.run(nil)
            } catch {
                handler.run(error)
            }
        }
    }

    /// As ``apply(_:completionHandler:)``. Throws ``ASHotspotError``.
    public func apply(_ configuration: NEHotspotConfiguration) async throws {
        do {
            let request = try ApplyHotspotRequest(configuration)
            await applied.settled()
            let connection = try SetupClient(sockets).connect()
            let reply = try await connection.call(.applyHotspot, request)
            applied.keep(connection, as: HotspotQuery(ssid: request.ssid, ssidPrefix: request.ssidPrefix))
            if let error = reply.error { throw error }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw ASHotspotError(any: error)
        }
    }

    /// Removes the app's configuration of a network or of a prefix, and leaves the network if it was joined by it. Also
    /// leaves the hotspot of an accessory with this SSID that was joined without a configuration. Returns at once.
    ///
    /// ``leaveAccessoryHotspot(_:)`` waits until the earlier network is restored.
    public func removeConfiguration(forSSID ssid: String) {
        applied.enqueue { [sockets, applied] in
            guard let name = try? SSID(plain: ssid, field: "ssid").description else { return }
            let client = SetupClient(sockets)
            // Nobody can be notified that there was nothing to leave or remove.
            try? await client.call(.leaveHotspot, LeaveHotspotRequest(ssid: name))
            for query in [HotspotQuery(ssid: name), HotspotQuery(ssidPrefix: name)] {
                try? await client.call(.removeHotspot, query)
                applied.drop(query)
            }
        }
    }

    /// Does nothing: there are no Hotspot 2.0 configurations on Linux.
    public func removeConfiguration(forHS20DomainName domainName: String) {}

    /// The names, or prefixes, of the app's own configurations, in the order in which they were applied. Empty if the
    /// agent does not answer.
    public func configuredSSIDs() async -> [String] {
        await applied.settled()
        let list = try? await SetupClient(sockets).call(.listHotspots)
        return (list?.hotspots ?? []).compactMap { ($0.hotspot.ssid ?? $0.hotspot.ssidPrefix)?.plain }
    }

    /// As ``configuredSSIDs()``.
    public func getConfiguredSSIDs(completionHandler: @escaping @isolated(any) ([String]) -> Void) {
        let handler = IsolatedClosure(completionHandler)
        // Ends with the agent's answer; the caller waits for the handler.
        Task { handler.run(await configuredSSIDs()) }
    }
}

extension ApplyHotspotRequest {
    init(_ configuration: NEHotspotConfiguration) throws {
        self.init()
        switch configuration.protection {
        case .none: break
        case .wpa(let text): passphrase = try DescriptorFields.passphrase(text, field: "passphrase").secret
        case .wep:
            throw ASHotspotError(.invalidWEPPassphrase, message: "accessoryd does not join WEP networks")
        case .enterprise:
            throw ASHotspotError(
                .invalidEAPSettings, message: "accessoryd does not join enterprise networks")
        case .hotspot20(let settings):
            throw ASHotspotError(
                .invalidHS20Settings,
                message: "accessoryd does not join Hotspot 2.0 networks, such as '\(settings.domainName)'")
        }
        if configuration.ssidPrefix.isEmpty {
            ssid = try SSID(plain: configuration.ssid, field: "ssid").description
        } else {
            ssidPrefix = try SSID(plain: configuration.ssidPrefix, field: "ssidPrefix").description
        }
        if configuration.hidden { hidden = true }
        if configuration.joinOnce { joinOnce = true }
        if (1...365).contains(configuration.lifeTimeInDays) { lifeTimeInDays = configuration.lifeTimeInDays }
    }
}
