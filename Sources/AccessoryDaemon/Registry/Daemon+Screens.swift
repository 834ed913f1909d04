// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The screens, with the records of what they show.
extension Daemon {
    /// Waits first, if a person has cancelled often and the wait is short, and if no picker is running yet.
    func present(_ order: Presentation.Order) async throws(AccessoryError) -> Presentation.ID {
        let gone = AccessoryError(.invalidated, "the caller is gone")
        repeat {
            while order.isApps, let pause = try screens.pause(of: order.claimant, order.app, at: uptime.elapsed) {
                guard (try? await clock.sleep(for: pause)) != nil else { throw gone }
            }
            let (end, asker) = (uptime.elapsed + settings.pickerPatience, Screens.Asker(order.caller, settings.seat))
            while !screens.areThere(for: asker, settings.isActive), uptime.elapsed < end {
                let next = screens.nextPicker()
                await clock.wait(for: next.stream, atMost: end - uptime.elapsed)
                screens.stopWaiting(next.number)
                guard !Task.isCancelled else { throw gone }
            }
            do throws(AccessoryError) {
                return try screens.present(order, for: asker, settings.isActive)
            } catch {
                let mayWait = order.waitsInTurn && screens.hasOwn(order.caller.pid)
                guard mayWait, error.code == .pickerAlreadyActive else { throw error }
            }
            for await _ in screens.nextDismissal() {}
        } while !Task.isCancelled
        throw gone
    }

    /// Shows the candidates that are in sight.
    ///
    /// - Parameter adapter: the radio that joins one of them, and may cut its uplink for that.
    func show(
        _ candidates: [Candidate], joining adapter: Adapter?, notShown: Int, isComplete: Bool, in id: Presentation.ID
    ) {
        guard let claimant = screens[id]?.claimant else { return }
        let items = access.items(candidates, for: claimant, joining: adapter)
        screens.show(
            PickerUpdate(
                kind: .items, items: items, isComplete: isComplete, notShown: notShown == 0 ? nil : notShown), in: id)
    }

    /// With the presentation ends the link to an accessory that the app could try, and had to confirm.
    func dismiss(_ error: AccessoryError?, finishInApp: Bool = false, _ id: Presentation.ID) {
        let ended = screens.dismiss(error, finishInApp: finishInApp, id, at: uptime.elapsed)
        guard let claimant = ended?.claimant, let tried = ended?.tried else { return }
        let key = AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: tried.id)
        if records[key]?.isValid(at: now()) != true {
            peripherals.end(
                on: key, AccessoryError(.notAuthorized, "\(claimant.app) was not granted the accessory that it tried"))
        }
        peripheralsChanged()
    }

    func picture(_ reference: String) throws(AccessoryError) -> Picture {
        do {
            let picture =
                try screens.pictures[reference] ?? store.picture(reference) ?? Pictures.picture(atPath: reference)
            if let picture { return picture }
        } catch {
            throw AccessoryError(.connectionFailed, "the picture '\(reference)' cannot be read: \(error)")
        }
        throw AccessoryError.invalid("image", "there is no picture '\(reference)'")
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns at the end of the stream, or when the time is over.
    fileprivate func wait(for end: AsyncStream<Never>, atMost time: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in end {} }
            group.addTask { try? await sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
    }
}
