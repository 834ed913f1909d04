// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import FoundationEssentials
import Synchronization

/// The machine's Wi-Fi, simulated: radios, access points and a person, as a key file describes them. Everything that an
/// app does with the agent works on it without hardware, faults included.
///
/// All times count from the start. A time is a number with its unit: `300ms`, `2s`, `1.5s`. Keys that are not listed
/// here, or do not fit together, are refused with group, key and reason.
///
/// `[Radio INTERFACE]`, one for each radio; without any, the machine has none:
/// - `SSID`: the network it is on, in the text form of `SSID`; without it the radio is idle. If an access
///   point of that name is listed, on the air or not, the machine has its passphrase stored.
/// - `Profile`: that network's name for people; the SSID's text by default.
/// - `RestoreTime`: how long the restoring of that network takes; 300ms. It fails while its access points, if any are
///   listed, are off the air.
/// - `RestoreFailures`: how many attempts to restore it fail; 0.
/// - `Unusable`: the reason why it cannot be used, a case of `Unavailability`: `switchedOff`, `hardBlocked`, `unmanaged`,
///   `accessPoint`, `noSupplicant`, `iwdBackend`, `notReady`; `noRadio` takes it out of the machine, `backendAway` holds for all radios.
/// - `UnusableAfter`: the beginning; by default the start.
/// - `UnusableUntil`: when it can be used again, and connects again by itself; never by default.
///
/// `[AccessPoint LABEL]`, where the label is for the file's reader only:
/// - `SSID`: its name, in the text form of `SSID`: UTF-8, any byte as `\xNN`. Required; several may have the same.
/// - `BSSID`: its address, `02:00:00:00:01:00`. Required, and no two have the same.
/// - `Frequency`: its channel in MHz; 2437. Channels 1, 6 and 11 (2412, 2437, 2462) are seen first.
/// - `Signal`: 1 to 100; 70. It varies by 2 during a look, the same way in every run.
/// - `Security`: `open`, `owe`, `wep`, `wpa2`, `wpa2-wpa3`, `wpa3` or `enterprise`; `open`.
/// - `Passphrase`: required for wpa2, wpa2-wpa3 and wpa3, refused for the others.
/// - `Twin`: the security of a device that answers in its place during a join: `open` and so on, as `Security`; by
///   default no device poses as it.
/// - `Hidden`: `true` if it answers only probes with its name, and only joins that look for a hidden network; `false`.
/// - `Appears`, `Goes`: when it comes on the air, from the start by default, and when it goes, never by default.
/// - `Returns`: when it is on the air again after that; by default never.
/// - `TimesFrom`: what these three count from, `start` or `look`: the first look around of anybody; `start`.
/// - `Fault`: its fault in a join; `none`:
///   `wrong-passphrase` refuses even the right one; `no-dhcp` gives no address; `reject` refuses the association;
///   `vanish` goes off the air for good during the join; `slow` takes ten times as long for every step;
///   `silent` never answers.
/// - `FaultCount`: how many joins the fault spoils; all by default.
/// - `Address`: DHCP's address, with the prefix's length; 192.168.4.2/24.
/// - `Gateway`: 192.168.4.1 by default, none if `Address` is given without it.
/// - `Drops`: the time from the join until the link breaks; by default never.
/// - `Interrupts`: the time from the join until a person puts the radio on its former network (an idle one on that of
///   another radio); by default never.
/// - `HomeAddress`: its accessory's address on the home network, of IPv4 or IPv6, where it appears once its hotspot was
///   joined: `192.168.1.23`, `fd00::17`, `fe80::17`; by default it never does.
/// - `HomeTime`: the time from the join until then; 3s.
/// - `HomeStation`: the address of its station there; the one before the BSSID.
/// - `HomeService`: the type of DNS-SD under which it announces itself with its SSID as its name: `_shelly._tcp`; by
///   default it announces nothing.
///
/// `[Enrollee LABEL]`, an accessory that waits for a network by Wi-Fi Easy Connect:
/// - `Label`: the text of its label, `DPP:...`. Required.
/// - `Answer`: what it does when it is called with its key; `joins`: `silent` takes the network and reports nothing,
///   `wrong-passphrase` and `not-in-reach` report that, `button` waits for a person.
/// - `Appears`, `Goes`, `HomeAddress`, `HomeTime`, `HomeService`: as an access point's.
/// - `HomeStation`: the label's, its key `M`.
///
/// `[Air]`, the durations, and the signals:
/// - `QuickLookTime`: until the likely channels have been visited; 300ms.
/// - `SweepTime`: until all have, and between one time and the next; 1s.
/// - `AssociateTime` 200ms, `AuthenticateTime` 100ms, `AddressTime` 200ms: the steps of a join.
/// - `RefusalTime`: until a wrong passphrase is found wrong; 500ms.
/// - `AddressTimeout`: until DHCP is given up; 2s.
/// - `JoinTimeout`: until a silent access point is given up; 25s.
/// - `CallTime`: one step of a hand-over by Wi-Fi Easy Connect; 500ms.
/// - `VariesSignals`: `false` if signals stay as they are at the start; `true`.
package final class SimulatedRadios: Radio, Sendable {
    private struct World {
        var air: Air
        /// The tasks that wait for a change of the air.
        var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
        var lastWaiting = 0
    }

    private let stopwatch: AirClock
    private let world: Mutex<World>

    /// Begins the air that `file` describes, and its time. Throws the fault of a key.
    package init(_ file: KeyFile, clock: some Clock<Duration> = ContinuousClock()) throws(KeyFileFault) {
        world = Mutex(World(air: try Air(file)))
        stopwatch = AirClock(clock)
    }

    package func states() async -> AsyncStream<RadioState> {
        let known = Mutex<RadioState?>(nil)
        return AsyncStream {
            await self.next { air, now in known.withLock { air.next(for: &$0, at: now) } }
        }
    }

    package func look(_ request: LookRequest) async -> AsyncThrowingStream<Look, any Error> {
        let sweep = Mutex(Air.Sweep(request: request, began: stopwatch.elapsed()))
        return AsyncThrowingStream {
            try await self.next { air, now throws(Unavailability) in
                try sweep.withLock { sweep throws(Unavailability) in try air.next(for: &sweep, at: now) }
            }
        }
    }

    package func join(_ request: JoinRequest) async -> AsyncThrowingStream<JoinStep, any Error> {
        let progress = Mutex(change { air, now in air.join(request, at: now) })
        return AsyncThrowingStream {
            try await self.next { air, now throws(JoinFailure) in
                try progress.withLock { progress throws(JoinFailure) in try air.next(for: &progress, at: now) }
            }
        }
    }

    package func protect(interface: String) async throws -> Protection {
        let profile = UUID().uuidString.lowercased()
        return try change { air, now throws(JoinFailure) in
            try air.protect(interface: interface, profile: profile, at: now)
        }
    }

    /// A simulated radio has no second station.
    package func adopt(station: String, address: MACAddress) async throws { throw Unavailability.noRadio }

    package func extend(_ protection: Protection) async throws {
        try change { air, now throws(JoinFailure) in try air.extend(protection, at: now) }
    }

    package func restore(_ protection: Protection) async throws {
        let due = try change { air, now throws(JoinFailure) in try air.restore(protection, at: now) }
        try await stopwatch.wait(due)
        try change { air, now throws(JoinFailure) in try air.confirm(protection, at: now) }
    }

    /// Nothing of this machine's is in a simulated network.
    package func left(_ protection: Protection) async {}

    package func release(_ protection: Protection) async {
        change { air, now in air.release(protection, at: now) }
    }

    package func credentials(of uplink: Uplink) async throws -> UplinkCredentials {
        try change { air, now throws(UplinkFault) in try air.credentials(of: uplink, at: now) }
    }

    var elapsed: Duration { stopwatch.elapsed() }

    func wait(until time: Duration) async throws { try await stopwatch.wait(time) }

    /// Changes the air and wakes the tasks that wait for a change.
    func change<Result: Sendable, Fault>(
        _ body: (inout Air, Duration) throws(Fault) -> Result
    ) throws(Fault) -> Result {
        let now = stopwatch.elapsed()
        return try world.withLock { world throws(Fault) in
            defer {
                for waiting in world.waiting.values { waiting.finish() }
                world.waiting = [:]
            }
            return try body(&world.air, now)
        }
    }

    /// Asks until there is an answer for the reader. It waits as long as the air demands, or until somebody changes the
    /// air. Nil if nothing will follow, or if the reader's task is cancelled.
    func next<Value: Sendable, Fault>(
        _ ask: (inout Air, Duration) throws(Fault) -> Turn<Value>
    ) async throws(Fault) -> Value? {
        while !Task.isCancelled {
            let (changed, change) = AsyncStream.makeStream(of: Never.self)
            let now = stopwatch.elapsed()
            let (turn, ticket) = try world.withLock { world throws(Fault) in
                let turn = try ask(&world.air, now)
                // Under the same lock, so that no change falls between the answer and the wait.
                world.lastWaiting += 1
                world.waiting[world.lastWaiting] = change
                return (turn, world.lastWaiting)
            }
            defer { world.withLock { $0.waiting[ticket] = nil } }
            switch turn {
            case .now(let value): return value
            case .over: return nil
            case .wait(let due): await wait(until: due, or: changed)
            }
        }
        return nil
    }

    private func wait(until due: Duration?, or changed: AsyncStream<Never>) async {
        guard let due else {
            for await _ in changed {}
            return
        }
        let stopwatch = stopwatch
        await withTaskGroup { group in
            // Cancelled if the other one was first, or the reader is gone. Both only end the wait.
            group.addTask { try? await stopwatch.wait(due) }
            group.addTask { for await _ in changed {} }
            await group.next()
            group.cancelAll()
        }
    }
}
