// SPDX-License-Identifier: Apache-2.0

/// What a request claims before its body is read.
struct RequestHead: Hashable, Sendable {
    var method: String
    /// Without the query.
    var path: String
    /// This end of the connection, as a browser writes it: `127.0.0.1:8080`, `[::1]:8080`.
    var local: String
    /// The connection is encrypted: the page's origin begins with `https`.
    var isSecure = false
    var host: String?
    var origin: String?
    /// `Sec-Fetch-Site`, which browsers send to addresses that they trust (loopback, https) only.
    var site: String?
    /// The `Cookie` headers.
    var cookies: [String] = []
    /// The page's own proof, `X-Accessory-Picker`. Cookies ignore ports, so browsers send the cookie to other programs
    /// on the same host too; they never send this.
    var key: String?
    var contentType: String?

    /// The origin of a page at this host.
    var ownOrigin: String { "\(isSecure ? "https" : "http")://\(host ?? "")" }

    /// The port that a browser leaves out of an address.
    var usualPort: Int { isSecure ? 443 : 80 }

    /// The values of a cookie (RFC 6265, 5.4: pairs between semicolons).
    func cookie(_ name: String) -> [String] {
        cookies.flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { return nil }
            return String(parts[1])
        }
    }
}
