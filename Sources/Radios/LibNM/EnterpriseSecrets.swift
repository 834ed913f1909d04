// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// The secrets of an 802.1X profile, and who has each of them: NetworkManager, or a person's session.
struct EnterpriseSecrets: Sendable {
    /// NMSettingSecretFlags.
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt32

        static let agentOwned = Flags(rawValue: NM_SETTING_SECRET_FLAG_AGENT_OWNED.rawValue)
        static let notSaved = Flags(rawValue: NM_SETTING_SECRET_FLAG_NOT_SAVED.rawValue)
        static let notRequired = Flags(rawValue: NM_SETTING_SECRET_FLAG_NOT_REQUIRED.rawValue)

        fileprivate var isAsked: Bool { !contains(.notRequired) && !isDisjoint(with: [.agentOwned, .notSaved]) }
    }

    /// As NetworkManager names them: `tls`, `peap`.
    var methods: Set<String>
    /// Of the inner authentication.
    var innerMethods: Set<String> = []
    var password: Flags = []
    var keyPassword: Flags = []
    var innerKeyPassword: Flags = []

    /// NetworkManager has to ask a session for one that these methods use (nm-setting-8021x.c, eap_methods_table).
    var areAsked: Bool {
        if innerMethods.contains("tls"), innerKeyPassword.isAsked { return true }
        if methods.contains("tls"), keyPassword.isAsked { return true }
        let needsPassword = methods.contains { $0 != "tls" } && !innerMethods.contains("tls")
        return needsPassword && password.isAsked
    }
}

extension EnterpriseSecrets {
    /// - Parameter setting: an `NMSetting8021x`.
    init(_ setting: OpaquePointer) {
        methods = Set(
            (0..<nm_setting_802_1x_get_num_eap_methods(setting)).compactMap {
                cString(nm_setting_802_1x_get_eap_method(setting, $0))
            })
        innerMethods = Set(
            [nm_setting_802_1x_get_phase2_auth(setting), nm_setting_802_1x_get_phase2_autheap(setting)]
                .compactMap { cString($0) })
        password = Flags(rawValue: nm_setting_802_1x_get_password_flags(setting).rawValue)
        keyPassword = Flags(rawValue: nm_setting_802_1x_get_private_key_password_flags(setting).rawValue)
        innerKeyPassword = Flags(rawValue: nm_setting_802_1x_get_phase2_private_key_password_flags(setting).rawValue)
    }
}
