// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Synchronization

/// An app's connection to its accessories: it shows the picker, lists the accessories, and sends their changes as
/// events.
///
/// Use it as on a phone: make one, activate it, wait for ``ASAccessoryEventType/activated``. If the agent restarts, the
/// session resumes by itself: ``ASAccessoryEventType/activated`` is not sent again, and changes in the meantime come as
/// events. If the agent does not return within half a minute, the session ends with
/// ``ASAccessoryEventType/invalidated``.
///
/// Every completion handler is called once, with an ``ASError`` or nil: on the queue of the events, or on the main
/// queue if the session was not activated before. An `async` form throws the same error, and `CancellationError` if its
/// task was cancelled. Handlers need not be `Sendable`. The handlers of a class that is isolated to the main actor
/// belong on `DispatchQueue.main`.
//
// Swift grants Sendable to no class that has subclasses. The part of this one that can change is behind a lock.
open class ASAccessorySession: @unchecked Sendable {
    /// Takes the result of an operation: nil, or an ``ASError``.
    public typealias Completion = ((any Error)?) -> Void

    let live: LiveSession
    private let settings = Mutex<ASPickerDisplaySettings?>(nil)

    /// Makes a session with the system's agent. Nothing begins until it is activated.
    ///
    /// If the environment has `ACCESSORYD_RUNTIME_DIR`, the session is with the agent whose sockets are there.
    public init() { live = LiveSession(.ofThisProcess) }

    /// Makes a session with the agent whose sockets are in a directory, as `accessoryd --runtime-dir` makes them: for
    /// tests, and apps under development. Only on Linux.
    public init(runtimeDirectory: String) { live = LiveSession(AgentSockets(directory: runtimeDirectory)) }

    /// As `init(runtimeDirectory:)`, with a test's clock.
    package init(runtimeDirectory: String, clock: any Clock<Duration>) {
        live = LiveSession(AgentSockets(directory: runtimeDirectory), clock: clock)
    }

    deinit { live.abandon() }

    /// Starts the session. ``ASAccessoryEventType/activated`` follows when it is ready, or
    /// ``ASAccessoryEventType/invalidated`` with the reason why it cannot be: the agent does not run, or does not know
    /// the program as an app. Activating a second time does nothing.
    ///
    /// - Parameters:
    ///   - queue: Runs the event handler and the completion handlers, one after the other.
    ///   - eventHandler: Takes every event, in the agent's order. ``accessories`` is up to date when it runs.
    open func activate(on queue: DispatchQueue, eventHandler: @escaping (ASAccessoryEvent) -> Void) {
        let handler = AppClosure(eventHandler)
        live.activate(on: queue) { handler.run($0) }
    }

    /// Ends the session, and every operation in progress, with ``ASError/Code/invalidated``; joined hotspots stay. The
    /// last event is ``ASAccessoryEventType/invalidated``, and then the handler is released.
    open func invalidate() { live.invalidate() }

    /// The app's own accessories. Empty until ``ASAccessoryEventType/activated``, and when the session is over.
    open var accessories: [ASAccessory] { live.accessories }

    /// How the next picker searches.
    open var pickerDisplaySettings: ASPickerDisplaySettings? {
        get { settings.withLock { $0 } }
        set { settings.withLock { $0 = newValue } }
    }

    /// The events from now on, beside the handler or without one, ending after ``ASAccessoryEventType/invalidated``.
    /// The stream keeps the newest 256 unread events. Only on Linux.
    public var events: AsyncStream<ASAccessoryEvent> { live.listen() }

    // MARK: The picker

    /// Shows the picker with the accessories that match one of the items, and with the accessories to migrate. It leaves
    /// out what the app has already, unless ``ASPickerDisplayItem/showsOwnAccessories`` is true.
    ///
    /// The agent joins the person's choice first, and grants it then. The handler is called when the picker is gone,
    /// after ``ASAccessoryEventType/pickerDidDismiss``. A picker that is asked for while the session is being activated is
    /// shown as soon as it is active.
    ///
    /// Accessories cannot be migrated while the process has a `CBCentralManager`: make it after the migration.
    ///
    /// - Parameters:
    ///   - displayItems: 1 to 64 items.
    ///   - completionHandler: Gets nil if an accessory was added or migrated, and else an error:
    ///     ``ASError/Code/userCancelled``, ``ASError/Code/discoveryTimeout``, ``ASError/Code/pickerAlreadyActive``,
    ///     ``ASError/Code/pickerRestricted``, ``ASError/Code/invalidRequest`` with ``ASError/field``,
    ///     ``ASError/Code/connectionFailed`` with ``ASError/reason``, ``ASError/Code/activationFailed`` without an
    ///     active session, with the reason if the session could not be activated, and ``ASError/Code/invalidated`` if
    ///     the agent or the session ended meanwhile.
    open func showPicker(for displayItems: [ASPickerDisplayItem], completionHandler: @escaping Completion) {
        showPicker(displayItems, live.makeID(), settling(completionHandler))
    }

