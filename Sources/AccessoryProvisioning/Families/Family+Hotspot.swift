// SPDX-License-Identifier: Apache-2.0
public import AccessoryModel

extension Family {
    public init?(hotspot ssid: SSID) { nil }
}
