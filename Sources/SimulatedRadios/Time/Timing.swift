// SPDX-License-Identifier: Apache-2.0

/// The durations in an air, and whether time changes its signals: the group `[Air]`.
struct Timing: Sendable, Equatable {
    /// Until the likely channels have been visited, and until all have.
    var quickLook: Duration = .milliseconds(300)
    var sweep: Duration = .seconds(1)
    var associate: Duration = .milliseconds(200)
    var authenticate: Duration = .milliseconds(100)
    var address: Duration = .milliseconds(200)
    /// Until a wrong passphrase is found wrong.
    var refusal: Duration = .milliseconds(500)
    /// Until DHCP is given up.
    var addressTimeout: Duration = .seconds(2)
    /// Until a silent access point is given up.
    var joinTimeout: Duration = .seconds(25)

    /// Until the Bluetooth devices in range have been seen, and between one time and the next.
    var listen: Duration = .milliseconds(500)
    var connect: Duration = .milliseconds(300)
    /// From the answer to a pairing's question until the pairing is done.
    var pair: Duration = .milliseconds(500)
    /// One characteristic read or written.
    var read: Duration = .milliseconds(50)
    /// From the write that starts a hotspot until it is on the air.
    var hotspot: Duration = .milliseconds(500)
    /// Until a silent device is given up.
    var connectTimeout: Duration = .seconds(10)
    /// Until the answer to a pairing's question is given up (Core Specification, Vol 3 Part H 3.4).
    var pairTimeout: Duration = .seconds(30)

    /// One step with an accessory by Wi-Fi Easy Connect. Joining takes four more.
    var call: Duration = .milliseconds(500)

    /// With `false`, every sighting has the signal of the first second.
    var variesSignals = true

    /// The time whose signals a sighting at `now` has.
    func signals(at now: Duration) -> Duration { variesSignals ? now : .zero }
}
