// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import CCurl
import Glibc

/// The accessory's web server, reached over one interface and no other.
struct WebPages {
    let interface: String?
    /// `http://192.168.4.1`
    var origin: String

    init(gateway: String, interface: String?) {
        self.interface = interface
        // An address of IPv6 needs brackets, and its zone an escape (RFC 6874).
        let host = gateway.contains(":") ? "[" + gateway.split(separator: "%").joined(separator: "%25") + "]" : gateway
        origin = "http://\(host)"
    }

    enum Result: Hashable {
        case event(ProvisioningEvent)
        /// This program was asked to end.
        case stopped
    }

    /// Waits for the whole answer.
    func exchange(_ request: HTTPRequest) throws(Refusal) -> Result {
        var reply = curl_reply()
        defer { curl_free_reply(&reply) }
        switch send(request, &reply) {
        case CURL_ANSWERED: return .event(.answered(received(&reply)))
        case CURL_NOT_CONNECTED: return .event(.notAnswered(.notConnected))
        case CURL_TIMED_OUT: return .event(.notAnswered(.timedOut))
        case CURL_MALFORMED: return .event(.notAnswered(.malformed))
        case CURL_STOPPED: return .stopped
        case CURL_MISSING: throw Refusal("libcurl cannot be loaded: \(String(cString: curl_trouble()))")
        case _: return .event(.notAnswered(.closed))
        }
    }

    /// What shows that somebody is there.
    enum Reach: Hashable {
        case answered(HTTPAnswer)
        /// The connection was taken and nothing of use came back, or it was refused.
        case there
        case silent
    }

    /// The same, for whoever wants to know who is there.
    func reach(_ request: HTTPRequest) throws(Refusal) -> Reach {
        var reply = curl_reply()
        defer { curl_free_reply(&reply) }
        switch send(request, &reply) {
        case CURL_ANSWERED: return .answered(received(&reply))
        case CURL_NOT_CONNECTED: return reply.error == ECONNREFUSED ? .there : .silent
        case CURL_STOPPED: return .silent
        case CURL_MISSING: throw Refusal("libcurl cannot be loaded: \(String(cString: curl_trouble()))")
        case _: return .there
        }
    }

    private func received(_ reply: inout curl_reply) -> HTTPAnswer {
        let body = reply.body.map { Array(UnsafeBufferPointer(start: $0, count: reply.size)) } ?? []
        return HTTPAnswer(
            status: reply.status, body: body, cookie: text(&reply.cookie), location: text(&reply.location))
    }

    private func send(_ request: HTTPRequest, _ reply: inout curl_reply) -> curl_result {
        withText(interface) { interface in
            withText(request.contentType) { contentType in
                withText(request.cookie) { cookie in
                    "\(origin)\(request.target)".withCString { url in
                        request.method.rawValue.withCString { method in
                            request.body.withUnsafeBytes { body in
                                var order = curl_order(
                                    interface: interface, url: url, method: method, content_type: contentType,
                                    cookie: cookie, body: body.baseAddress, size: body.count,
                                    milliseconds: request.patience.milliseconds, once: request.isSentOnce ? 1 : 0)
                                return curl_exchange(&order, HTTPAnswer.bodyLimit, &reply)
                            }
                        }
                    }
                }
            }
        }
    }

    private func withText<R>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
        guard let text else { return body(nil) }
        return text.withCString { body($0) }
    }

    /// A string of C in an array of fixed length; nil if it is empty.
    private func text<T>(_ characters: inout T) -> String? {
        withUnsafeBytes(of: &characters) { bytes in
            let text = bytes.prefix { $0 != 0 }
            return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
        }
    }
}

extension Duration {
    var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
