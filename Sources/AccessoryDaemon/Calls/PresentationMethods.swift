// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// The requests of an app that a person sees: ShowPicker, and the questions about an accessory that it has.
extension Session {
    func showPicker(_ request: ShowPickerRequest, _ claimant: Claimant) async throws -> ShowPickerReply {
        let manifest = try await daemon.access.manifest(claimant.app)
        let checked = try self.items(request.items, allowedBy: manifest)
        // The hotspot that the choice joins rests on the session, until the app takes it over with JoinHotspot.
        guard let session = await daemon.sessions.active(claimant) else {
            throw AccessoryError(.activationFailed, "the app has no active session; call Activate first")
        }
        let own = await request.showsOwn == true ? OwnAccessories() : daemon.access.ownAccessories(of: claimant)
        let result: SetupRun.Result
        do {
            let items = try await pictured(checked, manifest, claimant)
            let migrations = try await self.migrations(request.migrations ?? [], allowedBy: manifest, claimant)
            guard !items.isEmpty || !migrations.isEmpty else {
                throw AccessoryError.invalid("items", "a picker needs at least one item")
            }
            result = try await present(
                items, migrations, for: manifest, claimant, leaseOwner: session, timeout: request.timeout,
                addressing: request.addressing, filters: request.filterDiscoveryResults ?? false, own: own,
                notify: { _ in })
        } catch {
            await daemon.withScreens { $0.forgetPictures(of: claimant) }
            throw error
        }
        switch result.settlement {
        case .added(let accessory, let link, let migrated):
            return ShowPickerReply(
                accessory: accessory, link: link, migrated: request.migrations == nil ? nil : migrated)
        case .migrated(let accessories): return ShowPickerReply(migrated: accessories)
        case .failed(let error): throw error
        }
    }

    /// Checks all items before a picker shows anything. Throws `invalidRequest` with the field's path.
    func items(_ items: [DisplayItem], allowedBy manifest: Manifest) throws(AccessoryError) -> [Setup.Item] {
        guard items.count <= Limits.itemsPerPicker else {
            throw AccessoryError.invalid("items", "a picker takes at most \(Limits.itemsPerPicker) items")
        }
        var checked: [Setup.Item] = []
        for (index, item) in items.enumerated() {
            let path = "items[\(index)]"
            _ = try DisplayName.checked(item.name, field: "\(path).name")
            let descriptor = try item.descriptor.descriptor(at: "\(path).descriptor")
            try manifest.check(descriptor, at: "\(path).descriptor")
            let passphrase = try item.passphrase.read(DescriptorFields.passphrase, field: "\(path).passphrase")
            checked.append(
                Setup.Item(
                    name: item.name, image: item.image, descriptor: descriptor, passphrase: passphrase,
                    options: Setup.Options(item.setupOptions ?? []),
                    renamesNetwork: item.renameOptions?.contains(.ssid) ?? false,
                    bluetoothNames: manifest.bluetoothNames, showsOwn: item.showsOwn ?? false))
        }
        return checked
    }

    /// Takes the pictures that came with the request.
    private func pictured(
        _ items: [Setup.Item], _ manifest: Manifest, _ claimant: Claimant
    ) async throws -> [Setup.Item] {
        var pictured = items
        for index in items.indices {
            pictured[index].image = try await daemon.withScreens {
                try $0.pictures.admit(
                    items[index].image, field: "items[\(index)].image", for: claimant, from: manifest.pictures)
            }
        }
        return pictured
    }

    private func migrations(
        _ items: [MigrationItem], allowedBy manifest: Manifest, _ claimant: Claimant
    ) async throws -> [Setup.Migration] {
        guard items.count <= Limits.migrationsPerPicker else {
            throw AccessoryError.invalid(
                "migrations", "a picker migrates at most \(Limits.migrationsPerPicker) accessories")
        }
        var checked: [Setup.Migration] = []
        for (index, item) in items.enumerated() {
            let path = "migrations[\(index)]"
            _ = try DisplayName.checked(item.name, field: "\(path).name")
            let image = try await daemon.withScreens {
                try $0.pictures.admit(item.image, field: "\(path).image", for: claimant, from: manifest.pictures)
            }
            var migration = item
            if item.bluetoothAddress == nil, let identifier = item.bluetoothIdentifier {
                let address = try await daemon.access.bluetoothAddress(
                    of: identifier, for: claimant, field: "\(path).bluetoothIdentifier")
                migration.bluetoothAddress = "\(address)"
            }
            checked.append(try Setup.Migration(migration, image: image, at: path, allowedBy: manifest))
        }
        return checked
    }

