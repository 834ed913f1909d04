// SPDX-License-Identifier: Apache-2.0

/// The Swift types for one interface's methods, inside of an enumeration that is named after the interface.
struct MethodNamespace {
    struct Member {
        var name: String
        /// For a caller: `.getStatus`.
        var implicit: String
        var kind: InterfaceDescription.Method.Kind
        var comment: String
        var request: String
        var reply: String
    }

    /// The full name.
    var interface: String
    var name: String
    var methods: [Member]

    /// In lines of at most 120 characters, as swift format leaves them.
    var source: String {
        let body =
            [
                "package static let name = \"\(interface)\"",
                "/// All of them, in the order of the description.",
                "package typealias Methods = (",
            ] + SwiftDeclaration.filled(methods.map { $0.name + "," }, indent: 4, width: 116) + [")"]
            + methods.flatMap(declaration)
        let head = ["/// The methods of \(interface).", "package enum \(name) {"]
        let lines = head + body.map { $0.isEmpty ? "" : "    " + $0 } + ["}"] + methods.flatMap(implicit)
        return lines.joined(separator: "\n")
    }

    private func declaration(of method: Member) -> [String] {
        [""] + SwiftDeclaration.documentation(method.comment, indent: 4) + [
            "package struct \(method.name): \(method.kind.rawValue) {",
            "    package typealias Interface = \(name)",
            "    package typealias Request = \(method.request)",
            "    package typealias Reply = \(method.reply)",
            "    package static var name: String { \"\(interface).\(method.name)\" }",
            "}",
        ]
    }

    private func implicit(of method: Member) -> [String] {
        [
            "",
            "extension Method where Self == \(name).\(method.name) {",
            "    package static var \(method.implicit): Self { Self() }",
            "}",
        ]
    }
}
