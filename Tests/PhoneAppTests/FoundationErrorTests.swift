// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import CoreBluetooth
import Foundation
import NetworkExtension
import Testing

/// Errors as an app gets them that imports Foundation.
struct FoundationErrorTests {
    @Test(arguments: ASError.Code.allCases)
    func aSessionsErrorKeepsItsNumber(code: ASError.Code) {
        check(ASError(code, message: "why"), ASErrorDomain, code.rawValue, ASError(code, message: "why").errorUserInfo)
    }

    @Test(arguments: NEHotspotConfigurationError.allCases)
    func aHotspotsErrorKeepsItsNumber(code: NEHotspotConfigurationError) {
        let error = ASHotspotError(code, message: "why")
        check(error, NEHotspotConfigurationErrorDomain, code.rawValue, error.errorUserInfo)
    }

    @Test(arguments: CBError.Code.allCases)
    func aCentralsErrorKeepsItsNumber(code: CBError.Code) {
        let error = CBError(code, message: "why")
        check(error, CBErrorDomain, code.rawValue, error.errorUserInfo)
    }

    @Test(arguments: CBATTError.Code.allCases)
    func anAttributesErrorKeepsItsNumber(code: CBATTError.Code) {
        let error = CBATTError(code, message: "why")
        check(error, CBATTErrorDomain, code.rawValue, error.errorUserInfo)
    }

    private func check(_ error: any Error, _ domain: String, _ code: Int, _ info: [String: Any]) {
        let error = error as NSError
        #expect(error.domain == domain)
        #expect(error.code == code)
        #expect(error.localizedDescription == "why")
        #expect(error.userInfo as? [String: String] == [NSLocalizedDescriptionKey: "why"])
        #expect(error.userInfo as? [String: String] == info as? [String: String])
    }

    /// The commonest spelling of phones' code.
    @Test func aHotspotsErrorIsAnEnumerationByItsNumber() {
        func meaning(_ error: any Error) -> String {
            let error = error as NSError
            guard error.domain == NEHotspotConfigurationErrorDomain,
                let code = NEHotspotConfigurationError(rawValue: error.code)
            else { return "another error" }
            switch code {
            case .alreadyAssociated: return "joined already"
            case .userDenied: return "declined"
            default: return code == .unknown ? error.localizedDescription : "failed"
            }
        }
        let denied = meaning(ASHotspotError(.userDenied))
        let absent = meaning(ASHotspotError(.unknown, reason: .noAddress, message: "no address"))
        let cancelled = meaning(ASError(.userCancelled))
        #expect(denied == "declined" && absent == "no address" && cancelled == "another error")
        #expect(NEHotspotConfigurationError(rawValue: 18) == nil)
    }

    @Test func theDescriptionIsFoundationsOwn() {
        let error: any Error = ASError(.userCancelled, message: "the person cancelled")
        #expect(error.localizedDescription == "the person cancelled")
        #expect(ASError(.userCancelled).localizedDescription == "userCancelled")
    }
}
