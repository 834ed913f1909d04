// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessorySetupKit
import AgentInterface
import Synchronization

/// The hotspots that this process holds. Each lasts as long as the agent's call, which ends with the process.
final class HeldHotspots: Sendable {
    typealias Completion = @Sendable (Result<ASHotspotLink, ASHotspotError>) -> Void

    /// An accessory of an agent.
    struct Key: Hashable, Sendable {
        var sockets: AgentSockets
        var accessory: String
    }

    private struct Contents {
        var holds: [Key: (hold: HotspotHold, call: Task<Void, Never>)] = [:]
        var listeners: [Key: [Int: AsyncStream<ASHotspotUpdate>.Continuation]] = [:]
        var joins: [Int: (passphrase: String?, completion: Completion)] = [:]
        var lastID = 0
    }

    /// Completions run here, outside the lock.
    private let queue = DispatchQueue(label: "org.accessoryd.hotspots")
    private let contents = Mutex(Contents())

    func makeID() -> Int {
        contents.withLock { contents in
            contents.lastID += 1
            return contents.lastID
        }
    }

    func join(_ key: Key, passphrase: String?, _ id: Int, _ completion: @escaping Completion) {
        contents.withLock { contents in
            contents.joins[id] = (passphrase, completion)
            join(key, id, &contents)
        }
    }

    private func join(_ key: Key, _ id: Int, _ contents: inout Contents) {
        if contents.holds[key] == nil {
            let request = JoinHotspotRequest(accessory: key.accessory, passphrase: contents.joins[id]?.passphrase)
            // The hotspot is held as long as this runs, whatever its caller does.
            let call = Task { [weak self] in
                var failure: ASHotspotError?
                do {
                    for try await reply in try SetupClient(key.sockets).stream(.joinHotspot, request) {
                        self?.change(key) { $0.receive(ASHotspotUpdate(reply.lease)) }
                    }
                } catch {
                    failure = ASHotspotError(any: error)
                }
                self?.change(key) { $0.ended(failure) }
            }
            contents.holds[key] = (HotspotHold(), call)
        }
        change(key, &contents) { $0.join(id) }
    }

    /// Ends when the hotspot is no longer held; at once if it is not held now.
    func end(of key: Key) -> AsyncStream<ASHotspotUpdate> {
        contents.withLock { $0.holds[key] == nil } ? AsyncStream { $0.finish() } : updates(key)
    }

    /// Fails a join before anything is sent.
    func refuse(_ error: ASHotspotError, _ completion: @escaping Completion) {
        queue.async { completion(.failure(error)) }
    }

    func cancel(_ key: Key, _ id: Int) { change(key) { $0.cancel(id) } }

    /// The present state, if there is one, and every later one until the hotspot is no longer held.
    func updates(_ key: Key) -> AsyncStream<ASHotspotUpdate> {
        let (stream, updates) = AsyncStream.makeStream(of: ASHotspotUpdate.self)
        contents.withLock { contents in
            contents.lastID += 1
            let id = contents.lastID
            contents.listeners[key, default: [:]][id] = updates
            if let last = contents.holds[key]?.hold.last { updates.yield(last) }
            updates.onTermination = { [weak self, queue] _ in
                // The thread that ends the stream may have the lock, so this runs on another one.
                queue.async { [weak self] in self?.stopListening(key, id) }
            }
        }
        return stream
    }

    private func stopListening(_ key: Key, _ id: Int) {
        contents.withLock { contents in
            contents.listeners[key]?[id] = nil
            if contents.listeners[key]?.isEmpty == true { contents.listeners[key] = nil }
        }
    }

    private func change(_ key: Key, _ body: (inout HotspotHold) -> [HotspotHold.Effect]) {
        contents.withLock { change(key, &$0, body) }
    }

    private func change(
        _ key: Key, _ contents: inout Contents, _ body: (inout HotspotHold) -> [HotspotHold.Effect]
    ) {
        guard var entry = contents.holds[key] else { return }
        let effects = body(&entry.hold)
        contents.holds[key] = entry
        for effect in effects { perform(effect, key, &contents) }
    }

    private func perform(_ effect: HotspotHold.Effect, _ key: Key, _ contents: inout Contents) {
        switch effect {
        case .notify(let update):
            for listener in (contents.listeners[key] ?? [:]).values { listener.yield(update) }
        case .succeed(let id, let link): settle(id, .success(link), &contents)
        case .fail(let id, let error): settle(id, .failure(error), &contents)
        case .close: contents.holds[key]?.call.cancel()
        case .end:
            contents.holds[key] = nil
            for listener in (contents.listeners.removeValue(forKey: key) ?? [:]).values { listener.finish() }
        case .again(let id): join(key, id, &contents)
        }
    }

    private func settle(
        _ id: Int, _ result: Result<ASHotspotLink, ASHotspotError>, _ contents: inout Contents
    ) {
        guard let completion = contents.joins.removeValue(forKey: id)?.completion else { return }
        queue.async { completion(result) }
    }
}
