// SPDX-License-Identifier: Apache-2.0

/// The agent's view of the machine's Wi-Fi: the one seam of the house. `Radios` drives NetworkManager,
/// `SimulatedRadios` a working air from a file.
package protocol Radio: EasyConnectRadio {
    /// Sends the present state at once, then every change. A slow reader gets only the newest.
    func states() async -> AsyncStream<RadioState>

    /// Looks around as long as the stream is read, and not a moment longer. A first `Look` comes as soon as the likely
    /// channels have been visited. Ends by throwing `Unavailability` if the radio can no longer be used.
    func look(_ request: LookRequest) async -> AsyncThrowingStream<Look, any Error>

    /// Takes over a station that was just made, and that joins an accessory next, with this address: keeps the backend's
    /// own networks off it, and waits until it can be used. Throws the reason why it cannot.
    func adopt(station interface: String, address: MACAddress) async throws

    /// Records the radio's present network and arms the backend's dead man's switch. Nothing is cut yet.
    func protect(interface: String) async throws -> Protection

    /// Delays the dead man's switch for another `Protection.patience`.
    func extend(_ protection: Protection) async throws

    /// Joins. The stream goes on after `joined` as long as the link lives, and ends by throwing `JoinFailure`. Leaving
    /// the stream does not leave the network: `restore` or `release` does.
    func join(_ request: JoinRequest) async -> AsyncThrowingStream<JoinStep, any Error>

    /// Makes one attempt: leaves the accessory's network, restores the protected uplink and waits until it is fully up.
    /// Returns without touching anything if it already is. Throws `JoinFailure`: `interrupted` if somebody chose
    /// another network for the radio meanwhile, which stays.
    func restore(_ protection: Protection) async throws

    /// Returns once the radio has left the accessory's network, before another one can be there.
    func left(_ protection: Protection) async

    /// Ends the protection without restoring: disarms the switch and removes the rest of the accessory's profile.
    func release(_ protection: Protection) async

    /// The credentials with which the machine joins an uplink, whether it is active or not; for one without a profile,
    /// those of the radio's present network. A profile is found by its name, too. Throws `UplinkFault`.
    func credentials(of uplink: Uplink) async throws -> UplinkCredentials
}

extension Protection {
    /// How long a dead man's switch waits before it restores the uplink by itself.
    package static let patience: Duration = .seconds(30)
}

/// The configurator's side of Wi-Fi Easy Connect (DPP). A radio stays on its network meanwhile.
package protocol EasyConnectRadio: Sendable {
    /// Performs the commands in their order, as wpa_supplicant's control socket does: one reply follows each, with events
    /// of the exchange between them. It lasts until the commands end or the stream is left. Ends by throwing
    /// `AccessoryError` if nobody takes commands on this interface, or no longer.
    func easyConnect(
        on interface: String, _ commands: AsyncStream<EasyConnectCommand>
    ) async -> AsyncThrowingStream<EasyConnectMessage, any Error>
}
