// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import Testing

@testable import CoreBluetooth

struct ErrorTests {
    @Test func aRefusalOfTheAccessoryKeepsItsNumber() throws {
        let known = AccessoryError(.attributeFailed, "no", attributeError: 0x03)
        #expect(try #require(attributeError(known) as? CBATTError).code == .writeNotPermitted)
        let own = try #require(
            attributeError(AccessoryError(.attributeFailed, "no", attributeError: 0x80)) as? CBATTError)
        #expect(own.errorCode == 0x80 && own.code == .unlikelyError && own._domain == CBATTErrorDomain)
    }

    @Test(arguments: [
        (AccessoryError(.notConnected, ""), CBError.notConnected),
        (AccessoryError(.connectionFailed, ""), .peripheralDisconnected),
        (AccessoryError(.unknownAccessory, ""), .unknownDevice), (AccessoryError(.busy, ""), .outOfSpace),
        (AccessoryError(.invalidRequest, "", field: "handle"), .invalidHandle),
        (AccessoryError(.invalidRequest, "", field: "value"), .invalidParameters),
        (AccessoryError(.attributeFailed, ""), .unknown),
    ])
    func everyOtherFailureHasANumberOfPhones(_ error: AccessoryError, _ code: CBError.Code) throws {
        #expect(try #require(attributeError(error) as? CBError).code == code)
    }

    @Test func aLostAgentIsALostPeripheral() throws {
        let error = try #require(attributeError(AgentFault.lost(path: "/run/x")) as? CBError)
        #expect(error.code == .peripheralDisconnected && error.localizedDescription.contains("/run/x"))
    }

    @Test func aCodeCatchesItsErrors() {
        func thrown(_ error: any Error) -> String {
            do { throw error } catch CBError.connectionFailed { return "link" } catch CBATTError.readNotPermitted {
                return "attribute"
            } catch { return "other" }
        }
        #expect(thrown(CBError(.connectionFailed)) == "link")
        #expect(thrown(CBATTError(.readNotPermitted)) == "attribute")
        #expect(thrown(CBError(.unknown)) == "other")
    }
}
