// SPDX-License-Identifier: Apache-2.0

/// The way to a session, in one of the three securities.
enum Handshake: Sendable {
    case none
    case keyExchange(KeyExchange)
    case password(PasswordExchange)

    enum Progress: Sendable {
        case send([UInt8])
        case established(EspressifSession)
    }

    init(_ plan: SecurityPlan, randomness: Randomness) throws(EspressifFault) {
        switch plan {
        case .none: self = .none
        case .keyExchange(let possession):
            self = .keyExchange(try KeyExchange(possession: possession, randomness: randomness))
        case .password(let user, let password, let isCounting):
            self = .password(
                try PasswordExchange(
                    user: user, password: password, isCounting: isCounting, randomness: randomness))
        }
    }

    /// The client's proof was sent. An accessory that does not take it goes silent, or closes the link.
    var isProving: Bool {
        switch self {
        case .none: false
        case .keyExchange(let exchange): exchange.isProving
        case .password(let exchange): exchange.isProving
        }
    }

    var hello: [UInt8] {
        switch self {
        case .none: SessionMessage(security: .none, step: .command0).encoded
        case .keyExchange(let exchange): exchange.hello
        case .password(let exchange): exchange.hello
        }
    }

    mutating func receive(_ bytes: [UInt8]) throws(EspressifFault) -> Progress {
        switch self {
        case .none:
            _ = try SessionMessage.content(of: bytes, security: .none, step: .response0)
            return .established(.clear)
        case .keyExchange(var exchange):
            defer { self = .keyExchange(exchange) }
            return try exchange.receive(bytes)
        case .password(var exchange):
            defer { self = .password(exchange) }
            return try exchange.receive(bytes)
        }
    }
}
