// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
public import AccessorySetupKit
import AgentInterface

/// Joins the hotspots of the app's accessories, and the networks that the app configures.
///
/// A join lasts as long as this process holds it. The agent restores the earlier network when the app leaves, when the
/// process ends, however that happens, and when the agent ends. A completion handler runs on the actor where it was
/// written, such as the main actor. A handler without an actor runs on a thread of the library.
public final class NEHotspotConfigurationManager: Sendable {
    /// Takes the result of an operation: nil, or an ``ASHotspotError``.
    public typealias Completion = @isolated(any) ((any Error)?) -> Void

    /// The manager of the system's agent, or of the agent that `ACCESSORYD_RUNTIME_DIR` names in the environment.
    public static let shared = NEHotspotConfigurationManager(.ofThisProcess)

    /// Keyed by accessory, so that every manager of the process knows them.
    static let held = HeldHotspots()

    let sockets: AgentSockets
    let applied = AppliedHotspots()

    private init(_ sockets: AgentSockets) { self.sockets = sockets }

    /// Makes a manager of the agent whose sockets are in a directory: for tests, and apps under development. Only on
    /// Linux.
    ///
    /// An accessory is joined through the agent that it came from, with any manager.
    public convenience init(runtimeDirectory: String) { self.init(AgentSockets(directory: runtimeDirectory)) }

    // MARK: Accessories

    /// Joins the hotspot of an accessory that the app was granted, and holds it until the app leaves it.
    ///
    /// If this process has joined it already, that counts as success.
    ///
    /// - Parameters:
    ///   - accessory: One of `ASAccessorySession.accessories`, or an event's accessory.
    ///   - passphrase: 8 to 63 printable ASCII characters.
    ///   - completionHandler: Gets nil when the hotspot is really joined, with an address; else an
    ///     ``ASHotspotError`` with its reason.
    public func joinAccessoryHotspot(
        _ accessory: ASAccessory, passphrase: String, completionHandler: Completion? = nil
    ) {
        let handler = IsolatedClosure(completionHandler)
        join(accessory, passphrase: passphrase, Self.held.makeID()) { handler.run($0.failure) }
    }

    /// As ``joinAccessoryHotspot(_:passphrase:completionHandler:)``, for an open network, or one whose passphrase was
    /// given at the set-up.
    public func joinAccessoryHotspotWithoutSecurity(_ accessory: ASAccessory, completionHandler: Completion? = nil) {
        let handler = IsolatedClosure(completionHandler)
        join(accessory, passphrase: nil, Self.held.makeID()) { handler.run($0.failure) }
    }

    /// Joins the hotspot of an accessory that the app was granted, and returns the link to the accessory.
    ///
    /// Throws ``ASHotspotError``. Cancelling the task gives up the join and throws `CancellationError`. At the top level of
    /// `main.swift` Swift takes the method with a handler, unless the constant has its type: `let link: ASHotspotLink`.
    @discardableResult
    public func joinAccessoryHotspot(_ accessory: ASAccessory, passphrase: String) async throws -> ASHotspotLink {
        try await joined(accessory, passphrase: passphrase)
    }

    /// As ``joinAccessoryHotspot(_:passphrase:)``, for an open network, or one whose passphrase was given at the
    /// set-up.
    @discardableResult
    public func joinAccessoryHotspotWithoutSecurity(_ accessory: ASAccessory) async throws -> ASHotspotLink {
        try await joined(accessory, passphrase: nil)
    }

    /// Leaves the hotspot of an accessory, and returns when the earlier network is restored. Only on Linux.
    ///
    /// Throws ``ASHotspotError``: ``NEHotspotConfigurationError/userUnauthorized`` if the app does not hold its hotspot,
    /// and one with `ASHotspotError.Reason.restoreFailed` if the earlier network was not restored.
    public func leaveAccessoryHotspot(_ accessory: ASAccessory) async throws {
        let end = Self.held.end(of: accessory.key)
        do {
            try await SetupClient(accessory.sockets)
                .call(.leaveHotspot, LeaveHotspotRequest(accessory: accessory.identifier))
            // The call that held it ends now too; a later join begins anew.
            for await _ in end {}
        } catch let error as CancellationError {
            throw error
        } catch {
            throw ASHotspotError(any: error)
        }
    }

    /// The states of an accessory's hotspot that this process joins: the present one, and every change until the
    /// hotspot is left or lost and the earlier network is restored. Only on Linux.
    public func hotspotUpdates(for accessory: ASAccessory) -> AsyncStream<ASHotspotUpdate> {
        Self.held.updates(accessory.key)
    }

    private func join(
        _ accessory: ASAccessory, passphrase: String?, _ id: Int, _ completion: @escaping HeldHotspots.Completion
    ) {
        do {
            if let passphrase { _ = try DescriptorFields.passphrase(passphrase, field: "passphrase") }
        } catch {
            return Self.held.refuse(ASHotspotError(error), completion)
        }
        Self.held.join(accessory.key, passphrase: passphrase, id, completion)
    }

    private func joined(_ accessory: ASAccessory, passphrase: String?) async throws -> ASHotspotLink {
        try Task.checkCancellation()
        let id = Self.held.makeID()
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { waiter in
                    join(accessory, passphrase: passphrase, id) { waiter.resume(with: $0) }
                    // The task may have been cancelled before there was anything to cancel.
                    if Task.isCancelled { Self.held.cancel(accessory.key, id) }
                }
            } onCancel: {
                Self.held.cancel(accessory.key, id)
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }
}

extension NEHotspotConfigurationManager: Hashable {
    /// True for the same object.
    public static func == (left: NEHotspotConfigurationManager, right: NEHotspotConfigurationManager) -> Bool {
        left === right
    }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ASAccessory {
    var key: HeldHotspots.Key { HeldHotspots.Key(sockets: sockets, accessory: identifier) }
}

extension Result where Failure == ASHotspotError {
    fileprivate var failure: (any Error)? {
        switch self {
        case .success: nil
        case .failure(let error): error
        }
    }
}
