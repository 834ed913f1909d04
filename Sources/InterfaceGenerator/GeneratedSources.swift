// SPDX-License-Identifier: Apache-2.0

/// The Swift sources for some interfaces: one file for the types that they name, and one for each interface's methods.
struct GeneratedSources {
    struct Conflict: Error, CustomStringConvertible {
        var description: String
    }

    /// By file name.
    private(set) var files: [String: String] = [:]

    private var interfaces: [InterfaceDescription]
    private var modules: [String]

    /// - Parameter modules: what the sources import, besides Varlink and AccessoryModel.
    init(of interfaces: [InterfaceDescription], importing modules: [String] = []) throws(Conflict) {
        (self.interfaces, self.modules) = (interfaces, modules)
        let types = try types()
        if !types.isEmpty { files["Types.swift"] = file(types) }
        var parameters = try parameters()
        for interface in interfaces {
            let names = interface.methods.flatMap { method in
                [Self.requestName(of: method, in: interface), Self.replyName(of: method, in: interface)]
            }
            let own = names.compactMap { parameters.removeValue(forKey: $0) }
            files["\(interface.shortName)Interface.swift"] = file(
                own, methods: Self.namespace(of: interface))
        }
    }

    private func file(_ declarations: [SwiftDeclaration], methods: MethodNamespace? = nil) -> String {
        let needsModel = declarations.contains { $0.mentions(SwiftNames.ofModel) }
        let imports =
            (needsModel ? ["package import AccessoryModel"] : []) + modules.map { "import \($0)" }
            + (methods == nil ? [] : ["package import Varlink"])
        let source = (methods.map { [$0.source] } ?? []) + declarations.map(\.source)
        return """
            // SPDX-License-Identifier: Apache-2.0
            // Written by packaging/generate-interface from the .varlink files. Change those.

            \(imports.map { "\($0)\n" }.joined())\(imports.isEmpty ? "" : "\n")\
            \(source.joined(separator: "\n\n"))

            """
    }

    // MARK: Types

    private func types() throws(Conflict) -> [SwiftDeclaration] {
        var seen: [String: InterfaceDescription.Kind] = [:]
        var declarations: [SwiftDeclaration] = []
        for interface in interfaces {
            for type in interface.types where SwiftNames.byHand[type.name] == nil {
                guard seen[type.name, default: type.kind] == type.kind else {
                    throw Conflict(description: "\(interface.name): \(type.name) differs between interfaces")
                }
                if seen.updateValue(type.kind, forKey: type.name) == nil {
                    declarations.append(try Self.declaration(of: type))
                }
            }
        }
        return declarations
    }

    private static func declaration(
        of type: InterfaceDescription.TypeDeclaration
    ) throws(Conflict) -> SwiftDeclaration {
        let name = SwiftNames.generated[type.name] ?? type.name
        let members: SwiftDeclaration.Members
        switch type.kind {
        case .structure(let fields):
            members = .structure(
                try fields.map { field throws(Conflict) in try Self.field(field, of: name, comment: type.comment) })
        case .enumeration(let values):
            members = .enumeration(values.map { .init(name: $0, comment: type.comment.entries[$0].map(capitalized)) })
        case let other: throw Conflict(description: "\(type.name): \(other) is neither a structure nor an enumeration")
        }
        return SwiftDeclaration(name: name, comment: type.comment.text, members: members)
    }

