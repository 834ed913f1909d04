// SPDX-License-Identifier: Apache-2.0

extension DirectBus {
    /// Receives a signal's arguments as long as the subscription lives.
    func subscribe(
        _ name: String, _ path: String?, _ interface: String, _ member: String, about argument: String? = nil,
        _ body: @escaping @Sendable ([Variant]) -> Void
    ) -> Subscription {
        subscribe(name, path, interface, member, about: argument) { _, members in body(members) }
    }

    /// The same, with the path of the object that sends it.
    func subscribe(
        _ name: String, _ path: String?, _ interface: String, _ member: String, about argument: String? = nil,
        _ body: @escaping BusSignals.Body
    ) -> Subscription {
        follow(name)
        return match(
            BusSignals.Rule(name: name, path: path, interface: interface, member: member, firstText: argument), body)
    }

    /// Reports the unique name of a name's owner, or that it has none, soon and at every change.
    func watch(_ name: String, _ body: @escaping BusSignals.Watcher) -> Subscription {
        follow(name)
        if let owner = signals.owners[name] { executor.perform { body(owner) } }
        return Subscription(self, signals.add(watcherOf: name, body))
    }

    /// Another owner's signals are not the name's. The bus reports a change of owners before the new one's signals.
    private func follow(_ name: String) {
        guard signals.follow(name) else { return }
        let rule = BusSignals.Rule(
            name: Self.name, path: Self.path, interface: Self.name, member: "NameOwnerChanged", firstText: name)
        owners.append(
            match(rule) { [weak self] _, members in
                guard members.count == 3, let owner = members[2].text else { return }
                self?.own(name, by: owner.isEmpty ? nil : owner)
            })
        call(Self.name, Self.path, Self.name, "GetNameOwner", [.string(name)]) { [weak self] answer in
            self?.own(name, by: (try? answer.get())?.first?.text)
        }
    }

    private func own(_ name: String, by owner: String?) {
        for watcher in signals.own(name, by: owner) { watcher(owner) }
    }

    private func match(_ rule: BusSignals.Rule, _ body: @escaping BusSignals.Body) -> Subscription {
        callOneway("AddMatch", [.string(rule.text)])
        return Subscription(self, signals.add(rule, body))
    }

    fileprivate func remove(_ id: Int) {
        if let rule = signals.remove(id) { callOneway("RemoveMatch", [.string(rule.text)]) }
    }

    func receive(signal: BusMessage) {
        let bodies = signals.bodies(for: signal)
        guard !bodies.isEmpty else { return }
        let (path, members) = (signal.path, signal.members)
        for body in bodies { body(path, members) }
    }

    /// A signal's subscription, or the watch over a name; it ends with this value.
    final class Subscription {
        private weak var bus: DirectBus?
        private let id: Int

        fileprivate init(_ bus: DirectBus, _ id: Int) {
            self.bus = bus
            self.id = id
        }

        deinit { bus?.remove(id) }
    }
}
