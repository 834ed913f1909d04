// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Foundation
import Testing

@testable import InterfaceGenerator

/// The described interfaces against the types that are written by hand.
struct DescriptionTests {
    private static func description(of interface: InterfaceName) throws -> InterfaceDescription {
        try DescriptionParser.parse(interface.idl)
    }

    @Test(arguments: InterfaceName.allCases)
    func servesItsFileByteForByte(interface: InterfaceName) throws {
        let file = SourceTree.interfaces.appending(path: "\(interface.rawValue).varlink")
        #expect(Data(interface.idl.utf8) == (try Data(contentsOf: file)))
        #expect(try Self.description(of: interface).name == interface.rawValue)
    }

    @Test(arguments: InterfaceName.allCases)
    func describesTheTypesOfTheModel(interface: InterfaceName) throws {
        let description = try Self.description(of: interface)
        let samples = try ModelSample.all()
        for type in description.types where SwiftNames.model[type.name] != nil {
            guard case .structure = type.kind else { continue }
            let sample = try #require(samples[type.name], "\(type.name) has no sample")
            let faults =
                description.faults(of: sample.full, as: type.kind, .full, at: "full \(type.name)")
                + description.faults(of: sample.minimal, as: type.kind, .minimal, at: "least \(type.name)")
            #expect(faults == [])
        }
    }

    private static let enumerations: [String: [String]] = [
        "AccessoryState": Accessory.State.allCases.map(\.rawValue),
        "AddressKind": BluetoothAddress.Kind.allCases.map(\.rawValue),
        "ArrivalEvidence": ArrivalEvidence.allCases.map(\.rawValue),
        "BluetoothRange": BluetoothRule.Range.allCases.map(\.rawValue),
        "ErrorCode": AccessoryError.Code.allCases.map(\.rawValue),
        "EventType": EventType.allCases.map(\.rawValue),
        "FailureKind": FailureReason.Kind.allCases.map(\.rawValue),
        "GrantOrigin": AccessRecord.Origin.allCases.map(\.rawValue),
        "HistoryAction": HistoryEntry.Action.allCases.map(\.rawValue),
        "MoveOutcome": MoveOutcome.allCases.map(\.rawValue),
        "MoveState": MoveState.allCases.map(\.rawValue),
        "NameComparison": BluetoothRule.NameComparison.allCases.map(\.rawValue),
        "ProofKind": Proof.Kind.allCases.map(\.rawValue),
        "Scanning": Scanning.allCases.map(\.rawValue),
        "SupportOption": Descriptor.SupportOption.allCases.map(\.rawValue),
    ]

    @Test(arguments: InterfaceName.allCases)
    func listsEveryValueOfTheModelsEnumerations(interface: InterfaceName) throws {
        for type in try Self.description(of: interface).types where SwiftNames.model[type.name] != nil {
            guard case .enumeration(let values) = type.kind else { continue }
            #expect(values == Self.enumerations[type.name], "\(type.name)")
        }
    }

