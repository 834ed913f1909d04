// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Glibc

/// Holding a joined network: the effects of each event, from the call to the exit status.
///
/// ```
/// joining -> (granting) -> holding | running -> leaving -> ended
/// ```
/// A join that fails while the presentation goes on is not the end: the person may be asked for another passphrase.
/// Whatever ends the lease, this ends only when the agent has reported the restored network, or can no longer report
/// it.
struct LeaseHold: Machine {
    enum Event: Sendable {
        case reply(SetUpReply)
        /// The call is over: nil after a clean leave.
        case ended(Failure?)
        /// The picker in this process is gone; with a reason if it could not choose.
        case pickerClosed(Failure?)
        /// The program ended, with a shell's exit status.
        case programEnded(Int32)
        case interrupted(signal: Int32)
        /// Joining has taken longer than the command line allows.
        case timedOut(Failure)
        /// The agent could not be asked to leave.
        case leaveFailed(Failure)
    }

    enum Effect: Hashable {
        case closePicker
        /// Joined: print the link, and start the program if there is one.
        case joined(LeaseUpdate)
        case signalProgram(Int32)
        /// Ask the agent, on another connection, to end the lease on this network. The app may hold others.
        case leave(SSID?)
        /// The present activity, for a person who waits.
        case progress(String)
        /// The agent asks a person elsewhere.
        case asks(PickerPlace)
        case printLine(String)
        /// The last effect.
        case finish(Failure?, status: Int32)
    }

    private enum State {
        case joining
        /// The join failed, and the presentation may try again.
        case failed
        /// Given up after a failed join; this only waits for the earlier network.
        case restoring
        /// Given up before the network was held: the call's error is no news, unless the earlier network is not back.
        case givingUp
        /// Joined; the grant is not written yet, or the picker is not closed yet.
        case granting(LeaseUpdate)
        case holding
        case running
        /// - Parameter programRuns: the program was asked to end, and this waits for it.
        case leaving(programRuns: Bool)
        /// The call is over; this only waits for the program.
        case waitingForProgram
        /// The picker of this process cancelled, and may have a reason.
        case waitingForPicker
        case ended
    }

    /// Where the accessories are presented.
    private enum Screen {
        /// Nowhere, or no longer.
        case none
        /// In another process.
        case elsewhere
        /// In this process: closing its picker now would cancel.
        case here
        /// The presentation is over, and the picker of this process not yet closed.
        case closing

        var isPresenting: Bool { self == .elsewhere || self == .here }
        var isOurs: Bool { self == .here || self == .closing }
    }

    private var state = State.joining
    private let hasProgram: Bool
    private var screen: Screen
    private var hasLease = false
    private var ssid: SSID?
    /// The granted accessory.
    private var added: Accessory?
    private var reason: Failure?
    private var status: Int32?

    /// - Parameters:
    ///   - isSetUp: the lease begins with a presentation.
    ///   - hasPicker: this process shows that presentation.
    init(hasProgram: Bool, isSetUp: Bool, hasPicker: Bool) {
        self.hasProgram = hasProgram
        screen = hasPicker ? .here : isSetUp ? .elsewhere : .none
    }

