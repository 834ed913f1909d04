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

    private typealias Send = Sender<PeripheralLink.Event>

    private enum Activity {
        case access
        case link
        case listen
    }

    /// Returns the reason of the end. Throws what `report` throws, and `CancellationError` when its task is cancelled.
    func run(_ report: (PeripheralLink.Report) async throws -> Void) async throws -> AccessoryError {
        let runner = Runner<PeripheralLink, Activity, AccessoryError>(PeripheralLink(to: title), clock: clock)
        runner.start(.access) { send in for await error in ended { send.yield(.ended(error)) } }
        runner.send.yield(.start)
        let end = try await runner.run { effect in
            switch effect {
            case .connect(let limit): runner.start(.link) { await connect(within: limit, $0) }
            case .listen(let pause): runner.start(.listen) { await listen(after: pause, $0) }
            case .report(let news): try await report(news)
            case .end(let error): runner.end(error)
            }
        }
        guard let end else { throw CancellationError() }
        return end
    }

    private func connect(within limit: Duration, _ send: Send) async {
        let attempt = LinkAttempt(owner: app, limit: limit)
        do {
            for try await update in await bluetooth.link(to: address, attempt) { send.yield(.updated(update)) }
        } catch let failure as BluetoothFailure {
            send.yield(.failed(failure))
        } catch {
            // Only the end of this run cancels it.
        }
    }

    private func listen(after pause: Duration, _ send: Send) async {
        do {
            try await clock.sleep(for: pause)
            for try await heard in await bluetooth.listen(ListenRequest(rules: []))
            where heard.contains(where: { $0.address.address == address }) {
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
