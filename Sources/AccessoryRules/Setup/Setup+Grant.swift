// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// From the join to the grant: the app may have to confirm the choice, and the person may name it.
extension Setup {
    /// - Parameter link: nil if there is no network to join.
    mutating func reached(
        _ candidate: Candidate, _ link: Link?, _ accessory: Accessory, _ isShared: Bool
    ) -> [Effect] {
        let joined = link.map { candidate.joined(at: $0.bssid) } ?? candidate
        var choice = Choice(
            candidate: joined, link: link, passphrase: passphrase, accessory: accessory, isShared: isShared)
        choice.isAcceptedAsNew = link != nil && accepted != nil
        if let classic, !isShared { choice.accessory.bluetoothTransportBridgingIdentifier = classic }
        guard !isConfirmed, candidate.item.options.contains(.confirmAuthorization) || choice.isIncomplete else {
            return authorized(choice)
        }
        choice.accessory.state = .awaitingAuthorization
        state = .authorizing(choice)
        let event = AccessoryModel.Event(.accessoryChanged, accessory: choice.accessory, link: link)
        return [
            .emit(event), .startTimer(choice.isIncomplete ? Self.authorizationPatience : Self.confirmationPatience),
        ]
    }

    mutating func finishAuthorization(_ choice: Choice, _ settings: Settings) -> [Effect] {
        var choice = choice
        isConfirmed = true
        if !choice.isShared, let bridging = settings.bridging {
            choice.accessory.bluetoothTransportBridgingIdentifier = bridging
            classic = bridging
        }
        if choice.link == nil, let ssid = settings.ssid { return [.stopTimer] + locate(choice.candidate, ssid) }
        if let ssid = settings.ssid {
            choice.accessory.ssid = ssid
            choice.isElsewhere = ssid != choice.candidate.ssid
            // The access point of that SSID is not known yet.
            if choice.isElsewhere { choice.accessory.bssid = nil }
        }
        choice.accessory.state = .authorized
        return [.stopTimer] + authorized(choice)
    }

    /// The app has not decided in time.
    mutating func authorizationIsDue(_ choice: Choice) -> [Effect] {
        guard !choice.isIncomplete else { return setupFailed(Self.neverConfirmed(choice), choice) }
        return [.note("'\(choice.accessory.displayName)': the app does not decide, and the choice stands")]
            + finishAuthorization(choice, Settings())
    }

    mutating func named(_ choice: Choice, _ name: String, _ ssid: SSID?) -> [Effect] {
        var choice = choice
        choice.accessory.displayName = name
        if let ssid { choice.accessory.ssid = ssid }
        return [.stopTimer] + grant(choice)
    }

    private mutating func authorized(_ choice: Choice) -> [Effect] {
        guard choice.candidate.item.options.contains(.rename), !choice.isShared else { return grant(choice) }
        return [emit(.pickerSetupRename)] + ask(.name(choice), or: Self.cancelled)
    }

    // MARK: The grant

    mutating func grant(_ choice: Choice) -> [Effect] {
        state = .granting(choice)
        return [.grant(choice, migrations)]
    }

    func leave(_ choice: Choice) -> [Effect] { choice.link == nil ? [] : [.leave] }

    mutating func granted(_ choice: Choice, _ accessory: Accessory, _ migrated: [Accessory]) -> [Effect] {
        state = .finished
        var effects: [Effect] = choice.isElsewhere ? [.leave] : []
        effects.append(.emit(AccessoryModel.Event(.accessoryAdded, accessory: accessory)))
        if !migrations.isEmpty { effects.append(emit(.migrationComplete)) }
        return effects + [
            .dismiss(nil, finishInApp: choice.candidate.item.options.contains(.finishInApp)), emit(.pickerDidDismiss),
            .settle(.added(accessory, choice.isElsewhere ? nil : choice.link, migrated: migrated)),
        ]
    }

    mutating func migrate() -> [Effect] {
        state = .migrating
        return [.stopTimer, .migrate(migrations)]
    }

    mutating func migrated(_ accessories: [Accessory]) -> [Effect] {
        state = .finished
        return [
            emit(.migrationComplete), .dismiss(nil), emit(.pickerDidDismiss), .settle(.migrated(accessories)),
        ]
    }
}