    mutating func receive(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (_, .reply(let reply)): return received(reply)
        case (_, .ended(let failure)): return ended(failure)
        case (_, .leaveFailed(let failure)): return finish(failure)
        case (_, .pickerClosed(let failure)):
            screen = screen.isPresenting ? .elsewhere : .none
            return pickerClosed(failure)
        case (.joining, .timedOut(let failure)), (.failed, .timedOut(let failure)):
            reason = failure
            return giveUp()
        case (.running, .programEnded(let status)):
            self.status = status
            return leave()
        case (.leaving(programRuns: true), .programEnded(let status)):
            self.status = status
            state = .leaving(programRuns: false)
            return []
        case (.waitingForProgram, .programEnded(let status)):
            self.status = status
            return finish(nil)
        case (.joining, .interrupted(let signal)), (.failed, .interrupted(let signal)),
            (.granting, .interrupted(let signal)):
            status = 128 + signal
            return giveUp()
        case (.waitingForPicker, .interrupted): return finish(nil)
        case (.holding, .interrupted):
            status = 0
            return leave()
        case (.running, .interrupted(let signal)): return [.signalProgram(signal)]
        case (.leaving(programRuns: true), .interrupted), (.waitingForProgram, .interrupted):
            return [.signalProgram(SIGKILL)]
        case (_, .interrupted):
            return finish(
                Failure(
                    "interrupted while leaving; accessoryd goes on to restore the earlier network", .restoringFailed)
            )
        case (_, .timedOut), (_, .programEnded): return []
        }
    }

    private mutating func received(_ reply: SetUpReply) -> [Effect] {
        if let lease = reply.lease { return receive(lease) }
        return reply.event.map { receive($0, at: PickerPlace(reply)) } ?? []
    }

    private mutating func receive(_ event: AccessoryModel.Event, at place: PickerPlace) -> [Effect] {
        switch event.type {
        case .pickerDidPresent: return [screen == .elsewhere ? .asks(place) : .progress("looking around")]
        case .pickerDidDismiss:
            guard case .here = screen else {
                screen = .none
                return admitted()
            }
            screen = .closing
            return [.closePicker]
        case .accessoryAdded:
            added = event.accessory
            return []
        case .pickerSetupPairing: return [.progress("pairing over Bluetooth")]
        case .pickerSetupBridging: return [.progress("bringing up Bluetooth Classic beside LE")]
        case .activated, .invalidated, .migrationComplete, .accessoryRemoved, .accessoryChanged, .accessoryDiscovered,
            .accessoryArrived, .accessoryMoved, .accessoryGone, .pickerSetupFailed, .pickerSetupRename:
            return []
        }
    }

    private mutating func receive(_ lease: LeaseUpdate) -> [Effect] {
        // Before a lease, an uplink of an earlier one may have to come back.
        (hasLease, ssid) = (hasLease || lease.state != .restoring, lease.ssid)
        switch lease.state {
        case .scanning, .associating, .authenticating, .addressing:
            tryAgain()
            return [.progress(lease.text)]
        case .joined:
            tryAgain()
            guard case .joining = state else { return [] }
            state = .granting(lease)
            return admitted()
        case .left:
            if case .joining = state, screen.isPresenting {
                state = .failed
                return [.progress(lease.text)]
            }
            if let error = lease.error { reason = reason ?? Failure(error) }
            return lost(lease.error.map { Failure($0).text } ?? "'\(lease.ssid)' was left") + [.progress(lease.text)]
        case .restoring: return [.progress(lease.text)]
        case .restored:
            if let error = lease.error { reason = Failure(error) }
            hasLease = false
            // It stays on the terminal: until then, the machine had another network, or none.
            if case .restoring = state { return [.printLine(lease.text)] + finish(nil) }
            return [.printLine(lease.text)]
        }
    }

    private mutating func tryAgain() {
        guard case .failed = state else { return }
        state = .joining
        reason = nil
    }

    private mutating func admitted() -> [Effect] {
        guard case .granting(let lease) = state, case .none = screen else { return [] }
        state = hasProgram ? .running : .holding
        return [.joined(lease)]
    }

    /// The lease ended by itself: the program has lost its network.
    private mutating func lost(_ why: String) -> [Effect] {
        switch state {
        case .running:
            state = .leaving(programRuns: true)
            return [.printLine("\(why); ending the program"), .signalProgram(SIGTERM)]
        case .joining, .granting, .holding:
            state = .leaving(programRuns: false)
            return []
        case .failed, .restoring, .givingUp, .leaving, .waitingForProgram, .waitingForPicker, .ended:
            return []
        }
    }

    private mutating func ended(_ failure: Failure?) -> [Effect] {
        hasLease = false
        switch state {
        // After a deliberate end, an error of the call is no news. A lost uplink is.
        case .restoring, .givingUp:
            if failure?.status == ExitStatus.restoringFailed.rawValue { reason = reason ?? failure }
        case _: reason = reason ?? failure
        }
        switch state {
        case .running:
            state = .waitingForProgram
            return [
                .printLine("\(failure?.text ?? "the network was left"); ending the program"), .signalProgram(SIGTERM),
            ]
        case .leaving(programRuns: true):
            state = .waitingForProgram
            return []
        case .joining:
            // The picker has a better reason, if it has one.
            if let code = failure?.code, [.userCancelled, .passphraseMissing, .pickerUnavailable].contains(code),
                screen.isOurs
            {
                state = .waitingForPicker
                return [.closePicker]
            }
            guard let added, failure == nil, reason == nil else { return finish(nil) }
            return withoutNetwork(added)
        case .failed, .restoring, .givingUp, .granting, .holding, .leaving(programRuns: false): return finish(nil)
        case .waitingForProgram, .waitingForPicker, .ended: return []
        }
    }

    /// The accessory was found over Bluetooth alone, and is granted: there is no network to hold or to run a program
    /// for.
    private mutating func withoutNetwork(_ added: Accessory) -> [Effect] {
        let granted = "'\(added.displayName)' is granted"
        guard hasProgram else { return [.printLine("\(granted); no network of it is joined")] + finish(nil) }
        return finish(Failure("\(granted), but no network of it is joined, so nothing was run", .joiningFailed))
    }

    private mutating func pickerClosed(_ failure: Failure?) -> [Effect] {
        switch state {
        case .granting: return admitted()
        case .joining, .failed:
            guard let failure else { return [] }
            reason = failure
            return giveUp()
        case .waitingForPicker:
            reason = failure ?? reason
            return finish(nil)
        case .restoring, .givingUp, .holding, .running, .leaving, .waitingForProgram, .ended: return []
        }
    }

    private mutating func leave() -> [Effect] {
        state = .leaving(programRuns: false)
        return [.leave(ssid)]
    }

    /// Before a join, ending the call is enough. After it, this waits for the earlier network.
    private mutating func giveUp() -> [Effect] {
        guard hasLease else { return finish(nil) }
        if case .failed = state {
            // The network is being left already.
            state = .restoring
            return []
        }
        state = .givingUp
        return [.leave(ssid)]
    }

    private mutating func finish(_ failure: Failure?) -> [Effect] {
        if case .ended = state { return [] }
        state = .ended
        let reason = reason ?? failure
        return [.finish(reason, status: reason?.status ?? status ?? 0)]
    }
}

extension LeaseUpdate {
    /// The present activity, for people.
    var text: String {
        switch state {
        case .scanning:
            "looking for '\(ssid)'" + (uplink.map { "; joining it cuts '\($0)' meanwhile" } ?? "")
        case .associating: "'\(ssid)': associating"
        case .authenticating: "'\(ssid)': authenticating"
        case .addressing: "'\(ssid)': waiting for an address"
        case .joined: "'\(ssid)': joined"
        case .left:
            "left '\(ssid)'" + (error.map { " (\($0.code.rawValue))" } ?? "")
                + (uplink.map { "; restoring '\($0)'" } ?? "")
        case .restoring:
            error.map { "'\(uplink ?? "the earlier network")' is not back yet, trying again: \($0.message)" }
                ?? "waiting until '\(uplink ?? "the earlier network")' is back, or is known to be out of range"
        case .restored: uplink.map { "'\($0)' is back" } ?? "left '\(ssid)'"
        }
    }
}
