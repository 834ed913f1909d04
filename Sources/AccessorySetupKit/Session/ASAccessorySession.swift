// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Synchronization

/// An app's way to its accessories: it shows the picker, knows what was chosen, and is told what becomes of it.
///
/// It is used as on a phone: make one, activate it, wait for ``ASAccessoryEventType/activated``. When the agent is started
/// anew, the session comes back by itself: ``ASAccessoryEventType/activated`` is not sent again, and what changed
/// meanwhile comes as events. When the agent does not come back within half a minute, the session ends with
/// ``ASAccessoryEventType/invalidated``.
///
/// Every completion handler is called once, on the queue of the events, with an ``ASError`` or nil. An `async` form throws
/// the same error, and `CancellationError` when its task was cancelled.
public final class ASAccessorySession: Sendable {
    /// Takes what became of an operation: nil, or an ``ASError``.
    public typealias Completion = @Sendable ((any Error)?) -> Void

    let live: LiveSession
    private let settings = Mutex<ASPickerDisplaySettings?>(nil)

    /// A session with the system's agent. Nothing begins until it is activated.
    ///
    /// Where the environment has `ACCESSORYD_RUNTIME_DIR`, it is the agent whose sockets are there.
    public init() { live = LiveSession(.ofThisProcess) }

    /// A session with the agent whose sockets are in a directory, as `accessoryd --runtime-dir` makes them: for tests,
    /// and apps under development. Only on Linux.
    public init(runtimeDirectory: String) { live = LiveSession(AgentSockets(directory: runtimeDirectory)) }

    /// As `init(runtimeDirectory:)`, with time as a test has it.
    package init(runtimeDirectory: String, clock: any Clock<Duration>) {
        live = LiveSession(AgentSockets(directory: runtimeDirectory), clock: clock)
    }

    deinit { live.abandon() }

    /// Starts the session: ``ASAccessoryEventType/activated`` says that it is ready, or
    /// ``ASAccessoryEventType/invalidated`` why it cannot be: the agent does not run, or the program is no app that it
    /// knows. Activating a second time does nothing.
    ///
    /// - Parameters:
    ///   - queue: Where events and completion handlers are called, one after the other.
    ///   - eventHandler: Takes every event, in the agent's order. ``accessories`` is up to date when it runs.
    public func activate(on queue: DispatchQueue, eventHandler: sending @escaping (ASAccessoryEvent) -> Void) {
        let taker = EventTaker(eventHandler)
        live.activate(on: queue) { taker.take($0) }
    }

    /// Ends the session, and whatever it has begun, with ``ASError/Code/invalidated``; hotspots that were joined stay.
    /// The last event is ``ASAccessoryEventType/invalidated``, and the handler is let go then.
    public func invalidate() { live.invalidate() }

    /// What the app was granted; nobody else's. Empty until ``ASAccessoryEventType/activated``, and when the session is
    /// over.
    public var accessories: [ASAccessory] { live.accessories }

    /// How the next picker searches.
    public var pickerDisplaySettings: ASPickerDisplaySettings? {
        get { settings.withLock { $0 } }
        set { settings.withLock { $0 = newValue } }
    }

    /// The events from now on, beside the handler: also without one, and ending after
    /// ``ASAccessoryEventType/invalidated``. Of those that are not read the newest 256 are kept. Only on Linux.
    public var events: AsyncStream<ASAccessoryEvent> { live.listen() }

    // MARK: The picker

    /// Shows the picker with what matches one of the items, and with what is to be migrated.
    ///
    /// What the person chooses is joined first and granted then. The handler is called when the picker is gone, after
    /// ``ASAccessoryEventType/pickerDidDismiss``.
    ///
    /// - Parameters:
    ///   - displayItems: 1 to 64 items.
    ///   - completionHandler: Gets nil when an accessory was added, or migrated, and else an error:
    ///     ``ASError/Code/userCancelled``, ``ASError/Code/discoveryTimeout``, ``ASError/Code/pickerAlreadyActive``,
    ///     ``ASError/Code/pickerRestricted``, ``ASError/Code/invalidRequest`` with ``ASError/field``,
    ///     ``ASError/Code/connectionFailed`` with ``ASError/reason``, ``ASError/Code/activationFailed`` without an active
    ///     session, and ``ASError/Code/invalidated`` when the agent or the session ended meanwhile.
    public func showPicker(for displayItems: [ASPickerDisplayItem], completionHandler: @escaping Completion) {
        showPicker(displayItems, live.makeID(), completionHandler)
    }

    /// On phones shows the picker with what the app's extension finds. There are no such extensions on Linux: the
    /// handler gets ``ASError/Code/extensionNotFound``.
    public func showPicker(completionHandler: @escaping Completion) {
        live.refuse(live.makeID(), Self.noExtension, completionHandler)
    }

    /// Adds discovered accessories to what the picker shows, in filter mode. One that is named again gets its new name
    /// and picture.
    ///
    /// The handler gets ``ASError/Code/invalidRequest`` when no picker of the app is up in that mode.
    public func updatePicker(
        showing displayItems: [ASDiscoveredDisplayItem], completionHandler: @escaping Completion
    ) {
        update(displayItems, live.makeID(), completionHandler)
    }

    /// Ends the picker's search: what it shows stays to be chosen from. With nothing shown it ends, and `showPicker` with
    /// ``ASError/Code/discoveryTimeout``.
    public func finishPickerDiscovery(completionHandler: @escaping Completion) {
        finishDiscovery(live.makeID(), completionHandler)
    }

    // MARK: Accessories

    /// Takes what awaits the app's authorization as the app's own, with what the app has found out of it. When the
    /// settings name an SSID, it replaces the one that was chosen.
    ///
    /// The handler gets ``ASError/Code/invalidRequest`` when the accessory awaits nothing, or a setting is wrong.
    public func finishAuthorization(
        for accessory: ASAccessory, settings: ASAccessorySettings, completionHandler: @escaping Completion
    ) {
        finish(accessory, settings, live.makeID(), completionHandler)
    }

    /// Gives up what awaits the app's authorization; ``ASAccessoryEventType/pickerSetupFailed`` follows.
    public func failAuthorization(for accessory: ASAccessory, completionHandler: @escaping Completion) {
        fail(accessory, live.makeID(), completionHandler)
    }

    /// Asks a person whether the app may have more of its accessory, as another descriptor says.
    ///
    /// The handler gets ``ASError/Code/userCancelled`` when the person declines, and what `showPicker` gets otherwise.
    public func updateAuthorization(
        for accessory: ASAccessory, descriptor: ASDiscoveryDescriptor, completionHandler: @escaping Completion
    ) {
        update(accessory, descriptor, live.makeID(), completionHandler)
    }

    /// Gives up the app's access to an accessory; ``ASAccessoryEventType/accessoryRemoved`` follows, and a hotspot of it
    /// that is joined is left.
    public func removeAccessory(_ accessory: ASAccessory, completionHandler: @escaping Completion) {
        remove(accessory, live.makeID(), completionHandler)
    }

    /// Has the picker ask a person for another name; ``ASAccessoryEventType/accessoryChanged`` follows.
    ///
    /// The handler gets ``ASError/Code/userCancelled`` when the person declines, ``ASError/Code/userRestricted`` when the
    /// accessory is another app's, whose name stays.
    public func renameAccessory(
        _ accessory: ASAccessory, options: ASAccessory.RenameOptions = [], completionHandler: @escaping Completion
    ) {
        rename(accessory, options, live.makeID(), completionHandler)
    }
}