    func present(
        _ items: [Setup.Item], _ migrations: [Setup.Migration] = [], for manifest: Manifest, _ claimant: Claimant,
        leaseOwner: Sessions.ID, timeout: DiscoveryTimeout, addressing: JoinRequest.Addressing?, filters: Bool = false,
        own: OwnAccessories = OwnAccessories(), notify: @escaping @Sendable (SetUpReply) async -> Void
    ) async throws(AccessoryError) -> SetupRun.Result {
        let limit = try timeout.duration
        var adapter: Swift.Result<Adapter, AccessoryError>?
        if items.contains(where: { $0.descriptor.wifi != nil }) {
            await daemon.untilUplinksAreBack(of: claimant)
            do {
                adapter = .success(try await daemon.chooseRadio())
            } catch {
                adapter = .failure(error)
            }
        }
        let run = SetupRun(
            daemon: daemon, app: manifest, claimant: claimant, caller: caller, leaseOwner: leaseOwner,
            adapter: adapter, addressing: addressing ?? .ipv4, notify: notify)
        let access = await daemon.access
        let heard = Set(access.records(of: claimant).compactMap(\.frequency)).sorted()
        let hides = !access.configuration.reportsNothingFound && caller.entrance == .app
        return try await run.run(
            Setup(
                items: items, migrations: migrations, interface: (try? adapter?.get())?.interface ?? "", timeout: limit,
                likelyFrequencies: heard, filters: filters, hidesNothingFound: hides,
                canConfirm: caller.entrance == .app, bridge: access.bridge(for: manifest),
                expected: access.records.expectedSecurities, own: own))
    }

    // MARK: An accessory that the app has

    /// With a name, the app renames the accessory. Without one, or if the network gets the name too, a person does.
    func renameAccessory(_ request: RenameRequest, _ claimant: Claimant) async throws -> AccessoryReply {
        let own = try await daemon.access.record(toRename: request.accessory, by: claimant).accessory
        var (name, ssid) = (request.name, SSID?.none)
        var cause = Cause(who: "\(caller.identity)", proof: claimant.proof, why: "renamed by the app")
        let renamesNetwork = request.options?.contains(.ssid) ?? false
        if name == nil || renamesNetwork {
            let suggestion = try name.read(DisplayName.checked, field: "name")
            let question = PickerQuestion(
                id: "", kind: .name, name: own.displayName, image: own.image, text: suggestion ?? own.displayName)
            let answer = try await ask(question, renamesNetwork: renamesNetwork, claimant)
            // Nobody answers a question for a name with a consent.
            if case .named(let given, let network) = answer { (name, ssid) = (given, network) }
            cause.why = "renamed by a person at the app's request"
        }
        return try await accessory { [name, ssid, cause] in
            try $0.renaming(request.accessory, to: name ?? "", ssid: ssid, by: claimant, cause)
        }
    }

    func updateAuthorization(
        _ request: UpdateAuthorizationRequest, _ claimant: Claimant
    ) async throws -> AccessoryReply {
        let own = try await daemon.access.record(request.accessory, of: claimant).accessory
        let descriptor = try request.descriptor.descriptor(at: "descriptor")
        try await daemon.access.manifest(claimant.app).check(descriptor, at: "descriptor")
        let question = PickerQuestion(
            id: "", kind: .authorization, name: own.displayName, image: own.image, text: descriptor.summary,
            scope: descriptor.scope)
        _ = try await ask(question, claimant)
        let cause = Cause(
            who: "\(caller.identity)", proof: claimant.proof, why: "widened by a person at the app's request")
        return try await accessory {
            try $0.widening(request.accessory, to: descriptor, by: claimant, cause)
        }
    }

    private func ask(
        _ question: PickerQuestion, renamesNetwork: Bool = false, _ claimant: Claimant
    ) async throws -> Inquiry.Answer {
        let interview = InquiryRun(
            daemon: daemon, app: try await daemon.access.manifest(claimant.app), claimant: claimant, caller: caller,
            session: await daemon.sessions.active(claimant), question: question, renamesNetwork: renamesNetwork)
        return try await interview.run()
    }
}
