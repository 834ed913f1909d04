// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// Performs one `PeripheralLink` machine's effects: the link lasts as long as this runs.
struct PeripheralLinkRun: Sendable {
    let bluetooth: any BluetoothRadio
    let clock: any Clock<Duration>
    /// Apps have the radio by turns.
    let app: String
    let address: MACAddress
    /// The accessory's name for people.
    let title: String
    /// The end of the access.
    let ended: AsyncStream<AccessoryError>

    /// Returns the reason of the end. Throws what `report` throws, and `CancellationError` when its task is cancelled.
    func run(_ report: (PeripheralLink.Report) async throws -> Void) async throws -> AccessoryError {
        let (events, send) = AsyncStream<PeripheralLink.Event>.makeStream()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { for await error in ended { send.yield(.ended(error)) } }
            var machine = PeripheralLink(to: title)
            send.yield(.start)
            for await event in events {
                for effect in machine.receive(event) {
                    switch effect {
                    case .connect(let limit): group.addTask { await connect(within: limit, send) }
                    case .listen(let pause): group.addTask { await listen(after: pause, send) }
                    case .report(let news): try await report(news)
                    case .end(let error): return error
                    }
                }
            }
            throw CancellationError()
        }
    }

    private func connect(
        within limit: Duration, _ send: AsyncStream<PeripheralLink.Event>.Continuation
    ) async {
        let attempt = LinkAttempt(owner: app, limit: limit)
        do {
            for try await update in await bluetooth.link(to: address, attempt) { send.yield(.updated(update)) }
        } catch let failure as BluetoothFailure {
            send.yield(.failed(failure))
        } catch {
            // Only the end of this run cancels it.
        }
    }

    private func listen(after pause: Duration, _ send: AsyncStream<PeripheralLink.Event>.Continuation) async {
        do {
            try await clock.sleep(for: pause)
            for try await heard in await bluetooth.listen(ListenRequest(rules: []))
            where heard.devices.contains(where: { $0.address.address == address }) {
                send.yield(.heard)
                return
            }
        } catch let why as BluetoothUnavailability {
            send.yield(.cannotListen(why))
        } catch {
            // Only the end of this run cancels it.
        }
    }
}