    /// On phones, shows the picker with the finds of the app's extension. There are no such extensions on Linux: the
    /// handler gets ``ASError/Code/extensionNotFound``.
    open func showPicker(completionHandler: @escaping Completion) {
        live.refuse(live.makeID(), Self.noExtension, settling(completionHandler))
    }

    /// Adds discovered accessories to the picker, in filter mode. An accessory that is named again gets its new name
    /// and picture.
    ///
    /// The handler gets ``ASError/Code/invalidRequest`` if no picker of the app is open in that mode.
    open func updatePicker(
        showing displayItems: [ASDiscoveredDisplayItem], completionHandler: @escaping Completion
    ) {
        update(displayItems, live.makeID(), settling(completionHandler))
    }

    /// Ends the picker's search; a person can still choose from the accessories that it shows. If it shows none, the
    /// picker closes, and `showPicker` fails with ``ASError/Code/discoveryTimeout``.
    open func finishPickerDiscovery(completionHandler: @escaping Completion) {
        finishDiscovery(live.makeID(), settling(completionHandler))
    }

    // MARK: Accessories

    /// Accepts an accessory that awaits the app's authorization, with the app's findings about it. If the settings name
    /// an SSID, it replaces the chosen one.
    ///
    /// The handler gets ``ASError/Code/invalidRequest`` if the accessory awaits nothing, or a setting is wrong.
    open func finishAuthorization(
        for accessory: ASAccessory, settings: ASAccessorySettings, completionHandler: @escaping Completion
    ) {
        finish(accessory, settings, live.makeID(), settling(completionHandler))
    }

    /// Gives up an accessory that awaits the app's authorization; ``ASAccessoryEventType/pickerSetupFailed`` follows.
    open func failAuthorization(for accessory: ASAccessory, completionHandler: @escaping Completion) {
        fail(accessory, live.makeID(), settling(completionHandler))
    }

    /// Asks a person whether the app may have more of its accessory, as described by another descriptor.
    ///
    /// The handler gets ``ASError/Code/userCancelled`` if the person declines, and otherwise the errors of
    /// `showPicker`.
    open func updateAuthorization(
        for accessory: ASAccessory, descriptor: ASDiscoveryDescriptor, completionHandler: @escaping Completion
    ) {
        update(accessory, descriptor, live.makeID(), settling(completionHandler))
    }

    /// Gives up the app's access to an accessory. ``ASAccessoryEventType/accessoryRemoved`` follows, and the agent
    /// leaves its hotspot if it is joined.
    open func removeAccessory(_ accessory: ASAccessory, completionHandler: @escaping Completion) {
        remove(accessory, live.makeID(), settling(completionHandler))
    }

    /// Has the picker ask a person for another name; ``ASAccessoryEventType/accessoryChanged`` follows.
    ///
    /// The handler gets ``ASError/Code/userCancelled`` if the person declines, and ``ASError/Code/userRestricted`` if
    /// the accessory is another app's, whose name stays.
    open func renameAccessory(
        _ accessory: ASAccessory, options: ASAccessory.RenameOptions = [], completionHandler: @escaping Completion
    ) {
        rename(accessory, options, live.makeID(), settling(completionHandler))
    }

    /// A session without a queue of the app's is used by mistake, perhaps from the main actor.
    private func settling(_ completionHandler: @escaping Completion) -> LiveSession.Completion {
        let handler = AppClosure(completionHandler)
        guard live.hasQueue else { return { error in DispatchQueue.main.async { handler.run(error) } } }
        return { handler.run($0) }
    }
}

extension ASAccessorySession: Hashable {
    /// True for the same object.
    public static func == (left: ASAccessorySession, right: ASAccessorySession) -> Bool { left === right }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
