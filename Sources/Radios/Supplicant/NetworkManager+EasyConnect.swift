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
        for await command in commands { try control.send(command.text) }
        // wpa_supplicant would find the end out only with its next events.
        try? control.send("DETACH")
    }
}
