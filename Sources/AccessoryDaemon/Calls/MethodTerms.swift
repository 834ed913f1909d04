// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// What a method demands of a caller and of a call.
struct MethodTerms {
    /// Without this right the call is refused.
    var right: Caller.Right
    /// Without this right the answer leaves out what is secret, or the call is refused where it asks for that.
    var secrets: Caller.Right?
    /// The method answers with a stream, for which a caller has to set `more`.
    var isStream = false
}

/// The methods of one interface. Each one's terms are in a switch, so that none is without.
protocol MethodWithTerms: RawRepresentable<String> {
    var terms: MethodTerms { get }
}

extension SetupMethod: MethodWithTerms {
    var terms: MethodTerms {
        switch self {
        case .activate, .joinHotspot: MethodTerms(right: .beAnApp, isStream: true)
        case .listAccessories, .getAccess, .showPicker, .updatePicker, .finishPickerDiscovery, .finishAuthorization,
            .failAuthorization, .updateAuthorization, .renameAccessory, .removeAccessory, .leaveHotspot,
            .applyHotspot, .removeHotspot, .listHotspots, .getUplinkCredentials:
            MethodTerms(right: .beAnApp)
        }
    }
}

extension PickerMethod: MethodWithTerms {
    var terms: MethodTerms {
        switch self {
        case .register: MethodTerms(right: .pick, isStream: true)
        case .select, .answer, .cancel, .getImage: MethodTerms(right: .pick)
        }
    }
}

extension ControlMethod: MethodWithTerms {
    var terms: MethodTerms {
        switch self {
        case .scan, .setUp, .joinHotspot, .monitor: MethodTerms(right: .control, isStream: true)
        case .runPlan: MethodTerms(right: .control, secrets: .seeSecrets, isStream: true)
        case .listHotspots: MethodTerms(right: .control, secrets: .seeSecrets)
        case .getStatus, .listApps, .checkManifest, .reloadConfiguration, .listAccessories, .renameAccessory,
            .removeAccessory, .listAccess, .checkAccess, .grantAccess, .setAccess, .revokeAccess, .listHistory,
            .leaveHotspot, .removeHotspot, .listPlans, .finishPlan, .checkPlan, .explainBridge:
            MethodTerms(right: .control)
        }
    }
}

extension Caller {
    /// Whether an answer to this method may have what is secret in it.
    func maySeeSecrets(of method: some MethodWithTerms) -> Bool { method.terms.secrets.map(may) ?? false }
}
