// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPTypes
import HummingbirdCore
import NIOCore

/// A whole response: its content, and how a browser must treat it.
struct PageResponse: Sendable {
    var status: HTTPResponse.Status
    var type: String?
    var body: [UInt8]
    var cookie: String?
    /// Nothing more is read from this connection.
    var closes: Bool

    init(
        _ status: HTTPResponse.Status, type: String? = nil, _ body: [UInt8] = [], cookie: String? = nil,
        closes: Bool = false
    ) {
        self.status = status
        self.type = type
        self.body = body
        self.cookie = cookie
        self.closes = closes
    }

    init(_ status: HTTPResponse.Status, json: some Encodable, cookie: String? = nil, closes: Bool = false) {
        // All of it is our own strings, numbers and arrays: an encoder refuses none of them.
        let body = (try? JSONEncoder().encode(json)).map { Array($0) } ?? []
        self.init(status, type: "application/json", body, cookie: cookie, closes: closes)
    }

    /// The page consists of this process's own files and nothing else. No frame may hold it, it uses no power of the
    /// browser but the camera, for labels, and nothing caches it.
    static let guards: [(HTTPField.Name?, String)] = [
        (
            HTTPField.Name("Content-Security-Policy"),
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        (HTTPField.Name("X-Frame-Options"), "DENY"),
        (HTTPField.Name("X-Content-Type-Options"), "nosniff"),
        (HTTPField.Name("Cache-Control"), "no-store"),
        (HTTPField.Name("Referrer-Policy"), "no-referrer"),
        (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
        (
            HTTPField.Name("Permissions-Policy"),
            "accelerometer=(), camera=(self), clipboard-read=(), display-capture=(), geolocation=(), "
                + "gyroscope=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()"
        ),
    ]

    var head: HTTPResponse {
        var fields = HTTPFields()
        for case (let name?, let value) in Self.guards { fields[name] = value }
        if let type { fields[.contentType] = type }
        if let cookie { fields[.setCookie] = cookie }
        fields[.contentLength] = String(body.count)
        if closes { fields[.connection] = "close" }
        return HTTPResponse(status: status, headerFields: fields)
    }

    /// An event stream's beginning.
    static var streamHead: HTTPResponse {
        var head = PageResponse(.ok, type: "text/event-stream").head
        head.headerFields[.contentLength] = nil
        return head
    }
}
