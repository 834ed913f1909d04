// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The endpoints of protocomm, over HTTP or as characteristics.
struct EspressifLink: Sendable {
    enum Endpoint: String, CaseIterable, Sendable {
        case version = "proto-ver"
        case session = "prov-session"
        case config = "prov-config"
        case control = "prov-ctrl"
    }

    enum Transport: Sendable {
        /// With the cookie of the session.
        case hotspot(cookie: String?)
        /// The handles of the endpoints.
        case bluetooth([Endpoint: UInt16])
    }

    /// What became of the message that was sent last.
    enum Reply: Sendable {
        case bytes([UInt8])
        case failed(Failure)
        /// Something has to be done before there is an answer.
        case effects([ProvisioningEffect])
    }

    enum Failure: Hashable, Sendable {
        /// Nothing was sent.
        case notConnected
        case silent
        case closed
        /// With the status of HTTP, or the code of the attribute protocol.
        case refused(Int)
        case notPaired
        case malformed
    }

    private enum Waiting: Sendable {
        case nothing
        case answer
        /// For the write's response, and then the value.
        case written(UInt16)
        case value
    }

    private(set) var transport: Transport
    private var waiting = Waiting.nothing

    init(_ transport: Transport) {
        self.transport = transport
    }

    var isBluetooth: Bool {
        switch transport {
        case .bluetooth: true
        case .hotspot: false
        }
    }

    /// Over HTTP the accessory does not list its endpoints.
    func mayHave(_ endpoint: Endpoint) -> Bool {
        switch transport {
        case .bluetooth(let handles): handles[endpoint] != nil
        case .hotspot: true
        }
    }

    /// Without a cookie the accessory begins a new session. Over Bluetooth the first message of a session does that.
    mutating func forgetSession() {
        if case .hotspot = transport { transport = .hotspot(cookie: nil) }
        waiting = .nothing
    }

    mutating func send(_ bytes: [UInt8], to endpoint: Endpoint) -> [ProvisioningEffect] {
        switch transport {
        case .hotspot(let cookie):
            waiting = .answer
            return [
                .request(
                    HTTPRequest(
                        .post, "/" + endpoint.rawValue, body: bytes,
                        contentType: "application/x-www-form-urlencoded", cookie: cookie))
            ]
        case .bluetooth(let handles):
            guard let handle = handles[endpoint] else { return [] }
            waiting = .written(handle)
            return [.write(handle, bytes)]
        }
    }

    /// Nil for an event that nothing here waits for.
    mutating func receive(_ event: ProvisioningEvent) -> Reply? {
        switch (waiting, event) {
        case (.answer, .answered(let answer)):
            waiting = .nothing
            keepCookie(answer.cookie)
            return answer.status == 200 ? .bytes(answer.body) : .failed(.refused(answer.status))
        case (.answer, .notAnswered(let failure)):
            waiting = .nothing
            return .failed(Failure(failure))
        case (.written(let handle), .written):
            waiting = .value
            return .effects([.read(handle)])
        case (.value, .read(let bytes)):
            waiting = .nothing
            return .bytes(bytes)
        case (.written, .attributeFailed(let failure)), (.value, .attributeFailed(let failure)):
            waiting = .nothing
            return .failed(Failure(failure))
        case _: return nil
        }
    }

    /// The accessory compares the whole header, so that nothing else may be in it.
    private mutating func keepCookie(_ cookie: String?) {
        guard case .hotspot = transport, let cookie, cookie.hasPrefix("session=") else { return }
        let number = cookie.utf8.dropFirst("session=".utf8.count)
        guard (1...10).contains(number.count), number.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
        transport = .hotspot(cookie: cookie)
    }
}

extension EspressifLink.Failure {
    fileprivate init(_ failure: HTTPFailure) {
        self =
            switch failure {
            case .notConnected: .notConnected
            case .timedOut: .silent
            case .closed: .closed
            case .malformed: .malformed
            }
    }

    init(_ failure: AttributeFailure) {
        self =
            switch failure {
            case .refused(let code): .refused(Int(code))
            case .notPaired: .notPaired
            case .timedOut: .silent
            }
    }
}
