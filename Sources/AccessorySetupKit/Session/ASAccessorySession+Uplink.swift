// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import Synchronization

extension ASAccessorySession {
    /// The credentials with which this machine joins its own network, so that the app can pass them to its accessory.
    ///
    /// Phones have nothing like it; it is only on Linux. It works while a hotspot of the app is joined, and if the
    /// administrator names the app in `CredentialsFor`, accessoryd.conf(5). The agent's history records each time. Send
    /// the passphrase to the accessory, over a link that nobody else can read, and keep it nowhere.
    ///
    /// Throws ``ASError/Code/userRestricted`` if the app may not have the credentials, or has nothing joined, or if the
    /// administrator has not named the network. Throws
    /// ``ASError/Code/connectionFailed`` if the machine is on no known Wi-Fi network, or does not keep the passphrase
    /// itself. It also throws the errors of every operation.
    ///
    /// - Parameter network: Another network for accessories, by the name of its group `[Uplink NAME]` in
    ///   accessoryd.conf(5); nil: the machine's own.
    public func uplinkCredentials(network: String? = nil) async throws -> ASUplinkCredentials {
        let result = UplinkResult()
        try await done { id, completion in
            live.call(id, completion) { client in
                let credentials = ASUplinkCredentials(
                    try await client.call(.getUplinkCredentials, UplinkQuery(network: network)).uplink)
                result.credentials.withLock { $0 = credentials }
            }
        }
        guard let credentials = result.credentials.withLock({ $0 }) else {
            throw ASError(.unknown, message: "the agent answered without credentials")
        }
        return credentials
    }

    private final class UplinkResult: Sendable {
        let credentials = Mutex<ASUplinkCredentials?>(nil)
    }
}
