// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension JoinFailure {
    /// From an NMDeviceStateReason.
    init(deviceReason number: Int, phase: Attempt.Phase, security: Security) {
        let reason: Reason =
            switch DeviceReason(rawValue: number) {
            case .noSecrets: security.key == .passphrase ? .wrongPassphrase : .rejected
            case .ssidNotFound: phase == .joined ? .linkLost : .networkNotFound
            case .supplicantTimeout: phase == .joined ? .linkLost : .timedOut
            case .configurationFailed, .supplicantDisconnected, .supplicantConfigurationFailed:
                phase == .joined ? .linkLost : .rejected
            case .addressUnavailable, .addressExpired, .dhcpStartFailed, .dhcpError, .dhcpFailed,
                .autoAddressStartFailed, .autoAddressError, .autoAddressFailed, .addressDuplicate:
                phase == .joined ? .linkLost : .noAddress
            case .newActivation, .userRequested, .profileRemoved: .interrupted
            case .nowUnmanaged, .supplicantFailed, .supplicantAvailable, .firmwareMissing, .removed, .sleeping:
                .radioUnavailable
            case .carrier: .linkLost
            case nil: phase == .joined ? .linkLost : .rejected
            }
        self.init(reason, detail: Self.detail(DeviceReason(rawValue: number), number))
    }

    /// From an NMActiveConnectionStateReason, which is less precise than the device's.
    init(activationReason number: Int, phase: Attempt.Phase, security: Security) {
        let reason: Reason =
            switch number {
            case 2, 11: .interrupted
            case 4, 7, 8, 13, 14: .radioUnavailable
            case 5: phase == .joined ? .linkLost : .noAddress
            case 6: phase == .joined ? .linkLost : .timedOut
            case 9, 10: security.key == .passphrase ? .wrongPassphrase : .rejected
            case _: phase == .joined ? .linkLost : .rejected
            }
        self.init(reason, detail: "NetworkManager ended the activation (reason \(number))")
    }

    /// From the address that an accessory hands out.
    init(claiming link: Link, _ network: String) {
        self.init(
            .noAddress,
            detail:
                "it hands out \(link.address)/\(link.prefixLength), \(network), and other programs' traffic would go to the "
                + "accessory")
    }

    /// What this failure of an uplink means whose passphrase NetworkManager does not store: it reports a missing answer like
    /// a passphrase that the access point refused.
    ///
    /// - Parameter isUnanswered: the activation itself says so.
    func asking(isUnanswered: Bool) -> JoinFailure {
        isUnanswered || reason == .wrongPassphrase ? .unanswered : self
    }

    /// NetworkManager ends a join like this whose address the radio's driver did not take (nm-device-wifi.c,
    /// act_stage1_prepare).
    static let notSetUp = JoinFailure(.rejected, detail: detail(.configurationFailed, 0))

    static let unanswered = JoinFailure(
        .passphraseMissing,
        detail: "NetworkManager does not store its passphrase, and no person's session gave the right one")

    static let outOfRange = JoinFailure(.networkNotFound, detail: "the network was out of range")

    /// What this failure of an uplink's activation means. An uplink out of range is restored as soon as it is seen again,
    /// but NetworkManager takes a blocked radio for ready, and looks for an absent network longer than anybody waits here.
    func restoring(isDown: Bool, wasSeen: Bool) -> JoinFailure {
        if isDown { return JoinFailure(.networkNotFound, detail: "the radio's interface is down (rfkill list)") }
        guard reason == .timedOut, !wasSeen else { return self }
        return .outOfRange
    }

    private static func detail(_ reason: DeviceReason?, _ number: Int) -> String {
        switch reason {
        case .configurationFailed: "NetworkManager could not set the radio up"
        case .noSecrets: "the access point did not take the passphrase"
        case .ssidNotFound: "the network could not be found"
        case .supplicantTimeout: "the access point took too long"
        case .supplicantDisconnected: "the access point disconnected"
        case .supplicantConfigurationFailed: "wpa_supplicant did not take the settings"
        case .addressUnavailable, .dhcpStartFailed, .dhcpError, .dhcpFailed:
            "no address from the accessory's DHCP server"
        case .addressExpired: "the address expired"
        case .autoAddressStartFailed, .autoAddressError, .autoAddressFailed: "no link-local address"
        case .addressDuplicate: "the address is already in use"
        case .newActivation: "another profile was activated on this radio"
        case .userRequested: "somebody disconnected it, or NetworkManager heard nothing of the agent for 30 seconds"
        case .profileRemoved: "somebody removed its profile"
        case .nowUnmanaged: "the radio is no longer managed"
        case .supplicantFailed, .supplicantAvailable: "wpa_supplicant went away"
        case .firmwareMissing: "the radio's firmware is missing"
        case .removed: "the radio was removed"
        case .sleeping: "the radio was switched off, or the machine went to sleep"
        case .carrier: "the link went down"
        case nil: number == 0 ? "NetworkManager gave no reason" : "NetworkManager gave reason \(number)"
        }
    }
}
