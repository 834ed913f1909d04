// SPDX-License-Identifier: Apache-2.0

/// NMDeviceState.
enum DeviceState: Int, Comparable {
    case unknown = 0
    case unmanaged = 10
    case unavailable = 20
    case disconnected = 30
    case prepare = 40
    case config = 50
    case needAuth = 60
    case ipConfig = 70
    case ipCheck = 80
    case secondaries = 90
    case activated = 100
    case deactivating = 110
    case failed = 120

    static func < (left: DeviceState, right: DeviceState) -> Bool { left.rawValue < right.rawValue }
}

/// NMDeviceStateReason, as far as it explains why a join failed or a link ended.
enum DeviceReason: Int {
    case nowUnmanaged = 3
    case configurationFailed = 4
    case addressUnavailable = 5
    case addressExpired = 6
    case noSecrets = 7
    case supplicantDisconnected = 8
    case supplicantConfigurationFailed = 9
    case supplicantFailed = 10
    case supplicantTimeout = 11
    case dhcpStartFailed = 15
    case dhcpError = 16
    case dhcpFailed = 17
    case autoAddressStartFailed = 20
    case autoAddressError = 21
    case autoAddressFailed = 22
    case firmwareMissing = 35
    case removed = 36
    case sleeping = 37
    case profileRemoved = 38
    case userRequested = 39
    case carrier = 40
    case supplicantAvailable = 42
    case ssidNotFound = 53
    case newActivation = 60
    case addressDuplicate = 64
}

/// NMActiveConnectionState.
enum ActivationState: Int {
    case unknown = 0
    case activating = 1
    case activated = 2
    case deactivating = 3
    case deactivated = 4
}
