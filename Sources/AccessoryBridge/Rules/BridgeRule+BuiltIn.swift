// SPDX-License-Identifier: Apache-2.0

extension BridgeRule {
    /// The rules of the known families, the more particular before the more general.
    public static let builtIn: [BridgeRule] =
        certain + matter + goPro + shelly + espressif + espHome + improv + sphericalCamera + sony + names
}
