// SPDX-License-Identifier: Apache-2.0

extension ASAccessorySession {
    /// Shows the picker. Returns when it is gone and an accessory was added or migrated.
    ///
    /// Throws the errors that ``showPicker(for:completionHandler:)`` gives its handler. Cancelling the task closes the
    /// picker.
    public func showPicker(for displayItems: [ASPickerDisplayItem]) async throws {
        try await done { showPicker(displayItems, $0, $1) }
    }

    /// Throws ``ASError/Code/extensionNotFound``: there are no discovery extensions on Linux.
    public func showPicker() async throws { throw Self.noExtension }

    /// As ``updatePicker(showing:completionHandler:)``.
    public func updatePicker(showing displayItems: [ASDiscoveredDisplayItem]) async throws {
        try await done { update(displayItems, $0, $1) }
    }

    /// As ``finishPickerDiscovery(completionHandler:)``.
    public func finishPickerDiscovery() async throws { try await done { finishDiscovery($0, $1) } }

    /// As ``finishAuthorization(for:settings:completionHandler:)``.
    public func finishAuthorization(for accessory: ASAccessory, settings: ASAccessorySettings) async throws {
        try await done { finish(accessory, settings, $0, $1) }
    }

    /// As ``failAuthorization(for:completionHandler:)``.
    public func failAuthorization(for accessory: ASAccessory) async throws {
        try await done { fail(accessory, $0, $1) }
    }

    /// As ``updateAuthorization(for:descriptor:completionHandler:)``.
    public func updateAuthorization(for accessory: ASAccessory, descriptor: ASDiscoveryDescriptor) async throws {
        try await done { update(accessory, descriptor, $0, $1) }
    }

    /// As ``removeAccessory(_:completionHandler:)``.
    public func removeAccessory(_ accessory: ASAccessory) async throws { try await done { remove(accessory, $0, $1) } }

    /// As ``renameAccessory(_:options:completionHandler:)``.
    public func renameAccessory(_ accessory: ASAccessory, options: ASAccessory.RenameOptions = []) async throws {
        try await done { rename(accessory, options, $0, $1) }
    }

    func done(_ begin: (Int, @escaping LiveSession.Completion) -> Void) async throws {
        try Task.checkCancellation()
        let id = live.makeID()
        do {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
                    begin(id) { error in
                        if let error { waiter.resume(throwing: error) } else { waiter.resume() }
                    }
                    // The task may have been cancelled before there was anything to cancel.
                    if Task.isCancelled { live.cancel(id) }
                }
            } onCancel: {
                live.cancel(id)
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }
}
