// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import NIOCore

/// Where browsers find the page.
struct PagePlace: Sendable {
    let address: ListenAddress
    /// The other one where a browser may look for the page's name: nobody else may have its port.
    var twin: ListenAddress?
    /// The names of this machine; the first one is for links, on loopback only if it is of `localhost`.
    let names: [String]
    /// Nil for plain HTTP.
    let certificate: Certificate?

    private var scheme: String { certificate == nil ? "http" : "https" }

    /// The links that open the page. The secret is a fragment, because browsers send that to nobody, neither in a request
    /// nor as a referrer.
    func links(_ secret: Secret, port: Int) -> [String] {
        hosts(port: port).map { "\(scheme)://\($0)/open#\(secret.text)" }
    }

    /// The hosts that a browser can use. The name comes first where mDNS answers for it: it stays when the address
    /// changes. Then come addresses that other machines can reach.
    private func hosts(port: Int) -> [String] {
        guard !address.isLoopback else {
            return [ListenAddress.text(twin == nil ? address.address : names.first ?? "localhost", port: port)]
        }
        let isKnown = names.first != HostName.multicast || HostName.isAnswered
        let named = isKnown ? names.prefix(1).map { "\($0):\(port)" } : []
        guard address.isAny else { return named + [ListenAddress.text(address.address, port: port)] }
        // No address of this machine alone, and none that needs a browser's own interface.
        let all = (try? System.enumerateDevices())?.compactMap { $0.address?.ipAddress.flatMap { IPAddress($0) } } ?? []
        let usable = all.filter { !$0.needsInterface && (!$0.isV6 || address.address == "::") }
        // IPv4 first: a person can type it.
        let ordered = (usable.filter { !$0.isV6 } + usable.filter(\.isV6)).map(\.description)
        let hosts = named + ordered.map { ListenAddress.text($0, port: port) }
        return hosts.isEmpty ? ["127.0.0.1:\(port)"] : hosts
    }
}
