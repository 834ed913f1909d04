// SPDX-License-Identifier: Apache-2.0

/// A Varlink interface as its description declares it, in the order of the text.
struct InterfaceDescription {
    indirect enum Kind: Hashable {
        case bool, int, float, string, object
        case named(String)
        case maybe(Kind)
        case array(Kind)
        case map(Kind)
        case structure([Field])
        case enumeration([String])
    }

    struct Field: Hashable {
        var name: String
        var kind: Kind
    }

    struct TypeDeclaration {
        var name: String
        var kind: Kind
        var comment: Comment
    }

    struct Method {
        var name: String
        var input: [Field]
        var output: [Field]
        var comment: Comment

        enum Kind: String {
            case single = "SingleMethod"
            /// Answers with a stream, for which a caller sets `more`.
            case stream = "StreamMethod"
            /// Answers with a list, which comes in parts if a caller sets `more`.
            case list = "ListMethod"
        }

        /// Varlink cannot declare it, so the comment does.
        var kind: Kind {
            let text = comment.text.split(separator: "\n").joined(separator: " ")
            if text.contains("Streams: call it with 'more'.") { return .stream }
            return text.contains("With 'more', a list that is longer than a message comes in parts.") ? .list : .single
        }
    }

    var name = ""
    var comment = Comment()
    var types: [TypeDeclaration] = []
    var methods: [Method] = []
    var errors: [TypeDeclaration] = []
}

extension InterfaceDescription.Kind {
    /// The names of the types that this one mentions.
    var names: Set<String> {
        switch self {
        case .bool, .int, .float, .string, .object, .enumeration: []
        case .named(let name): [name]
        case .maybe(let inner), .array(let inner), .map(let inner): inner.names
        case .structure(let fields): fields.reduce(into: []) { $0.formUnion($1.kind.names) }
        }
    }
}
