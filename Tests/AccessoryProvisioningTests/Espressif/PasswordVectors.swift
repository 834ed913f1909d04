// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The vectors of security 2: user, password, salt and verifier are those of ESP-IDF's own test; the rest was computed with
/// two implementations that agree.
enum PasswordVectors {
    static let user = Array("wifiprov".utf8)
    static let password = Array("abcd1234".utf8)
    static let salt = hex(
        """
        036ee0c7bcb9eda84c9eac97d93decf4
        """)
    static let clientSecret = hex(
        """
        60975527035cf2ad1989806f0407210bc81edc04e2762a56afd529ddda2d4393
        """)
    static let deviceSecret = hex(
        """
        e487cb59d31ac550471e81f00f6928e01dda08e974a004f49e61f5d105284d20
        """)
    static let identity = hex(
        """
        869b97a7399bdc2e9e2943dbf1f5347a10108ea60e278cafb5849aa0c14f6b735aa186d260e779838af03d4393961086
        dabe3321c01c58672f186b698f83314a
        """)
    static let multiplier = hex(
        """
        a9c2e2559bf0ebb53f0cbbf62282906bede7f2182f00678211fbd5bde5b285033a4993503b87397f9be5ec02080fedbc
        0835587ad039060879b8621e8c3659e0
        """)
    static let scrambler = hex(
        """
        0dd7eb9f99007b081cb429dfa94e46365886a357187a16cbaef0f31ba541c0f716c1d435b960bdc220c73f560c580ac6
        be13dbb32680b20a71fadc262ec6dd1d
        """)
    static let verifier = hex(
        """
        7c7c85476508946dd636af37d7e8914378cffd616c59d2f83908127238de9e24a470261cdfa903c2b270e7b13224da11
        1d9718dc607208cc9ac90c4827e2ae89aa1625b804d21a9b3a8f37f6e43a712ee127866eadce28ff5446601fb99687dc
        5740a7d46cc97754dc1682f0ed356ac470ad3d90b5819470d7bc65b2d518e02ec3a5f968dd647bb8b73c9cfc00d8717e
        b79a7cb1b7c2c318342932433e0099e98294e3d82ab09629b7df0e5f08334076529132009f972c896c391ec828054417
        3f68028a9f4461d1f5a17e5a70d2c72381cb3868e42c20bc40577617bd08b896bc26eb32466935058c1570d91be9becc
        a938a667f0ad5013197264bf52c234e21b11797472bd345bb1e2fd6673fe716474d04ebc51241940870e9240e621e72d
        4e37762f2ee268c789e8321342068484534ab30c1b4c8d1c519719abae77ffdbecf0109534336bcb3e840fb9d85fb8a0
        b855533e70f718f5ce7b4ebf27cecea8b3be40c5c532293e71649ede8cf675a1e6f653c831a878de5040f762de36b2ba
        """)
    static let clientPublicKey = hex(
        """
        fab6f5d2615d1e323512e7991cc37443f487da604ca8c9230fcb04e541dce6280b27ca4680b0374f179dc3bdc7553fe6
        2459798c701ad864a91390a28c93b644adbf9c00745b942b79f9012a21b9b78782319d83a1f8362866fbd6f46bfc0ddb
        2e1ab6e4b45a9906b82e37f05d6f97f6a3eb6e182079759c4f6847837b62321ac1b4fa68641fcb4bb98dd697a0c73641
        385f4bab25b793584cc39fc8d48d4bd867a9a3c10f8ea12170268e34fe3bbe6ff89998d60da2f3e4283cbec1393d52af
        724a57230c604e9fbce583d7613e6bffd67596ad121a8707eec46944957033686a155f644d5c5863b48f61bdbf19a53e
        ab6dad0a186b8c152e5f5d8cad4b0ef8aa4ea5008834c3cd342e5e0f167ad04592cd8bd279639398ef9e114dfaaab919
        e14e850989224ddd98576d79385d2210902e9f9b1f2d86cfa47ee244635465f71058421a0184be51dd10cc9d079e6f16
        04e7aa9b7cf7883c7d4ce12b06ebe16081e23f27a231d18432d7d1bb55c28ae21ffcf005f57528d15a88881bb3bbb7fe
        """)
    static let devicePublicKey = hex(
        """
        f896603e372b618b2b567bfe44ab2578c402e36e13454b672001b6fb5e6f5ca13887c21df05717747300dd41f47551db
        2bb54c6d4ce3a25a722ef88749b0ba5ca2ae4d3073f6950662f26ea949226f51c817397b9461f5b0b5075e6914985c10
        910f58466f267d5c238f584555b58076456c39ac9204e88d4c21e661772989b37f120f988d977fb5fed4d4db265dde89
        d37f2918cb1c0c09ab6765ff9ff4ae7563dea342276875864342d06e3a2ded3465147819fa7ce07410b1432f1b183656
        5c903cf3e58e025bda403400b57f0030aa25bdbcde41e5aaa9cfad53358e843b5694b9610eb3a128dfa1d3996e22dc1b
        5b354aa4218013f8444535135c446c02e9707db8710597e27a41abb68b17ab7025bd0cdcf36a7e0c8daa23f578fc9ae8
        11f4caf10c9ad03fe4ab9bebd828756ee18c561e3dcc2106390e9918f8ae3fa5a1a793b3663ee6f5f57bf9b9667772f3
        83d72041dfd728547cc62027d618fff19fceee3487a424548ad16e02c7a8fb28cbc6efec7019d3720e81209db631168c
        """)
    static let key = hex(
        """
        95cd5f1808f2aed827615ee47ac4f866642144a5c4dfdee681e16565d258511d03713956a2f81d006a2fe3bf101f62c7
        26cbeb81e7d625c76902c5f08638861e
        """)
    static let proof = hex(
        """
        d83e1d6a83d445b628891bcb485eec8886c3af373d1e0dcd08175105d58046e36435098d275430c080fcff8f5771e471
        2e9c8eabdf1769330972c91e76c1000c
        """)
    static let deviceProof = hex(
        """
        bc8ebbd519a3aa328bc42eac533634d09e275709e0bfaaf6207aec26affa18fd0f7cbbee1d6dacf04b89995fcd70c773
        656927fb9dfe8e87cd80c8f4983771c6
        """)
    static let nonce = hex(
        """
        001122334455667700000001
        """)
}

/// Hexadecimal digits, with any blanks.
func hex(_ text: String) -> [UInt8] {
    [UInt8](hexadecimal: text.filter(\.isHexDigit)) ?? []
}
