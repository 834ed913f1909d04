// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Some types of services in Avahi's view: which browser and which resolver comes next, and what the reader gets.
///
/// Avahi's `Server2` prepares an object, and its signals begin with `Start`. Those of `Server` begin before the caller can
/// know their path. A resolver stays after its answer, because a service that moves to another address sends no new item.
struct AvahiBrowse {
    enum Event {
        /// Avahi came, went, or is not there.
        case owned(Bool)
        /// A browser or a resolver has this path; nil if Avahi refused to make one.
        case prepared(Object, path: String?, reason: String = "")
        case added(AvahiItem)
        case removed(AvahiItem)
        case found(AvahiItem, Announcement?)
        case failed(AvahiItem)
    }

    enum Effect: Hashable {
        case prepare(Object)
        /// Subscribes to the object's signals, then starts it.
        case start(Object, path: String)
        case free(Object, path: String)
        /// Every object is gone with Avahi.
        case forgetAll
        case notify(HomeSighting)
    }

    enum Object: Hashable {
        case browser(type: String)
        case resolver(AvahiItem)
    }

    private enum Resolver {
        case preparing
        case open(path: String)
        case answered(path: String, Announcement?)
    }

    /// Services of all types together; one that is announced over both protocols is two. Others are left out until one of
    /// these goes. Avahi has 1024 objects for one client (objects-per-client-max).
    static let mostItems = 512
    /// Resolvers without an answer.
    static let mostOpen = 16

    private let types: [String]
    private var isOwned = false
    private var resolvers: [AvahiItem: Resolver] = [:]
    private var waiting: [AvahiItem] = []
    private var open = 0

    init(types: [String]) { self.types = types }

    mutating func receive(_ event: Event) -> [Effect] {
        switch event {
        case .owned(let isThere): return own(isThere)
        case .prepared(let object, let path, let reason): return prepared(object, path, reason)
        case .added(let item):
            guard isOwned, resolvers[item] == nil, !waiting.contains(item),
                resolvers.count + waiting.count < Self.mostItems
            else { return [] }
            waiting.append(item)
            return resolveNext()
        case .removed(let item): return remove(item)
        case .found(let item, let announcement): return found(item, announcement)
        case .failed(let item):
            guard case .open(let path)? = resolvers[item] else { return [] }
            resolvers[item] = nil
            open -= 1
            return [.free(.resolver(item), path: path)] + resolveNext()
        }
    }

    private mutating func own(_ isThere: Bool) -> [Effect] {
        let lost = resolvers.keys.compactMap { withdrawal(of: $0) }
        (resolvers, waiting, open) = ([:], [], 0)
        isOwned = isThere
        guard isThere else {
            return [.forgetAll] + lost + [
                .notify(
                    .unavailable(
                        .announcements, reason: "Avahi does not run, so announcements are not seen; avahi-daemon has it"
                    ))
            ]
        }
        return [.forgetAll] + lost + types.map { .prepare(.browser(type: $0)) }
    }

    private mutating func prepared(_ object: Object, _ path: String?, _ reason: String) -> [Effect] {
        switch (object, path) {
        case (.browser, nil):
            return [.notify(.unavailable(.announcements, reason: "Avahi does not browse: \(reason)"))]
        case (.browser, let path?): return isOwned ? [.start(object, path: path)] : []
        case (.resolver(let item), let path):
            guard case .preparing? = resolvers[item] else {
                // The service went meanwhile.
                return path.map { [.free(object, path: $0)] } ?? []
            }
            guard let path else {
                resolvers[item] = nil
                open -= 1
                return resolveNext()
            }
            resolvers[item] = .open(path: path)
            return [.start(object, path: path)]
        }
    }

    private mutating func resolveNext() -> [Effect] {
        var effects: [Effect] = []
        while open < Self.mostOpen, !waiting.isEmpty {
            let item = waiting.removeFirst()
            resolvers[item] = .preparing
            open += 1
            effects.append(.prepare(.resolver(item)))
        }
        return effects
    }

    private mutating func found(_ item: AvahiItem, _ announcement: Announcement?) -> [Effect] {
        let before: Announcement?
        switch resolvers[item] {
        case .open(let path):
            open -= 1
            before = nil
            resolvers[item] = .answered(path: path, announcement)
        case .answered(let path, let known):
            before = known
            resolvers[item] = .answered(path: path, announcement)
        case .preparing, nil: return []
        }
        var effects: [Effect] = []
        if let before, before.id != announcement?.id { effects.append(.notify(.withdrawn(before.id))) }
        if let announcement, announcement != before { effects.append(.notify(.announced(announcement))) }
        return effects + resolveNext()
    }

    private mutating func remove(_ item: AvahiItem) -> [Effect] {
        waiting.removeAll { $0 == item }
        let withdrawal = withdrawal(of: item)
        guard let resolver = resolvers.removeValue(forKey: item) else { return [] }
        var effects: [Effect] = []
        switch resolver {
        case .preparing: open -= 1
        case .open(let path):
            open -= 1
            effects.append(.free(.resolver(item), path: path))
        case .answered(let path, _): effects.append(.free(.resolver(item), path: path))
        }
        return effects + (withdrawal.map { [$0] } ?? []) + resolveNext()
    }

    private func withdrawal(of item: AvahiItem) -> Effect? {
        guard case .answered(_, let announcement?)? = resolvers[item] else { return nil }
        return .notify(.withdrawn(announcement.id))
    }
}
