// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CNetworkManager

/// An active connection: a profile at work on a device. Only for the GLib thread.
struct Activation {
    let object: Object
    private var pointer: OpaquePointer { object.pointer }

    var path: String? { cString(nm_object_get_path(pointer)) }
    var name: String { cString(nm_active_connection_get_id(pointer)) ?? "" }
    var uuid: String { cString(nm_active_connection_get_uuid(pointer)) ?? "" }
    var state: ActivationState {
        ActivationState(rawValue: Int(nm_active_connection_get_state(pointer).rawValue)) ?? .unknown
    }
    var profile: Profile? { nm_active_connection_get_connection(pointer).map { Profile(object: Object($0)) } }

    /// The interfaces it uses or is about to use.
    var interfaces: [String] {
        objects(nm_active_connection_get_devices(pointer)).compactMap { cString(nm_device_get_iface($0)) }
    }

    /// It failed because nobody gave NetworkManager the passphrase.
    var lacksPassphrase: Bool {
        nm_active_connection_get_state_reason(pointer) == NM_ACTIVE_CONNECTION_STATE_REASON_NO_SECRETS
    }

    /// A person's profile may have such a name, too, as of a network 'accessoryd Home'.
    var isOurs: Bool { name.hasPrefix(Profile.ours) && profile?.isVolatile != false }

    /// On the way up, or up.
    var isLive: Bool {
        switch state {
        case .activating, .activated: true
        case .unknown, .deactivating, .deactivated: false
        }
    }
}

/// A stored profile. Only for the GLib thread.
struct Profile {
    /// The prefix in the names of this agent's own profiles.
    static let ours = "accessoryd "

    let object: Object

    var path: String? { cString(nm_connection_get_path(object.pointer)) }

    var ssid: SSID? {
        guard let wireless = nm_connection_get_setting_wireless(object.pointer) else { return nil }
        return try? SSID(bytes(nm_setting_wireless_get_ssid(wireless)))
    }

    var name: String { cString(nm_connection_get_id(object.pointer)) ?? "" }

    /// It is in memory alone, and goes with its activation.
    var isVolatile: Bool {
        nm_remote_connection_get_flags(object.pointer).rawValue & NM_SETTINGS_CONNECTION_FLAG_VOLATILE.rawValue != 0
    }

    var isHidden: Bool {
        nm_connection_get_setting_wireless(object.pointer).map { nm_setting_wireless_get_hidden($0) != 0 } ?? false
    }

    /// NetworkManager's name for it, `wpa-psk`; nil for an open network.
    var keyManagement: String? {
        nm_connection_get_setting_wireless_security(object.pointer)
            .flatMap { cString(nm_setting_wireless_security_get_key_mgmt($0)) }
    }

    /// NetworkManager joins it by itself when it sees the network.
    var activatesByItself: Bool {
        nm_connection_get_setting_connection(object.pointer).map { nm_setting_connection_get_autoconnect($0) != 0 }
            ?? false
    }

    /// NetworkManager asks a person's session for the passphrase at each join, or the session asks the person. An agent of
    /// another user than ours does not answer us (nm-agent-manager.c, request_add_agent), so nobody can know beforehand.
    var asksForPassphrase: Bool {
        if let enterprise = nm_connection_get_setting_802_1x(object.pointer) {
            return EnterpriseSecrets(enterprise).areAsked
        }
        return ["wpa-psk", "sae"].contains(keyManagement) && !storesPassphrase
    }

    /// False if a person's session has the passphrase, or asks for it.
    var storesPassphrase: Bool {
        nm_connection_get_setting_wireless_security(object.pointer)
            .map { nm_setting_wireless_security_get_psk_flags($0) == NM_SETTING_SECRET_FLAG_NONE } ?? false
    }

    /// Asks NetworkManager for the stored passphrase, with polkit's permission; nil if there is none.
    func passphrase() async throws -> String? { try await secrets(Self.security)["psk"]?.text }

    private static let security = "802-11-wireless-security"

    /// Those of one of its settings. NetworkManager throws if it needs one of them and has it not.
    private func secrets(_ setting: String) async throws -> [String: Variant] {
        let reply = await reply { nm_remote_connection_get_secrets_async(object.pointer, setting, nil, $0, $1) }
        let secrets = try found { nm_remote_connection_get_secrets_finish(object.pointer, reply.result, $0) }
        defer { g_variant_unref(secrets) }
        guard case .sections(let sections) = Variant(secrets) else { return [:] }
        return sections[setting] ?? [:]
    }

    /// Whether NetworkManager cannot join it without a person. A secret that it should store may be gone.
    func needsPerson() async -> Bool {
        if asksForPassphrase { return true }
        guard keyManagement != nil else { return false }
        do {
            _ = try await secrets(nm_connection_get_setting_802_1x(object.pointer) == nil ? Self.security : "802-1x")
            return false
        } catch {
            return (error as? BusFault)?.isAbsenceOfSecrets == true
        }
    }

    func delete() async throws {
        let reply = await reply { nm_remote_connection_delete_async(object.pointer, nil, $0, $1) }
        _ = try checked { nm_remote_connection_delete_finish(object.pointer, reply.result, $0) }
    }
}
