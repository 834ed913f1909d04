// SPDX-License-Identifier: Apache-2.0

/// The vectors of security 1, with the proof of possession of Espressif's examples. The accessory's key is one of RFC 7748.
enum KeyExchangeVectors {
    static let clientPrivateKey = hex("77076d0a7318a57d3c16c17251b26645c6c2f6c929b1629dfbb0d42f4f2e7f2c")
    static let clientPublicKey = hex("3e6b7e6bd10994d3c085c64173374e73f4501c4e1fd56e1f3e76d21748ff964f")
    static let devicePrivateKey = hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    static let devicePublicKey = hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    static let random = Array(0..<16) as [UInt8]
    static let possession = Array("abcd1234".utf8)
    static let clientProof = hex("3b330d03bf660dfb22a00bc647ed1de1f5ae364abad321000a821fdd5f1c0e9e")
    static let deviceProof = hex("49f48b571fdf3227b7a58a9b6e3b1b84d12d99a291580659e199931da6a0d2eb")
    /// The network `home` with the passphrase `secretpass`, as the first message after the proofs.
    static let plainNetwork = hex("080262120a04686f6d65120a73656372657470617373")
    static let sealedNetwork = hex("b1214dd1b4db62709ef33250e8d86241311a6fc2a133")
}
