// SPDX-License-Identifier: Apache-2.0

import CNetworkManager

/// A new random UUID, in the form of profiles.
func makeUUID() -> String {
    guard let characters = g_uuid_string_random() else { return "" }
    defer { g_free(characters) }
    return String(cString: characters)
}
