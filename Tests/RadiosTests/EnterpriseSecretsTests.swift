// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Radios

@Suite struct EnterpriseSecretsTests {
    @Test(arguments: [EnterpriseSecrets.Flags.agentOwned, .notSaved])
    func areAskedIfASessionHasTheOneThatTheMethodUses(flags: EnterpriseSecrets.Flags) {
        #expect(EnterpriseSecrets(methods: ["peap"], password: flags).areAsked)
        #expect(EnterpriseSecrets(methods: ["tls"], keyPassword: flags).areAsked)
        #expect(EnterpriseSecrets(methods: ["peap"], innerMethods: ["tls"], innerKeyPassword: flags).areAsked)
    }

    @Test(arguments: [EnterpriseSecrets.Flags.agentOwned, .notSaved])
    func areNotAskedForOneThatTheMethodDoesNotUse(flags: EnterpriseSecrets.Flags) {
        #expect(!EnterpriseSecrets(methods: ["tls"], password: flags, innerKeyPassword: flags).areAsked)
        #expect(!EnterpriseSecrets(methods: ["ttls"], innerMethods: ["mschapv2"], keyPassword: flags).areAsked)
        #expect(!EnterpriseSecrets(methods: ["peap"], innerMethods: ["tls"], password: flags).areAsked)
    }

    @Test func areNotAskedIfNetworkManagerHasThemOrNeedsNone() {
        #expect(!EnterpriseSecrets(methods: ["tls"]).areAsked && !EnterpriseSecrets(methods: ["peap"]).areAsked)
        #expect(!EnterpriseSecrets(methods: ["tls"], keyPassword: [.notRequired]).areAsked)
        #expect(!EnterpriseSecrets(methods: ["tls"], keyPassword: [.notRequired, .agentOwned]).areAsked)
    }
}
