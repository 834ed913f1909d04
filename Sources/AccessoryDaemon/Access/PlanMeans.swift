// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules

/// The means of a plan's set-up.
struct PlanMeans: Sendable {
    let app: Manifest
    /// Nil if a label names the accessory.
    var item: Setup.Item?
    var label: EasyConnectLabel?

    /// Throws the first that is missing.
    ///
    /// - Parameter credentials: where systemd puts secrets.
    init(of plan: Plan, _ access: Access, credentials: String?) throws(AccessoryError) {
        app = try access.manifest(plan.app)
        func refusal(_ reason: String) -> AccessoryError { .invalid("plan", "\(plan.path): \(reason)") }
        if let label = plan.label {
            do throws(PlanSecret.Fault) {
                self.label = try PlanSecret.label(label, credentials: credentials)
            } catch {
                throw refusal(error.description)
            }
            return
        }
        guard let descriptor = plan.descriptor else { return }
        do throws(AccessoryError) {
            try app.check(descriptor, at: nil)
        } catch {
            throw refusal(error.message)
        }
        if plan.givesUplink { try access.configuration.policy.checkMayHave(plan.app) }
        var secret: Passphrase?
        do throws(PlanSecret.Fault) {
            if let place = plan.secret { secret = try PlanSecret(place, credentials: credentials).passphrase() }
        } catch {
            throw refusal(error.description)
        }
        item = Setup.Item(
            name: plan.name ?? app.name, descriptor: descriptor, passphrase: secret, bluetoothNames: app.bluetoothNames)
    }
}