    @Test(arguments: [InterfaceName.setup, .control])
    func namesTheValuesThatVarlinkCannotDeclare(interface: InterfaceName) {
        let text = interface.idl.replacing("\n#  ", with: "").replacing("\n#", with: "")
        let securities = Security.allCases.map(\.rawValue)
        let list = securities.dropLast().joined(separator: ", ") + " or " + (securities.last ?? "")
        #expect(text.contains("security: \(list)"))
        for addressing in JoinRequest.Addressing.allCases { #expect(text.contains("\(addressing.rawValue) (")) }
    }

    @Test func writesTextAndNumbersAsDeclared() throws {
        let address = try #require(MACAddress("02:00:00:00:01:00"))
        #expect(try JSON(encoding: [address]) == .array([.string("02:00:00:00:01:00")]))
        #expect(try JSON(encoding: [SSID(text: "s")]) == .array([.string("s")]))
        #expect(try JSON(encoding: [Security.wpa3]) == .array([.string("wpa3")]))
        #expect(try JSON(encoding: [JoinRequest.Addressing.linkLocal]) == .array([.string("link-local")]))
        #expect(try JSON(encoding: [RenameOption.ssid]) == .array([.string("ssid")]))
        #expect(try JSON(encoding: [Timestamp(seconds: 5)]) == .array([.int(5)]))
        #expect(Set(SwiftNames.fields.values).count == 6)
    }

    @Test(arguments: InterfaceName.allCases)
    func usesEveryTypeThatItDeclaresAndNoOther(interface: InterfaceName) throws {
        let description = try Self.description(of: interface)
        let kinds =
            (description.types + description.errors).map(\.kind)
            + description.methods.flatMap { $0.input + $0.output }.map(\.kind)
        #expect(kinds.reduce(into: Set<String>()) { $0.formUnion($1.names) } == Set(description.types.map(\.name)))
    }

    @Test func describesATypeAlikeInEveryInterface() throws {
        var seen: [String: String] = [:]
        for interface in InterfaceName.allCases {
            for type in try Self.description(of: interface).types {
                let text = "\(type.kind) \(type.comment.text) \(type.comment.entries.sorted { $0.key < $1.key })"
                #expect(seen[type.name, default: text] == text, "\(type.name) of \(interface.rawValue)")
                seen[type.name] = text
            }
        }
    }

    @Test(arguments: InterfaceName.allCases)
    func declaresErrorsThatExistWithTheirParameters(interface: InterfaceName) throws {
        let description = try Self.description(of: interface)
        let change = SecurityChange(expected: .wpa2, seen: .open)
        let reason = FailureReason(.noNetwork, names: ["MyCam"], interface: "wlan0")
        func sample(_ error: AccessoryError) throws -> JSON {
            try JSON(encoding: ErrorParameters(error, in: interface))
        }
        let full = try sample(AccessoryError(.invalidRequest, "wrong", field: "ssid", reason: reason))
        let changed = try sample(
            AccessoryError(.securityChanged, "wrong", field: "ssid", change: change, reason: reason))
        let refused = try sample(
            AccessoryError(.attributeFailed, "wrong", field: "handle", attributeError: 5, reason: reason))
        let minimal = try sample(AccessoryError(.busy, "later"))
        #expect(!description.errors.isEmpty)
        for error in description.errors {
            #expect(AccessoryError.Code(name: "\(interface.rawValue).\(error.name)") != nil, "\(error.name)")
            let most =
                switch AccessoryError.Code(rawValue: error.name) {
                case .securityChanged: changed
                case .attributeFailed: refused
                case _: full
                }
            #expect(description.faults(of: most, as: error.kind, .full, at: error.name) == [])
            #expect(description.faults(of: minimal, as: error.kind, .minimal, at: error.name) == [])
        }
    }

    @Test(arguments: InterfaceName.allCases)
    func sendsAReasonWithControlsErrorsOnly(interface: InterfaceName) {
        let error = AccessoryError(.provisioningFailed, "no", reason: FailureReason(.programAway))
        #expect(ErrorParameters(error, in: interface).reason == (interface == .control ? error.reason : nil))
    }

    @Test(arguments: InterfaceName.allCases)
    func declaresExactlyTheErrorsThatItsMethodsName(interface: InterfaceName) throws {
        let description = try Self.description(of: interface)
        let named = description.methods.flatMap { method in
            let words = method.comment.entries["Errors", default: ""].split { !$0.isLetter }.map { String($0) }
            return words.filter { AccessoryError.Code(rawValue: $0) != nil }
        }
        #expect(Set(named) == Set(description.errors.map(\.name)))
    }

    @Test(arguments: InterfaceName.allCases)
    func explainsEveryMethod(interface: InterfaceName) throws {
        for method in try Self.description(of: interface).methods {
            #expect(!method.comment.text.isEmpty, "\(method.name)")
        }
    }

    /// An entry that names no field would be lost in the generated sources.
    @Test(arguments: InterfaceName.allCases)
    func explainsNothingThatIsNotThere(interface: InterfaceName) throws {
        let description = try Self.description(of: interface)
        for type in description.types {
            let names =
                switch type.kind {
                case .structure(let fields): fields.map(\.name)
                case .enumeration(let values): values
                case _: [String]()
                }
            #expect(Set(type.comment.entries.keys).subtracting(names) == [], "\(type.name)")
        }
        for method in description.methods {
            let names = (method.input + method.output).map(\.name) + ["Errors"]
            #expect(Set(method.comment.entries.keys).subtracting(names) == [], "\(method.name)")
        }
    }
}
