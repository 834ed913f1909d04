// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import CoreBluetooth
import Testing

@testable import AccessorySetupKit
@testable import NetworkExtension

struct ErrorTests {
    @Test func anErrorIsCaughtByItsCode() {
        do {
            throw ASError(.userCancelled, message: "the person cancelled")
        } catch ASError.discoveryTimeout {
            Issue.record("the wrong code was caught")
        } catch ASError.userCancelled {
            // As it should be.
        } catch {
            Issue.record("the code was not recognised")
        }
        let error: any Error = ASHotspotError(.userDenied)
        #expect((error as? ASHotspotError)?.code == .userDenied)
        #expect(!(ASError.userCancelled ~= error))
    }

    @Test func itHasItsDomainAndText() {
        let error = ASError(.invalidRequest, message: "an item needs a name", field: "items[0].name")
        #expect(ASError.errorDomain == "ASErrorDomain")
        #expect(error.errorCode == 450)
        #expect(error.localizedDescription == "an item needs a name")
        #expect("\(error)" == "invalidRequest (450): an item needs a name")
        #expect(NEHotspotConfigurationErrorDomain == "NEHotspotConfigurationErrorDomain")
        let failure = ASHotspotError(.unknown, reason: .noAddress, message: "no address")
        #expect("\(failure)" == "unknown (11), noAddress: no address")
    }

    @Test func anErrorIsMadeAsOnAPhone() {
        let error = ASError(.userCancelled, userInfo: ["NSLocalizedDescription": "no", "other": 1])
        #expect(error == ASError(.userCancelled, message: "no") && ASError(.unknown, userInfo: [:]).message.isEmpty)
        #expect(error.userInfo["NSLocalizedDescription"] as? String == "no")
        #expect(CBError(.notConnected, userInfo: ["NSLocalizedDescription": "no"]).message == "no")
        #expect(CBATTError(.readNotPermitted, userInfo: [:]).code == .readNotPermitted)
    }

    @Test func foundationsFormNeedsNoFoundation() {
        let errors: [any Error] = [
            ASError(.userCancelled, message: "no"), ASHotspotError(.userDenied, message: "no"),
        ]
        #expect(errors.map { $0._domain } == ["ASErrorDomain", "NEHotspotConfigurationErrorDomain"])
        #expect(errors.map { $0._code } == [700, 7])
        #expect(errors.map { $0.localizedDescription } == ["no", "no"])
        #expect(ASError(.userCancelled).errorUserInfo["NSLocalizedDescription"] as? String == "userCancelled")
    }

    @Test(arguments: AccessoryError.Code.allCases)
    func everyRefusalOfTheAgentHasAMeaningfulCode(code: AccessoryError.Code) {
        let error = ASError(AccessoryError(code, "why", field: "f"))
        #expect(error.code != .unknown && error.code != .success)
        #expect(error.message == "why" && error.field == "f")
        if let number = code.number { #expect(error.code.rawValue == number) }
    }

    @Test func whyANetworkWasNotJoinedIsKept() {
        let failures: [(AccessoryError.Code, ASHotspotError.Reason, NEHotspotConfigurationError)] = [
            (.networkNotFound, .networkNotFound, .unknown), (.wrongPassphrase, .wrongPassphrase, .invalidWPAPassphrase),
            (.associationRejected, .associationRejected, .systemDenied),
            (.securityChanged, .securityChanged, .systemDenied), (.noAddress, .noAddress, .unknown),
            (.joinTimedOut, .joinTimedOut, .unknown), (.interrupted, .interrupted, .unknown),
            (.radioUnavailable, .radioUnavailable, .internal), (.busy, .busy, .pending),
            (.connectionFailed, .linkLost, .unknown), (.restoreFailed, .restoreFailed, .unknown),
        ]
        for (code, reason, number) in failures {
            let error = ASHotspotError(AccessoryError(code, "why"))
            #expect(error.reason == reason)
            #expect(error.code == number)
            #expect(ASError(AccessoryError(code, "why")).reason == reason)
        }
    }

    @Test func aWrongFieldHasItsOwnNumber() {
        func code(_ field: String) -> NEHotspotConfigurationError {
            ASHotspotError(AccessoryError(.invalidRequest, "why", field: field)).code
        }
        #expect(code("ssid") == .invalidSSID)
        #expect(code("ssidPrefix") == .invalidSSIDPrefix)
        #expect(code("passphrase") == .invalidWPAPassphrase)
        #expect(code("hidden") == .invalid)
    }
}