    private static func field(
        _ field: InterfaceDescription.Field, of type: String, comment: Comment
    ) throws(Conflict) -> SwiftDeclaration.Field {
        let (kind, isOptional) =
            if case .maybe(let inner) = field.kind { (inner, true) } else { (field.kind, false) }
        let keys = ["\(type).\(field.name)", "*.\(field.name)"]
        let known = keys.lazy.compactMap { SwiftNames.fields[$0] ?? SwiftNames.pickerFields[$0] }.first
        let name: String
        if let known { name = known } else { name = try swiftType(kind) }
        return .init(
            name: field.name, type: name, isOptional: isOptional,
            comment: comment.entries[field.name].map(capitalized))
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    private static func swiftType(_ kind: InterfaceDescription.Kind) throws(Conflict) -> String {
        switch kind {
        case .bool: return "Bool"
        case .int: return "Int"
        case .float: return "Double"
        case .string: return "String"
        case .named(let name): return SwiftNames.byHand[name] ?? SwiftNames.generated[name] ?? name
        case .maybe(let inner): return try swiftType(inner) + "?"
        case .array(let inner): return "[\(try swiftType(inner))]"
        case .map(let inner): return "[String: \(try swiftType(inner))]"
        case .object, .structure, .enumeration: throw Conflict(description: "\(kind) has no name in Swift")
        }
    }

    // MARK: Methods

    private static func namespace(of interface: InterfaceDescription) -> MethodNamespace {
        MethodNamespace(
            interface: interface.name, name: "\(interface.shortName)Interface",
            methods: interface.methods.map { method in
                MethodNamespace.Member(
                    name: method.name, implicit: method.swiftName, kind: method.kind, comment: method.comment.text,
                    request: method.input.isEmpty ? "Nothing" : requestName(of: method, in: interface),
                    reply: method.output.isEmpty ? "Nothing" : replyName(of: method, in: interface))
            })
    }

    private static func requestName(of method: InterfaceDescription.Method, in interface: InterfaceDescription)
        -> String
    {
        names(of: method, in: interface)?.request ?? "\(method.name)Request"
    }

    private static func replyName(of method: InterfaceDescription.Method, in interface: InterfaceDescription) -> String
    {
        names(of: method, in: interface)?.reply ?? "\(method.name)Reply"
    }

    private static func names(
        of method: InterfaceDescription.Method, in interface: InterfaceDescription
    ) -> (request: String?, reply: String?)? {
        SwiftNames.parameters["\(interface.shortName).\(method.name)"] ?? SwiftNames.parameters[method.name]
    }

    /// By the name of the type. Where several methods share one, a field that one of them lacks is optional.
    private func parameters() throws(Conflict) -> [String: SwiftDeclaration] {
        var fields: [String: [SwiftDeclaration.Field]] = [:]
        var users: [String: [String]] = [:]
        for interface in interfaces {
            for method in interface.methods {
                let request = Self.requestName(of: method, in: interface)
                let reply = Self.replyName(of: method, in: interface)
                for (name, list, use) in [
                    (request, method.input, "The parameters of"), (reply, method.output, "The reply to"),
                ] where !list.isEmpty {
                    let own = try list.map { field throws(Conflict) in
                        try Self.field(field, of: name, comment: method.comment)
                    }
                    fields[name] = try Self.merged(fields[name] ?? own, own, name)
                    let user = "\(interface.shortName).\(method.name)"
                    users[name, default: [use]].append("`\(user)`")
                }
            }
        }
        return fields.reduce(into: [:]) { declarations, entry in
            let methods = users[entry.key] ?? []
            declarations[entry.key] = SwiftDeclaration(
                name: entry.key, comment: "\(methods[0]) \(methods[1...].joined(separator: ", ")).",
                members: .structure(entry.value))
        }
    }

    private static func merged(
        _ first: [SwiftDeclaration.Field], _ second: [SwiftDeclaration.Field], _ name: String
    ) throws(Conflict) -> [SwiftDeclaration.Field] {
        let (longer, shorter) = first.count >= second.count ? (first, second) : (second, first)
        for field in shorter where !longer.contains(where: { $0.name == field.name && $0.type == field.type }) {
            throw Conflict(description: "\(name).\(field.name): two methods that share the type differ in it")
        }
        return longer.map { field in
            var field = field
            let other = shorter.first { $0.name == field.name }
            field.isOptional = field.isOptional || other?.isOptional ?? true
            field.comment = field.comment ?? other?.comment
            return field
        }
    }
}

extension InterfaceDescription {
    /// `Setup` of org.accessoryd.Setup.
    var shortName: String { name.split(separator: ".").last.map(String.init) ?? name }
}

extension InterfaceDescription.Method {
    var swiftName: String { name.prefix(1).lowercased() + name.dropFirst() }
}
