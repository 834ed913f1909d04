// SPDX-License-Identifier: Apache-2.0

import AccessoryRules

/// The input is the words of an agent in an attacker's hands, one a line: an interface, cgroups, and ports. Whatever they are,
/// each command that follows is an element of one set of the agent's own table.
func checkFence(_ input: [UInt8]) throws {
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0) }
    guard let interface = lines.first else { return }
    let ports = lines.compactMap { AcceptedPort($0) }
    for (port, text) in ports.map({ ($0, $0.description) }) {
        try hold(AcceptedPort(text) == port, "a port reads as it is written: '\(text)'")
    }
    let cgroups = lines.dropFirst().filter { AcceptedPort($0) == nil }
    let subjects = cgroups.map {
        FenceOrder.Subject(
            cgroup: $0.isEmpty ? nil : $0, user: UInt32($0.utf8.count), multicast: !$0.utf8.count.isMultiple(of: 2))
    }
    guard let order = try? FenceOrder(interface: interface, subjects: subjects, ports: ports) else { return }
    try hold(order.interface != "lo", "the loopback is no accessory's")
    try hold(order.subjects.count <= FenceOrder.most && order.ports.count <= FenceOrder.most, "an order is bounded")
    var table = FenceTable()
    try hold(
        table.put(
            FenceTable.Entry(
                index: 7, order: order, network: FenceNetwork("192.0.2.1", prefixLength: 24), ground: .agreement(.zero))
        ),
        "an empty table has room")
    // A second accessory with the same address, if the order names another interface.
    let other = try? FenceOrder(interface: "other", subjects: order.subjects.reversed())
    try hold(
        table.put(
            FenceTable.Entry(
                index: 8, order: try unwrapped(other), network: FenceNetwork("192.0.2.9", prefixLength: 28),
                ground: .agreement(.zero))),
        "a table has room for two")
    for command in table.commands(at: .zero, hasCgroups: true, hasSteering: true).split(separator: "\n") {
        try hold(isElement(String(command)), "a command is an element of one set: '\(command)'")
    }
}

/// `add element inet accessoryd users { 7 . 1000 }`, or of a map `{ "a/b" : 192.0.2.1 }`.
private func isElement(_ command: String) -> Bool {
    if command.hasPrefix("flush set inet accessoryd ") || command.hasPrefix("flush map inet accessoryd ") {
        return !command.contains { "{};\"".contains($0) }
    }
    guard command.hasPrefix("add element inet accessoryd "), command.hasSuffix(" }"),
        let open = command.utf8.firstIndex(of: UInt8(ascii: "{"))
    else { return false }
    let body = command.utf8[open...].dropFirst(2).dropLast(2)
    let parts = body.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    // Between quotation marks are cgroups and numbers; around them are numbers and our own words.
    guard [1, 3, 5].contains(parts.count) else { return false }
    return parts.enumerated().allSatisfy { index, part in
        index % 2 == 1
            ? part.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !"{};#$*".utf8.contains($0) }
            : part.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || " .:/".utf8.contains($0)
            }
    }
}
