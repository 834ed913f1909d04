// SPDX-License-Identifier: Apache-2.0

/// The signals that a connection to the bus receives, and the owners of the names that send them.
struct BusSignals {
    /// Gets the path of the object that sends, and the arguments.
    typealias Body = @Sendable (String, [Variant]) -> Void
    typealias Watcher = @Sendable (String?) -> Void

    /// What a signal must have.
    struct Rule {
        /// The sender's; it may have several owners, one after the other.
        var name: String
        var path: String?
        var interface: String
        var member: String
        var firstText: String?

        /// The rule in the bus's form (D-Bus specification, "Match Rules").
        var text: String {
            var text = "type='signal',sender='\(name)',interface='\(interface)',member='\(member)'"
            if let path { text += ",path='\(path)'" }
            if let firstText { text += ",arg0='\(firstText)'" }
            return text
        }
    }

    private var bodies: [(id: Int, rule: Rule, body: Body)] = []
    private var watchers: [Int: (name: String, body: Watcher)] = [:]
    /// The unique names of the names' owners; nil in it for a name without one.
    private(set) var owners: [String: String?] = [:]
    private var followed: Set<String> = []
    private var last = 0

    mutating func add(_ rule: Rule, _ body: @escaping Body) -> Int {
        last += 1
        bodies.append((last, rule, body))
        return last
    }

    mutating func add(watcherOf name: String, _ body: @escaping Watcher) -> Int {
        last += 1
        watchers[last] = (name, body)
        return last
    }

    /// Returns the rule of a signal.
    mutating func remove(_ id: Int) -> Rule? {
        watchers[id] = nil
        return bodies.firstIndex { $0.id == id }.map { bodies.remove(at: $0).rule }
    }

    /// Returns whether it is the first time.
    mutating func follow(_ name: String) -> Bool { followed.insert(name).inserted }

    /// Returns the watchers of the name.
    mutating func own(_ name: String, by owner: String?) -> [Watcher] {
        owners[name] = .some(owner)
        return watchers.values.filter { $0.name == name }.map(\.body)
    }

    /// Whether anybody wants signals of this sender. Every program on the bus may send us some, which nobody reads.
    func follows(_ sender: String) -> Bool {
        bodies.contains { $0.rule.name == sender || owners[$0.rule.name] == .some(sender) }
    }

    /// Those that get a signal. The bus sends it once, for all rules.
    func bodies(for message: BusMessage) -> [Body] {
        let sender = message.sender
        guard follows(sender) else { return [] }
        let (path, interface, member) = (message.path, message.interface, message.member)
        return bodies.compactMap { _, rule, body in
            guard rule.member == member, rule.path == nil || rule.path == path, rule.interface == interface,
                rule.firstText == nil || rule.firstText == message.firstText,
                rule.name == sender || owners[rule.name] == .some(sender)
            else { return nil }
            return body
        }
    }
}
