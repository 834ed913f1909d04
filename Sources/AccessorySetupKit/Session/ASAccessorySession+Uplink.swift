// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import Synchronization

extension ASAccessorySession {
    /// With what this machine joins its own network, so that the app can tell its accessory to join it too.
    ///
    /// Phones have nothing like it; it is only on Linux. It works while a hotspot of the app is joined, and where the
    /// administrator names the app in `CredentialsFor`, accessoryd.conf(5); each time is written to the agent's history.
    /// Send the passphrase to the accessory, over a link that nobody else can read, and keep it nowhere.
    ///
    /// Throws ``ASError/Code/userRestricted`` where the app may not have it, or has nothing joined,
    /// ``ASError/Code/connectionFailed`` where the machine is on no Wi-Fi network that is known, or does not keep the
    /// passphrase itself, and what every operation throws.
    public func uplinkCredentials() async throws -> ASUplinkCredentials {
        let told = ToldUplink()
        try await done { id, completion in
            live.call(id, completion) { client in
                let credentials = ASUplinkCredentials(try await client.uplinkCredentials())
                told.credentials.withLock { $0 = credentials }
            }
        }
        guard let credentials = told.credentials.withLock({ $0 }) else {
            throw ASError(.unknown, message: "the agent answered without credentials")
        }
        return credentials
    }

    private final class ToldUplink: Sendable {
        let credentials = Mutex<ASUplinkCredentials?>(nil)
    }
}
