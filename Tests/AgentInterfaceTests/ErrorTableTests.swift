// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

struct ErrorTableTests {
    private struct Line {
        var code: AccessoryError.Code
        var number: Int?
        var exit: Int32
    }

    /// Written by hand: what callers and scripts rely on.
    private static let table = [
        Line(code: .activationFailed, number: 100, exit: 1),
        Line(code: .connectionFailed, number: 150, exit: 4),
        Line(code: .discoveryTimeout, number: 200, exit: 3),
        Line(code: .invalidated, number: 400, exit: 1),
        Line(code: .invalidRequest, number: 450, exit: 2),
        Line(code: .pickerAlreadyActive, number: 500, exit: 1),
        Line(code: .pickerRestricted, number: 550, exit: 1),
        Line(code: .pickerUnavailable, number: nil, exit: 11),
        Line(code: .userCancelled, number: 700, exit: 13),
        Line(code: .userRestricted, number: 750, exit: 9),
        Line(code: .networkNotFound, number: nil, exit: 10),
        Line(code: .wrongPassphrase, number: nil, exit: 4),
        Line(code: .passphraseMissing, number: nil, exit: 12),
        Line(code: .associationRejected, number: nil, exit: 4),
        Line(code: .securityChanged, number: nil, exit: 4),
        Line(code: .noAddress, number: nil, exit: 4),
        Line(code: .joinTimedOut, number: nil, exit: 3),
        Line(code: .interrupted, number: nil, exit: 4),
        Line(code: .radioUnavailable, number: nil, exit: 8),
        Line(code: .busy, number: nil, exit: 4),
        Line(code: .restoreFailed, number: nil, exit: 5),
        Line(code: .notAuthorized, number: nil, exit: 9),
        Line(code: .unknownApp, number: nil, exit: 10),
        Line(code: .unknownAccessory, number: nil, exit: 10),
        Line(code: .notConnected, number: nil, exit: 4),
        Line(code: .attributeFailed, number: nil, exit: 4),
        Line(code: .provisioningFailed, number: nil, exit: 4),
    ]

    @Test func givesEveryErrorItsNumberAndExitStatus() throws {
        #expect(Self.table.map(\.code) == AccessoryError.Code.allCases)
        for line in Self.table {
            #expect(line.code.number == line.number, "\(line.code)")
            #expect(line.code.exitStatus.rawValue == line.exit, "\(line.code)")
        }
    }

    @Test func exitsWithZeroForNoErrorAndHasNoOtherStatuses() {
        #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13])
        #expect(AccessoryError.Code.allCases.allSatisfy { $0.exitStatus != .success })
    }

    @Test func namesEveryErrorDifferentlyAndKnowsItByThatName() {
        var names: Set<String> = []
        for interface in InterfaceName.allCases {
            for code in AccessoryError.Code.allCases {
                let name = code.name(in: interface)
                #expect(names.insert(name).inserted, "\(name)")
                #expect(AccessoryError.Code(name: name) == code)
            }
        }
        #expect(names.contains("org.accessoryd.Setup.WrongPassphrase"))
        #expect(Set(AccessoryError.Code.allCases.compactMap(\.number)).count == 9)
    }

    @Test(arguments: [
        "", "WrongPassphrase", ".WrongPassphrase", "org.accessoryd.Setup", "org.accessoryd.Setup.",
        "org.accessoryd.Setup.wrongPassphrase", "org.accessoryd.Other.WrongPassphrase",
        "org.varlink.service.InvalidParameter", "org.accessoryd.Setup.WrongPassphrase.",
    ])
    func knowsNoOtherNames(name: String) {
        #expect(AccessoryError.Code(name: name) == nil)
    }

    @Test func distinguishesEveryFailedJoin() throws {
        let ssid = try SSID(text: "CAM-1")
        // A failed write is one error, whatever its purpose, and so is a radio that must not be used.
        let reasons = JoinFailure.Reason.allCases.filter { ![.notWritten, .uplinkNotStored, .notFenced].contains($0) }
        #expect(
            AccessoryError(JoinFailure(.notWritten, detail: "the disk is full"), joining: ssid).code
                == .connectionFailed)
        let errors = reasons.map { reason in
            AccessoryError(JoinFailure(reason, detail: "NetworkManager's detail"), joining: ssid)
        }
        #expect(Set(errors.map(\.code)).count == reasons.count)
        for error in errors {
            #expect(error.message.contains("'CAM-1'"))
            #expect(error.message.contains("NetworkManager's detail"))
            #expect(error.field == nil)
        }
    }
}
