// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import Testing

/// A camera's app, written as it is on a phone. What a phone does not need is where the agent is, since a machine that
/// runs tests has several.
@MainActor
final class CameraApp {
    let session: ASAccessorySession
    private(set) var camera: ASAccessory?
    private(set) var happened: [ASAccessoryEventType] = []
    private(set) var lastError: (any Error)?
    private(set) var lastLink: ASHotspotLink?
    private(set) var accessoriesAtActivation: [ASAccessory]?
    private(set) var accessoriesAtAdding: [ASAccessory]?
    private var waiters: [(types: [ASAccessoryEventType], waiter: CheckedContinuation<Void, Never>)] = []

    init(_ agent: Agent) {
        session = ASAccessorySession(runtimeDirectory: agent.directory)
    }

    nonisolated static let picture = UIImage(
        data: Data([
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0,
            1,
            8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89,
        ]))

    nonisolated static func item(ssid: String? = nil, prefix: String? = nil, passphrase: String? = nil) throws
        -> ASPickerDisplayItem
    {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.ssid = ssid
        descriptor.ssidPrefix = prefix
        let item = ASPickerDisplayItem(
            name: "Garden camera", productImage: try #require(picture), descriptor: descriptor)
        item.hotspotPassphrase = passphrase
        return item
    }

    func start() async {
        session.activate(on: DispatchQueue.main) { [weak self] event in
            self?.handle(event)
        }
        await until(.activated, .invalidated)
    }

    private func handle(_ event: ASAccessoryEvent) {
        switch event.eventType {
        case .activated:
            camera = session.accessories.first
            accessoriesAtActivation = session.accessories
        case .accessoryAdded, .accessoryChanged:
            camera = event.accessory
            lastLink = event.link ?? lastLink
            accessoriesAtAdding = session.accessories
        case .accessoryRemoved:
            camera = nil
        case .invalidated, .pickerSetupFailed:
            lastError = event.error
        case .accessoryDiscovered:
            guard let discovered = event.accessory as? ASDiscoveredAccessory, let picture = Self.picture else { break }
            let item = ASDiscoveredDisplayItem(
                name: "Found \(discovered.ssid ?? "")", productImage: picture, accessory: discovered)
            session.updatePicker(showing: [item]) { _ in }
        default:
            break
        }
        happened.append(event.eventType)
        for (types, waiter) in waiters where types.contains(event.eventType) { waiter.resume() }
        waiters.removeAll { $0.types.contains(event.eventType) }
    }

    /// Waits for one of these events, unless it has happened.
    func until(_ types: ASAccessoryEventType...) async {
        guard !types.contains(where: happened.contains) else { return }
        await withCheckedContinuation { waiters.append((types, $0)) }
    }

    func forgetWhatHappened() { happened = [] }
}
