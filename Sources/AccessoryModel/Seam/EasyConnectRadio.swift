// SPDX-License-Identifier: Apache-2.0

/// The configurator's side of Wi-Fi Easy Connect (DPP). A radio stays on its network meanwhile.
package protocol EasyConnectRadio: Sendable {
    /// Performs the commands in their order, as wpa_supplicant's control socket does: one reply follows each, with events
    /// of the exchange between them. It lasts until the commands end or the stream is left. Ends by throwing
    /// `AccessoryError` if nobody takes commands on this interface, or no longer.
    func easyConnect(
        on interface: String, _ commands: AsyncStream<EasyConnectCommand>
    ) async -> AsyncThrowingStream<EasyConnectMessage, any Error>
}
