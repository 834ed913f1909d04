// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// RunPlan: a set-up whose choice a file made.
extension Session {
    func runPlan(_ call: Call) async throws {
        guard call.more else { throw VarlinkError.expectedMore }
        let request = try call.parameters(as: RunPlanRequest.self)
        guard let plan = await daemon.configuration.plans[request.plan] else {
            throw AccessoryError(
                .unknownAccessory,
                "no plan provision.d/\(request.plan).conf is installed; see 'accessoryctl provision list'")
        }
        let manifest = try await daemon.manifest(plan.app)
        do {
            try manifest.check(plan.descriptor, at: nil)
        } catch {
            throw AccessoryError(.invalidRequest, "\(plan.path): \(error.message)", field: "plan")
        }
        let item = Setup.Item(
            name: plan.name ?? manifest.name, descriptor: plan.descriptor, passphrase: try Self.passphrase(of: plan))
        try await carryOut(
            call, [item], for: manifest, DiscoveryTimeout(seconds: request.discoveryTimeout), request.addressing,
            plan: plan)
    }

    /// Read when it is needed, so that it may be put there last.
    private static func passphrase(of plan: Plan) throws(AccessoryError) -> Passphrase? {
        guard let path = plan.passphraseFile else { return nil }
        do {
            let line = String(decoding: try Trust().contents(of: path), as: UTF8.self).split(
                whereSeparator: \.isNewline
            ).first
            return try Passphrase(String(line ?? ""))
        } catch {
            throw AccessoryError(.invalidRequest, "\(plan.path): PassphraseFile: \(error)", field: "plan")
        }
    }
}

extension PlanStatus {
    init(_ plan: Plan) {
        self.init(
            id: plan.id, app: plan.app, name: plan.name, descriptor: DescriptorFields(plan.descriptor),
            choose: plan.choice.rawValue, file: plan.path)
    }
}
