// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

/// The described interfaces against the types that are really sent.
struct DescriptionTests {
    private static func methods(of interface: InterfaceName) -> [String] {
        switch interface {
        case .setup: SetupMethod.allCases.map(\.rawValue)
        case .picker: PickerMethod.allCases.map(\.rawValue)
        case .control: ControlMethod.allCases.map(\.rawValue)
        }
    }

    @Test(arguments: InterfaceName.allCases)
    func describesEveryMethodAndNoOther(interface: InterfaceName) throws {
        let idl = try IDL(interface.idl)
        #expect(idl.name == interface.rawValue)
        #expect(idl.methods.keys.sorted() == Self.methods(of: interface).sorted())
    }

    @Test(arguments: SetupMethod.allCases)
    func describesWhatAppsSendAndGet(method: SetupMethod) throws {
        try expect(Sample.of(method), as: method.rawValue, of: .setup)
    }

    @Test(arguments: PickerMethod.allCases)
    func describesWhatPickersSendAndGet(method: PickerMethod) throws {
        try expect(Sample.of(method), as: method.rawValue, of: .picker)
    }

    @Test(arguments: ControlMethod.allCases)
    func describesWhatPeopleSendAndGet(method: ControlMethod) throws {
        try expect(Sample.of(method), as: method.rawValue, of: .control)
    }

    @Test func describesAnItemOfWhichOnlyTheBluetoothSideIsKnown() throws {
        let item = PickerItem(
            id: "1", name: "Camera", image: nil, ssid: nil, bssid: nil, signal: 70, frequency: nil, security: nil,
            interface: nil, cuts: nil, needsPassphrase: false, isShared: false)
        let idl = try IDL(InterfaceName.picker.idl)
        #expect(idl.faults(of: try JSON(encoding: item), as: .named("Item"), .minimal) == [])
    }

    @Test func describesAnAccessoryThatIsAway() throws {
        let idl = try IDL(InterfaceName.setup.idl)
        let away = try JSON(encoding: BluetoothReach(path: nil))
        #expect(idl.faults(of: away, as: .named("BluetoothReach"), .minimal) == [])
    }

    private func expect(_ sample: Sample, as name: String, of interface: InterfaceName) throws {
        let idl = try IDL(interface.idl)
        let method = try #require(idl.methods[name])
        let faults =
            idl.faults(of: sample.input.full, as: .structure(method.input), .full, at: "full request")
            + idl.faults(of: sample.input.minimal, as: .structure(method.input), .minimal, at: "least request")
            + idl.faults(of: try full(sample.output.full), as: .structure(method.output), .full, at: "full reply")
            + idl.faults(of: sample.output.minimal, as: .structure(method.output), .minimal, at: "least reply")
        #expect(faults == [])
    }

    /// A valid descriptor has some fields only; that all are described is seen by one with all of them.
    private func full(_ reply: JSON) throws -> JSON {
        reply.replacing("descriptor", with: try JSON(encoding: Sample.descriptor))
    }

    private static let enumerations: [String: [String]] = [
        "AccessoryState": Accessory.State.allCases.map(\.rawValue),
        "GrantOrigin": AccessRecord.Origin.allCases.map(\.rawValue),
        "ProofKind": Proof.Kind.allCases.map(\.rawValue),
        "HistoryAction": HistoryEntry.Action.allCases.map(\.rawValue),
        "EventType": EventType.allCases.map(\.rawValue),
        "LeaseState": LeaseUpdate.State.allCases.map(\.rawValue),
        "ErrorCode": AccessoryError.Code.allCases.map(\.rawValue),
        "UpdateKind": PickerUpdate.Kind.allCases.map(\.rawValue),
        "QuestionKind": PickerQuestion.Kind.allCases.map(\.rawValue),
        "SetupOption": SetupOption.allCases.map(\.rawValue),
        "NameComparison": BluetoothRule.NameComparison.allCases.map(\.rawValue),
        "BluetoothRange": BluetoothRule.Range.allCases.map(\.rawValue),
        "SupportOption": Descriptor.SupportOption.allCases.map(\.rawValue),
        "AdapterState": AdapterStatus.State.allCases.map(\.rawValue),
        "SetupStep": SetupStep.allCases.map(\.rawValue),
        "AddressKind": BluetoothAddress.Kind.allCases.map(\.rawValue),
        "BridgeVerdict": BridgeReport.Verdict.allCases.map(\.rawValue),
        "PlanState": PlanStatus.State.allCases.map(\.rawValue),
        "PlanStep": PlanUpdate.State.allCases.map(\.rawValue),
        "MonitorKind": MonitorEvent.Kind.allCases.map(\.rawValue),
    ]

