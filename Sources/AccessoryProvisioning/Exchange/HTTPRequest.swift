// SPDX-License-Identifier: Apache-2.0

/// A request to the accessory's own web server.
public struct HTTPRequest: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
    }

    public var method: Method
    /// Path and query, percent-encoded.
    public var target: String
    public var body: [UInt8]
    public var contentType: String?
    /// The value of the header `Cookie`.
    public var cookie: String?
    /// The longest time until the whole answer is there.
    public var patience: Duration
    /// Whoever sends it does not send it again by itself, not even over a new connection: the accessory may have had the first one.
    public var isSentOnce: Bool

    public init(
        _ method: Method, _ target: String, body: [UInt8] = [], contentType: String? = nil, cookie: String? = nil,
        patience: Duration = .seconds(10)
    ) {
        self.method = method
        self.target = target
        self.body = body
        self.contentType = contentType
        self.cookie = cookie
        self.patience = patience
        isSentOnce = method == .post
    }
}

/// An answer, with at most ``bodyLimit`` bytes. Redirections are not followed.
public struct HTTPAnswer: Hashable, Sendable {
    public static let bodyLimit = 65_536

    public var status: Int
    public var body: [UInt8]
    /// The first header `Set-Cookie` without its attributes: `session=17`.
    public var cookie: String?
    /// The header `Location`.
    public var location: String?

    public init(status: Int, body: [UInt8] = [], cookie: String? = nil, location: String? = nil) {
        self.status = status
        self.body = body
        self.cookie = cookie
        self.location = location
    }
}

/// Why there is no answer.
public enum HTTPFailure: Hashable, Sendable {
    /// No connection: nothing was sent.
    case notConnected
    /// The request may have arrived.
    case timedOut
    /// The connection ended before the whole answer was there. The request may have arrived.
    case closed
    /// The answer is longer than ``HTTPAnswer/bodyLimit``, or no HTTP.
    case malformed
}
