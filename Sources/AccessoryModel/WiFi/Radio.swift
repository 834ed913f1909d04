// SPDX-License-Identifier: Apache-2.0

/// The machine's Wi-Fi, as the agent needs it: the one seam of the house. `Radios` drives NetworkManager,
/// `SimulatedRadios` a working air read from a file.
public protocol Radio: Sendable {
    /// The present state at once, then every change; only the newest is kept for a slow reader.
    func states() async -> AsyncStream<RadioState>

    /// Looks around for as long as the stream is read, and not a moment longer. A first `Look` comes as soon as the
    /// likely channels have been visited. Ends by throwing `Unavailability` when the radio can no longer be used.
    func look(_ request: LookRequest) async -> AsyncThrowingStream<Look, any Error>

    /// Notes what the radio is connected to and arms the backend's dead man's switch. Nothing is cut yet.
    func protect(interface: String) async throws -> Protection

    /// Keeps the dead man's switch from going off for another `Protection.patience`.
    func extend(_ protection: Protection) async throws

    /// Joins. The stream goes on after `joined` for as long as the link lives, and ends by throwing `JoinFailure`.
    /// Ending to read it does not leave the network: `restore` or `release` does.
    func join(_ request: JoinRequest) async -> AsyncThrowingStream<JoinStep, any Error>

    /// One attempt: leaves the accessory's network, brings back what the protection remembers and waits until it is
    /// fully up. Returns without touching anything when it already is. Throws `JoinFailure`: `interrupted` when
    /// somebody chose another network for the radio meanwhile, which is respected.
    func restore(_ protection: Protection) async throws

    /// Lets go without restoring: disarms the switch and removes what is left of the accessory's profile.
    func release(_ protection: Protection) async

    /// With what the machine joins an uplink, whether it is active or not; for one without a profile, what its radio is
    /// on now. Throws `UplinkFault`.
    func credentials(of uplink: Uplink) async throws -> UplinkCredentials
}

extension Protection {
    /// How long a dead man's switch waits before it brings the uplink back by itself.
    public static let patience: Duration = .seconds(30)
}
