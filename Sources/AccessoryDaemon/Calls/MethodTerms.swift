// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// What a method demands of a caller and of a call.
struct MethodTerms {
    /// Without this right the agent refuses the call.
    var right: Caller.Right
    /// Without this right the answer leaves secrets out; a call that asks for them is refused.
    var secrets: Caller.Right?
}

/// The methods of one interface. A switch has each method's terms, so that no method lacks them.
protocol MethodWithTerms: RawRepresentable<String> {
    var terms: MethodTerms { get }
    /// The method answers with a stream, for which a caller sets `more`.
    var isStream: Bool { get }
}

extension SetupMethod: MethodWithTerms {
    var terms: MethodTerms {
        switch self {
        case .activate, .joinHotspot, .listAccessories, .getAccess, .showPicker, .updatePicker, .finishPickerDiscovery,
            .finishAuthorization, .failAuthorization, .updateAuthorization, .renameAccessory, .removeAccessory,
            .leaveHotspot, .applyHotspot, .removeHotspot, .listHotspots, .getJoinedHotspot,
            .getUplinkCredentials, .getLocation, .observe:
            MethodTerms(right: .beAnApp)
        }
    }
}

extension BluetoothMethod: MethodWithTerms {
    var terms: MethodTerms {
        switch self {
        case .monitor, .scan, .connect, .listServices, .readValue, .writeValue, .subscribe, .readSignalStrength:
            MethodTerms(right: .beAnApp)
        }
    }
}

extension PickerMethod: MethodWithTerms {
    var terms: MethodTerms {
        switch self {
        case .register, .select, .answer, .cancel, .getImage: MethodTerms(right: .pick)
        }
    }
}

extension ControlMethod: MethodWithTerms {
    var terms: MethodTerms {
        switch self {
        case .runPlan, .listHotspots: MethodTerms(right: .control, secrets: .seeSecrets)
        case .onboard: MethodTerms(right: .manageAccessories, secrets: .seeSecrets)
        case .findNewAccessories, .listApps, .listAccessories, .renameAccessory, .setAccessoryImage, .removeAccessory,
            .setAccess, .monitor:
            MethodTerms(right: .manageAccessories)
        case .getStatus, .checkManifest, .reloadConfiguration, .scan, .setUp, .listAccess, .checkAccess, .grantAccess,
            .revokeAccess, .listHistory, .joinHotspot, .leaveHotspot, .removeHotspot, .listPlans, .finishPlan,
            .checkPlan, .explainBridge:
            MethodTerms(right: .control)
        }
    }
}

extension Caller {
    /// Whether an answer to this method may have secrets in it.
    func maySeeSecrets(of method: some MethodWithTerms) -> Bool { method.terms.secrets.map(may) ?? false }
}
