// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension NetworkManager {
    package func easyConnect(
        on interface: String, _ commands: AsyncStream<EasyConnectCommand>
    ) -> AsyncThrowingStream<EasyConnectMessage, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: EasyConnectMessage.self, bufferingPolicy: .bufferingNewest(EasyConnectMessage.mostWaiting))
        // The conversation ends with the stream's reader; no task of ours may outlive the reader.
        let task = Task(executorPreference: executor) {
            do {
                try await self.converse(on: interface, commands) { continuation.yield($0) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private func converse(
        on interface: String, _ commands: AsyncStream<EasyConnectCommand>,
        report: @escaping @Sendable (EasyConnectMessage) -> Void
    ) async throws(AccessoryError) {
        let control = try SupplicantControl(interface: interface)
        let descriptor = control.descriptor
        let watch = GLibWatch(descriptor) { SupplicantControl.receive(from: descriptor, report) }
        defer { withExtendedLifetime(watch) {} }
        for await command in commands {
            if case .begin = command { await scanEnds(on: interface) }
            try control.send(command.text)
        }
        // wpa_supplicant would find the end out only with its next events.
        try? control.send("DETACH")
    }

    /// A look that was left is still on its last channel. A frame that has to wait for a scan goes out up to a second
    /// later (mac80211 lets the uplink's traffic pass first), and then wpa_supplicant no longer waits for its answer.
    private func scanEnds(on interface: String) async {
        guard let supplicant = await supplicant(interface) else { return }
        let ended = countScans(on: interface)(supplicant)
        defer { withExtendedLifetime(ended) {} }
        let before = scansDone[interface, default: 0]
        guard await supplicant.isScanning() else { return }
        _ = try? await wait(Self.longestScan) { $0.scansDone[interface, default: 0] > before ? true : nil }
    }

    /// Of a scan of all channels with the uplink up.
    private static let longestScan = Duration.seconds(20)
}
