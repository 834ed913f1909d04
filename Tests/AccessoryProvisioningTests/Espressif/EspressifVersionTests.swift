// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryProvisioning

struct EspressifVersionTests {
    private static func version(_ text: String) -> EspressifVersion? { EspressifVersion(Array(text.utf8)) }

    @Test func readsAnAnswer() throws {
        let version = try #require(
            Self.version(
                """
                {"prov":{"ver":"v1.1","sec_ver":2,"sec_patch_ver":1,"cap":["wifi_prov","wifi_scan"]},"lamp":{"ver":"1.0"}}
                """))
        #expect(version.security == .password)
        #expect(version.isNonceCounting)
        #expect(!version.needsNoProof)
        #expect(version.identity == DeviceIdentity(model: "lamp", version: "1.0"))
    }

    @Test(
        arguments: [
            ("{\"prov\":{}}", .keyExchange), ("{\"prov\":{\"cap\":[\"no_sec\"]}}", EspressifSecurity.none),
            ("{\"prov\":{\"sec_ver\":0}}", EspressifSecurity.none),
            ("{\"prov\":{\"sec_ver\":2,\"cap\":[\"no_sec\"]}}", .password), ("{\"prov\":{\"sec_ver\":3}}", nil),
            ("{\"prov\":{\"sec_ver\":-1}}", nil), ("{\"prov\":{\"sec_ver\":\"1\"}}", nil),
        ] as [(String, EspressifSecurity?)])
    func readsTheSecurity(text: String, security: EspressifSecurity?) throws {
        #expect(try #require(Self.version(text)).security == security)
    }

    @Test(arguments: [
        ("[]", true), ("[\"wifi_prov\"]", true), ("[\"thread_prov\"]", false),
        ("[\"thread_prov\",\"wifi_prov\"]", true), ("1", true),
    ])
    func tellsThreadFromWiFi(capabilities: String, joinsWiFi: Bool) throws {
        #expect(try #require(Self.version("{\"prov\":{\"cap\":\(capabilities)}}")).joinsWiFi == joinsWiFi)
    }

    @Test(arguments: ["", "v1.1", "[]", "{}", "{\"prov\":[]}", "{\"prov\":{}", "{\"prov\":{}}}"])
    func refusesWhatIsNoAnswer(text: String) {
        #expect(Self.version(text) == nil)
    }

    @Test func boundsTheAnswer() throws {
        let long = String(repeating: "x", count: 4000)
        let version = try #require(Self.version("{\"prov\":{\"ver\":\"\(long)\"}}"))
        #expect(version.version?.utf8.count ?? 0 <= 64)
        #expect(Self.version("{\"prov\":{\"ver\":\"\(long)\(long)\"}}") == nil)
    }

    @Test func namesWhyThereIsNoSession() throws {
        let proof = ProvisioningProof(secret: "sesame42")
        let thread = try #require(Self.version("{\"prov\":{\"cap\":[\"thread_prov\"]}}"))
        #expect(throws: SecurityPlan.Fault.joinsNoWiFi) { try SecurityPlan(thread, proof) }
        let later = try #require(Self.version("{\"prov\":{\"sec_ver\":3}}"))
        #expect(throws: SecurityPlan.Fault.unknownSecurity) { try SecurityPlan(later, proof) }
    }

    /// From one session of security 1 an impostor finds out a short one by trying.
    @Test(arguments: [
        ("48392", HandOverProtection.session), ("abcd123", .session), ("12345678", .session), ("abcd1234", .session),
        ("0123456789a", .proven), ("12345678901", .session), ("123456789012", .proven), ("9F3a0C71", .session),
        ("9f3a0c71e2", .proven), ("sesame42", .session), ("1234-5678", .session),
        ("password", .session), ("k7qm2vxd", .proven), ("correct horse battery", .proven),
    ])
    func believesAnAccessoryNoProofThatTryingFinds(secret: String, protection: HandOverProtection) throws {
        let keyExchange = try #require(Self.version("{\"prov\":{\"sec_ver\":1}}"))
        #expect(try SecurityPlan(keyExchange, ProvisioningProof(secret: secret)).protection == protection)
        let password = try #require(Self.version("{\"prov\":{\"sec_ver\":2,\"sec_patch_ver\":1}}"))
        #expect(try SecurityPlan(password, ProvisioningProof(secret: secret)).protection == .proven)
    }

    @Test func planHidesItsSecret() throws {
        let version = try #require(Self.version("{\"prov\":{\"sec_ver\":2}}"))
        let plan = try SecurityPlan(version, ProvisioningProof(secret: "sesame42"))
        var text = "\(plan) \(String(reflecting: plan))"
        dump(plan, to: &text)
        #expect(!text.contains("97, 98"))
    }
}
