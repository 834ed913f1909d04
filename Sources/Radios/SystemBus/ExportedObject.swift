// SPDX-License-Identifier: Apache-2.0

/// An object of ours with one interface, which others on the bus call. It goes with this value.
final class ExportedObject {
    private weak var bus: DirectBus?
    private let path: String

    /// - Parameter body: receives every call, on the GLib thread.
    init(_ path: String, _ interface: String, on bus: DirectBus, _ body: @escaping @Sendable (Invocation) -> Void) {
        self.bus = bus
        self.path = path
        bus.objects[path] = (interface, body)
    }

    deinit { bus?.objects[path] = nil }
}

/// One call of an object of ours, to be answered once. A call that is dropped without an answer is refused.
///
/// Unchecked: it is made and used by the actor on the GLib thread.
final class Invocation: @unchecked Sendable {
    let sender: String
    let method: String
    let arguments: [Variant]
    private var message: BusMessage?
    private weak var bus: DirectBus?

    init(_ message: BusMessage, over bus: DirectBus) {
        sender = message.sender
        method = message.member
        arguments = message.members
        self.message = message
        self.bus = bus
    }

    deinit { refuse("org.freedesktop.DBus.Error.Failed", "not answered") }

    func reply(_ values: [Variant] = []) { send { message throws(BusFault) in try message.reply(values) } }

    func refuse(_ error: String, _ text: String) {
        send { message throws(BusFault) in try message.refusal(error, text) }
    }

    private func send(_ answer: (BusMessage) throws(BusFault) -> BusMessage) {
        guard let message else { return }
        self.message = nil
        // If the bus is gone, so is the caller.
        if message.wantsAnswer { try? bus?.send(answer(message)) }
    }
}
