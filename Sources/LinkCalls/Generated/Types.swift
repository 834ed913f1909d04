// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from the .varlink files. Change those.

import AgentInterface

/// A program that may use a fenced interface: by its cgroup, or if it has none of its own, or if the kernel cannot
/// compare cgroups, by its user.
package struct Subject: Codable, Hashable, Sendable {
    /// The cgroup's path below /sys/fs/cgroup, without a slash at its beginning.
    package var cgroup: String?
    /// The uid.
    package var user: Int
    /// Whether what the cgroup sends to all of a network, by IPv4, goes to the interface, whichever has the default
    /// route. A cgroup that may use several interfaces sends it to the latest.
    package var multicast: Bool

    package init(cgroup: String? = nil, user: Int, multicast: Bool) {
        self.cgroup = cgroup
        self.user = user
        self.multicast = multicast
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        cgroup = try fields.optional("cgroup")
        user = try fields.value("user")
        multicast = try fields.value("multicast")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(cgroup, forKey: "cgroup")
        try fields.encode(user, forKey: "user")
        try fields.encode(multicast, forKey: "multicast")
    }
}

/// Packets of a program that may not use the interface.
package struct Refusal: Codable, Hashable, Sendable {
    /// The systemd unit, or the cgroup's path. Absent if the packets came from no cgroup that is known.
    package var program: String?
    package var user: Int
    package var packets: Int

    package init(program: String? = nil, user: Int, packets: Int) {
        self.program = program
        self.user = user
        self.packets = packets
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        program = try fields.optional("program")
        user = try fields.value("user")
        packets = try fields.value("packets")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(program, forKey: "program")
        try fields.encode(user, forKey: "user")
        try fields.encode(packets, forKey: "packets")
    }
}

/// The fence of one interface.
package struct FenceState: Codable, Hashable, Sendable {
    /// Why programs are let through by their users, although they have cgroups.
    package var reason: String?
    /// Bytes of the programs that may use the interface.
    package var sent: Int
    /// Bytes of the programs that may use the interface.
    package var received: Int
    /// Packets of other programs.
    package var refused: Int
    /// Packets from the accessory's side that answered nothing.
    package var keptOut: Int
    /// The programs whose packets were refused, at most 64.
    package var refusals: [Refusal]

    package init(reason: String? = nil, sent: Int, received: Int, refused: Int, keptOut: Int, refusals: [Refusal]) {
        self.reason = reason
        self.sent = sent
        self.received = received
        self.refused = refused
        self.keptOut = keptOut
        self.refusals = refusals
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        reason = try fields.optional("reason")
        sent = try fields.value("sent")
        received = try fields.value("received")
        refused = try fields.value("refused")
        keptOut = try fields.value("keptOut")
        refusals = try fields.value("refusals")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encodeIfPresent(reason, forKey: "reason")
        try fields.encode(sent, forKey: "sent")
        try fields.encode(received, forKey: "received")
        try fields.encode(refused, forKey: "refused")
        try fields.encode(keptOut, forKey: "keptOut")
        try fields.encode(refusals, forKey: "refusals")
    }
}
