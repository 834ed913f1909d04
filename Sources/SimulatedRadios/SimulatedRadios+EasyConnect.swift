// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension SimulatedRadios {
    package func easyConnect(
        on interface: String, _ commands: AsyncStream<EasyConnectCommand>
    ) async -> AsyncThrowingStream<EasyConnectMessage, any Error> {
        let (stream, send) = AsyncThrowingStream.makeStream(
            of: EasyConnectMessage.self, bufferingPolicy: .bufferingNewest(EasyConnectMessage.mostWaiting))
        // Commands come while events go, and the task ends with the stream's reader.
        let task = Task {
            await withDiscardingTaskGroup { group in
                for await command in commands {
                    let answer = self.change { air, now in air.answer(command, on: interface, at: now) }
                    guard let answer else {
                        return send.finish(
                            throwing: AccessoryError(.radioUnavailable, "there is no radio \(interface)"))
                    }
                    send.yield(.reply(answer.reply))
                    guard let call = answer.call else { continue }
                    group.addTask { await self.report(call, send) }
                }
                send.finish()
            }
        }
        send.onTermination = { _ in task.cancel() }
        return stream
    }

    /// The events of one call, as long as it lasts.
    private func report(
        _ call: SimulatedConfigurator.Call, _ send: AsyncThrowingStream<EasyConnectMessage, any Error>.Continuation
    ) async {
        for (due, event) in call.events {
            guard (try? await wait(until: due)) != nil else { return }
            let lasts = change { air, _ in air.configurator.call == call.number }
            guard lasts else { return }
            send.yield(.event(event))
        }
    }
}