    @Test(arguments: InterfaceName.allCases)
    func listsEveryValueOfEveryEnumeration(interface: InterfaceName) throws {
        for (name, kind) in try IDL(interface.idl).types {
            guard case .enumeration(let values) = kind else { continue }
            #expect(values == Self.enumerations[name], "\(name)")
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

    @Test(arguments: InterfaceName.allCases)
    func declaresEveryTypeThatItUsesAndUsesEveryTypeThatItDeclares(interface: InterfaceName) throws {
        let idl = try IDL(interface.idl)
        #expect(idl.namesInUse == Set(idl.types.keys))
    }

    @Test func declaresATypeOfOneNameOnlyOnce() throws {
        var seen: [String: IDL.Kind] = [:]
        for interface in InterfaceName.allCases {
            for (name, kind) in try IDL(interface.idl).types {
                #expect(seen[name, default: kind] == kind, "\(name) of \(interface.rawValue)")
                seen[name] = kind
            }
        }
    }

    @Test(arguments: InterfaceName.allCases)
    func declaresErrorsThatExistWithTheirParameters(interface: InterfaceName) throws {
        let idl = try IDL(interface.idl)
        let full = try JSON(encoding: ErrorParameters(AccessoryError(.invalidRequest, "wrong", field: "ssid")))
        let changed = try JSON(
            encoding: ErrorParameters(
                AccessoryError(.securityChanged, "wrong", field: "ssid", change: Sample.change)))
        let minimal = try JSON(encoding: ErrorParameters(AccessoryError(.busy, "later")))
        #expect(!idl.errors.isEmpty)
        for (name, kind) in idl.errors {
            #expect(AccessoryError.Code(name: "\(interface.rawValue).\(name)") != nil, "\(name)")
            let most = name == AccessoryError.Code.securityChanged.rawValue ? changed : full
            #expect(idl.faults(of: most, as: kind, .full, at: name) == [])
            #expect(idl.faults(of: minimal, as: kind, .minimal, at: name) == [])
        }
    }

    @Test(arguments: InterfaceName.allCases)
    func declaresExactlyTheErrorsThatItsMethodsName(interface: InterfaceName) throws {
        let idl = try IDL(interface.idl)
        let named = idl.methods.values.flatMap { method in
            guard let errors = method.comment.firstRange(of: "Errors:") else { return Set<String>() }
            let words = method.comment[errors.upperBound...].split { !$0.isLetter }.map { String($0) }
            return Set(words.filter { AccessoryError.Code(rawValue: $0) != nil })
        }
        #expect(Set(named) == Set(idl.errors.keys))
    }

    @Test(arguments: InterfaceName.allCases)
    func saysOfEveryMethodWhatItDoes(interface: InterfaceName) throws {
        for (name, method) in try IDL(interface.idl).methods { #expect(method.comment.count > 40, "\(name)") }
    }

    @Test(arguments: [
        "", "interface", "interface a.b type", "interface a.b type T (a: int", "interface a.b type T (a: int, b)",
        "interface a.b type T (a-b)", "interface a.b type T (a: ??int)", "interface a.b method M(a) -> ()",
        "interface a.b type T (a) type T (b)", "interface a.b thing T (a)", "interface a.b type T (a: int, a: int)",
    ])
    func theseTestsRefuseATextThatIsNoDescription(text: String) {
        #expect(throws: IDL.SyntaxError.self) { try IDL(text) }
    }

    @Test func theseTestsNoticeWhatDiffersFromTheDescription() throws {
        let idl = try IDL("interface a.b type T (a: int, b: ?string)")
        let type = IDL.Kind.named("T")
        #expect(idl.faults(of: .object(["a": .int(1), "b": .string("x")]), as: type, .full) == [])
        #expect(idl.faults(of: .object(["a": .int(1)]), as: type, .full) == [".b: missing"])
        let optional = JSON.object(["a": .int(1), "b": .string("x")])
        #expect(idl.faults(of: optional, as: type, .minimal) == [".b: is not optional"])
        let unknown = JSON.object(["a": .int(1), "c": .int(1)])
        #expect(idl.faults(of: unknown, as: type, .minimal) == [".c: not described"])
        #expect(idl.faults(of: .object(["a": .bool(true)]), as: type, .minimal).count == 1)
        #expect(idl.faults(of: .object(["a": .null]), as: type, .minimal).count == 1)
    }
}
