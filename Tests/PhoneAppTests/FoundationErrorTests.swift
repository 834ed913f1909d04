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

    @Test(arguments: NEHotspotConfigurationError.Code.allCases)
    func aHotspotsErrorKeepsItsNumber(code: NEHotspotConfigurationError.Code) {
        let error = NEHotspotConfigurationError(code, message: "why")
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

    @Test func theDescriptionIsFoundationsOwn() {
        let error: any Error = ASError(.userCancelled, message: "the person cancelled")
        #expect(error.localizedDescription == "the person cancelled")
        #expect(ASError(.userCancelled).localizedDescription == "userCancelled")
    }
}
