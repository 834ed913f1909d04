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
    let subjects = cgroups.map { FenceOrder.Subject(cgroup: $0.isEmpty ? nil : $0, user: UInt32($0.utf8.count)) }
    guard let order = try? FenceOrder(interface: interface, subjects: subjects, ports: ports) else { return }
    try hold(order.interface != "lo", "the loopback is no accessory's")
    try hold(order.subjects.count <= FenceOrder.most && order.ports.count <= FenceOrder.most, "an order is bounded")
    var table = FenceTable()
    try hold(table.put(FenceTable.Entry(index: 7, order: order, end: .seconds(30))), "an empty table has room")
    for command in table.commands(at: .zero, hasCgroups: true).split(separator: "\n") {
        try hold(isElement(String(command)), "a command is an element of one set: '\(command)'")
    }
}

/// `add element inet accessoryd users { 7 . 1000 }`
private func isElement(_ command: String) -> Bool {
    if command.hasPrefix("flush set inet accessoryd ") { return !command.contains { "{};\"".contains($0) } }
    guard command.hasPrefix("add element inet accessoryd "), command.hasSuffix(" }"),
        let open = command.utf8.firstIndex(of: UInt8(ascii: "{"))
    else { return false }
    let body = command.utf8[open...].dropFirst(2).dropLast(2)
    let quotes = body.count { $0 == UInt8(ascii: "\"") }
    return (quotes == 0 || quotes == 2 && body.last == UInt8(ascii: "\""))
        && body.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !"{};#$*".utf8.contains($0) } && body.starts(with: "7".utf8)
}
