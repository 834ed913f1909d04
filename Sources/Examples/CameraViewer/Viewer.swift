// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import NetworkExtension

/// The app: sets a camera up, and fetches its page.
struct Viewer: Sendable {
    private static let attempts = 3

    private let options: Options
    private let person: Person
    private let session = ASAccessorySession()
    private let hotspots = NEHotspotConfigurationManager.shared

    init(_ options: Options, _ person: Person) {
        self.options = options
        self.person = person
    }

    func run() async throws {
        try await activate()
        if let camera = session.accessories.first(where: isMine) {
            person.show("The camera is known: \(camera)")
            try await visit(camera)
        } else {
            try await visit(setUp())
        }
        session.invalidate()
    }

    private func isMine(_ accessory: ASAccessory) -> Bool {
        accessory.state == .authorized && accessory.ssid?.hasPrefix(options.prefix) == true
    }

    // MARK: The session

    private func activate() async throws {
        let events = session.events
        session.activate(on: .main) { [person] event in
            person.show("- \(event.eventType)" + (event.accessory.map { ": \($0)" } ?? ""))
        }
        for await event in events {
            if event.eventType == .activated { return }
            if let error = event.error { throw error }
        }
    }

    // MARK: Setting up

    /// Shows the picker until the person has chosen, or declines.
    private func setUp() async throws -> ASAccessory {
        while true {
            do {
                return try await pick()
            } catch let error as ASError where error.code == .invalidated || error.code == .activationFailed {
                // The agent restarted. The session comes back by itself, but the picker does not.
                person.show("ASError.\(error)")
                guard await person.ask("Enter shows the picker again.") != nil else { throw error }
            }
        }
    }

    private func pick() async throws -> ASAccessory {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.ssidPrefix = options.prefix
        guard let picture = Picture.camera else { throw ASError(.unknown, message: "the app's picture is no picture") }
        let item = ASPickerDisplayItem(name: options.name, productImage: picture, descriptor: descriptor)
        if options.confirms { item.setupOptions.insert(.confirmAuthorization) }
        if options.renames { item.setupOptions.insert(.rename) }

        // From before the picker is shown, so that no event is missed.
        let events = session.events
        async let chosen = choice(events)
        try await session.showPicker(for: [item])
        guard let camera = try await chosen else { throw ASError(.unknown, message: "nothing was added") }
        return camera
    }

    /// The accessory that was added, when the picker is gone.
    private func choice(_ events: AsyncStream<ASAccessoryEvent>) async throws -> ASAccessory? {
        var added: ASAccessory?
        for await event in events {
            switch event.eventType {
            case .accessoryChanged:
                guard let camera = event.accessory, camera.state == .awaitingAuthorization else { break }
                try await confirm(camera, event.link)
            case .accessoryAdded: added = event.accessory
            case .pickerDidDismiss, .invalidated: return added
            case .unknown, .activated, .migrationComplete, .accessoryRemoved, .accessoryDiscovered, .pickerDidPresent,
                .pickerSetupBridging, .pickerSetupFailed, .pickerSetupPairing, .pickerSetupRename:
                break
            }
        }
        return added
    }

    /// The second half of a two-phase set-up: the camera is joined already, and can be asked what it is.
    private func confirm(_ camera: ASAccessory, _ link: ASHotspotLink?) async throws {
        if let link { try await look(over: link) }
        let question =
            "Enter takes it, an SSID takes it under that name, 'no' gives it up. After ten seconds it is taken."
        let answer = await person.ask(question) ?? ""
        guard !session.accessories.contains(where: { $0.ssid == camera.ssid && $0.state == .authorized }) else {
            // The choice stands by now, so that only its removal takes it back.
            if answer == "no" { try await session.removeAccessory(camera) }
            return
        }
        guard answer != "no" else { return try await session.failAuthorization(for: camera) }
        let settings = ASAccessorySettings.default
        settings.ssid = answer.isEmpty ? nil : answer
        try await session.finishAuthorization(for: camera, settings: settings)
    }

    // MARK: Visiting

    private func visit(_ camera: ASAccessory) async throws {
        while true {
            let link = try await join(camera)
            let updates = hotspots.hotspotUpdates(for: camera)
            person.show("Joined '\(camera.ssid ?? "")': \(link.address) on \(link.interface)")
            try await look(over: link)
            guard options.stays, let error = await stay(updates) else { break }
            person.show("ASHotspotError.\(error)")
            guard await person.ask("The camera was lost. Enter joins it again.") != nil else { throw error }
        }
        try await leave(camera)
    }

    /// Right after the set-up the camera is still joined, and this takes the join over. A camera that has just been
    /// switched on, or got another name, may not be there at the first look.
    private func join(_ camera: ASAccessory) async throws -> ASHotspotLink {
        for _ in 1..<Self.attempts {
            do {
                return try await hotspots.joinAccessoryHotspotWithoutSecurity(camera)
            } catch let error as ASHotspotError where error.reason == .networkNotFound {
                person.show("ASHotspotError.\(error); once more")
            }
        }
        return try await hotspots.joinAccessoryHotspotWithoutSecurity(camera)
    }

    private func look(over link: ASHotspotLink) async throws {
        let page = try await WebPage.fetch(over: link)
        person.show("GET http://\(link.gateway ?? "")/: \(page.status)")
        person.show(page.body)
    }

    /// Returns when the person has seen enough, or, with an error, when the camera was lost.
    private func stay(_ updates: AsyncStream<ASHotspotUpdate>) async -> ASHotspotError? {
        person.show("Enter leaves it.")
        return await withTaskGroup { group in
            defer { group.cancelAll() }
            group.addTask { [person] () -> ASHotspotError? in
                _ = await person.line()
                return nil
            }
            group.addTask {
                let left = await updates.first { $0.state == .left }
                return left.map { $0.error ?? ASHotspotError(.unknown, message: "the hotspot was left") }
            }
            return await group.next() ?? nil
        }
    }

    private func leave(_ camera: ASAccessory) async throws {
        let updates = hotspots.hotspotUpdates(for: camera)
        try await hotspots.leaveAccessoryHotspot(camera)
        for await update in updates where update.state == .restored {
            return person.show(update.earlierNetwork.map { "Left; '\($0)' is back." } ?? "Left.")
        }
        person.show("Left.")
    }
}
