// SPDX-License-Identifier: Apache-2.0

@testable import AccessoryProvisioning

/// An accessory with protocomm, as its firmware behaves. Its own cryptography and messages are apart from the machine's.
struct EspressifAccessory {
    enum Step { case new, greeted, established }

    /// Nil for firmware that does not number it.
    var security: Int? = 1
    var capabilities = ["wifi_prov", "wifi_scan"]
    /// Nil for older firmware.
    var patch: Int?
    var possession = KeyExchangeVectors.possession
    var password = PasswordSide(user: "wifiprov", password: "abcd1234", salt: PasswordVectors.salt)
    /// The answers to questions for the state, in hexadecimal digits; the last one stays.
    var states = [Self.connecting, Self.connected]
    var hasControl = true
    var controls = 0
    /// An earlier network failed, and nobody has reset it.
    var isStuck = false

    var step = Step.new
    var stream: Keystream?
    var sealingKey: SealingKey?
    var counter: UInt8 = 1
    var clientPublicKey: [UInt8] = []
    var sessions: UInt32 = 0
    /// The network that was set, as its message in hexadecimal digits.
    var network: [UInt8]?
    var isApplied = false

    static let connecting = "08015a021001"
    static let connected = "08015a225a200a0c3139322e3136382e312e343210031a04686f6d6522060200000000012806"
    static let wrongPassphrase = "08015a0410035000"
    static let networkNotFound = "08015a0410035001"
    static let failed = "08015a021003"
    static let disconnected = "08015a021002"
    static let internalError = "08015a020805"

    var effectiveSecurity: Int { security ?? (capabilities.contains("no_sec") ? 0 : 1) }

    var version: String {
        var members = ["\"ver\":\"v1.1\""]
        if let security { members.append("\"sec_ver\":\(security)") }
        if let patch { members.append("\"sec_patch_ver\":\(patch)") }
        members.append("\"cap\":[\(capabilities.map { "\"\($0)\"" }.joined(separator: ","))]")
        return "{\"prov\":{\(members.joined(separator: ","))},\"lamp\":{\"ver\":\"2.3\",\"cap\":[]}}"
    }

    mutating func answer(_ request: HTTPRequest) -> HTTPAnswer? {
        guard request.method == .post, request.contentType == "application/x-www-form-urlencoded",
            !request.body.isEmpty
        else { return nil }
        var cookie: String?
        if request.cookie != "session=\(sessions)" || sessions == 0 {
            sessions += 1
            step = .new
            cookie = "session=\(sessions)"
        }
        guard let endpoint = request.target.split(separator: "/").first else { return nil }
        if endpoint == "prov-ctrl", !hasControl { return HTTPAnswer(status: 404) }
        return answer(request.body, at: String(endpoint)).map { HTTPAnswer(status: 200, body: $0, cookie: cookie) }
    }

    /// Nil means that the accessory breaks off.
    mutating func answer(_ bytes: [UInt8], at endpoint: String) -> [UInt8]? {
        switch endpoint {
        case "proto-ver": return Array(version.utf8)
        case "prov-session":
            let answer = try? makeSession(bytes)
            if answer == nil { step = .new }
            return answer
        case "prov-config", "prov-ctrl":
            guard step == .established, let plain = try? code(bytes, isSealing: false) else { return nil }
            guard let answer = endpoint == "prov-ctrl" ? control(plain) : configure(plain) else { return nil }
            return try? code(answer, isSealing: true)
        case _: return nil
        }
    }

    private mutating func configure(_ plain: [UInt8]) -> [UInt8]? {
        switch plain {
        case hex("08047200"):
            guard !isStuck else { return hex("08057a020805") }
            isApplied = network != nil
            return hex("08057a00")
        case hex("5200"):
            let state = hex(states.first ?? "")
            if states.count > 1 { states.removeFirst() }
            return state
        case _ where plain.starts(with: hex("080262")):
            network = plain
            return hex("08036a00")
        case _: return nil
        }
    }

    private mutating func control(_ plain: [UInt8]) -> [UInt8]? {
        guard plain == hex("08015a00") else { return nil }
        controls += 1
        isStuck = false
        return hex("08026200")
    }

    private mutating func code(_ bytes: [UInt8], isSealing: Bool) throws -> [UInt8] {
        if let sealingKey {
            let nonce = hex("0011223344556677000000") + [counter]
            if patch == 1 { counter += 1 }
            return isSealing ? try sealingKey.seal(bytes, nonce: nonce) : try sealingKey.open(bytes, nonce: nonce)
        }
        return try stream?.apply(to: bytes) ?? bytes
    }
}

/// The steps to a session; the bytes around the keys are written out.
extension EspressifAccessory {
    struct BreaksOff: Error {}

    private mutating func makeSession(_ bytes: [UInt8]) throws -> [UInt8] {
        switch effectiveSecurity {
        case 0:
            guard bytes == hex("5203a20100") else { throw BreaksOff() }
            (step, stream, sealingKey) = (.established, nil, nil)
            return hex("52050801aa0100")
        case 1: return try exchangeKeys(bytes)
        case _: return try checkPassword(bytes)
        }
    }

    private mutating func exchangeKeys(_ bytes: [UInt8]) throws -> [UInt8] {
        if bytes.starts(with: hex("10015a25a201220a20")), bytes.count == 41 {
            clientPublicKey = Array(bytes.suffix(32))
            var key = try X25519Key(KeyExchangeVectors.devicePrivateKey).sharedSecret(with: clientPublicKey)
            if !possession.isEmpty { key = zip(key, try Digest.sha256(possession)).map { $0 ^ $1 } }
            (stream, sealingKey) = (try Keystream(key: key, counter: KeyExchangeVectors.random), nil)
            step = .greeted
            return hex("10015a390801aa01341220") + KeyExchangeVectors.devicePublicKey + hex("1a10")
                + KeyExchangeVectors.random
        }
        guard step == .greeted, bytes.starts(with: hex("10015a270802b201221220")), bytes.count == 43,
            try stream?.apply(to: Array(bytes.suffix(32))) == KeyExchangeVectors.devicePublicKey,
            let proof = try stream?.apply(to: clientPublicKey)
        else { throw BreaksOff() }
        step = .established
        return hex("10015a270803ba01221a20") + proof
    }

    private mutating func checkPassword(_ bytes: [UInt8]) throws -> [UInt8] {
        // Any user with eight letters: the firmware does not compare it.
        if bytes.starts(with: hex("1002 6291 03a2 018d 030a 08")), bytes.count == 406,
            bytes.dropLast(384).suffix(3) == hex("128003")[...]
        {
            clientPublicKey = Array(bytes.suffix(384))
            step = .greeted
            var content = ProtobufMessage()
            content.add(2, try password.publicKey())
            content.add(3, password.salt)
            return SessionMessage(security: .password, step: .response0, content: content).encoded
        }
        let proof = Array(bytes.suffix(64))
        guard step == .greeted, bytes.starts(with: hex("100262470802b201420a40")), bytes.count == 11 + 64,
            try password.takes(clientPublicKey, proof)
        else { throw BreaksOff() }
        step = .established
        (sealingKey, counter) = (try SealingKey(Array(password.key(clientPublicKey).prefix(32))), 1)
        return hex("1002 6255 0803 ba01 50 1240") + (try password.answer(clientPublicKey, proof))
            + hex("1a0c 001122334455667700000001")
    }
}
