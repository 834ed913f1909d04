// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import AgentInterface
import Glibc

/// A label as the command line names it: its text, the file that holds its text or its picture, or `-`. No failure quotes
/// the text, which can be a secret.
struct LabelText: Sendable {
    private let argument: String

    /// The bytes of the largest picture.
    private static let limit = 32 << 20

    init(_ argument: String) { self.argument = argument }

    /// Throws `Failure`.
    func label() async throws -> Label {
        if argument == "-", isatty(STDIN_FILENO) == 1 {
            // A scanner types like a keyboard.
            let question = SecretQuestion(
                prompt: "Label, typed or scanned", name: "label", option: "--label", longest: Label.longest)
            return try await question.ask { text throws(LabelFault) in try Label(parsing: text) }
        }
        let isFile = argument == "-" || access(argument, F_OK) == 0
        guard isFile else { return try Self.label(of: [argument]) }
        let name = argument == "-" ? "standard input" : "'\(argument)'"
        let bytes = try SecretFile(path: argument, kind: "label").bytes(limit: Self.limit)
        guard let form = LabelPicture.Form(bytes) else {
            guard bytes.count <= Label.longest else {
                throw Failure("\(name) is neither a label's text nor a picture in PNG or JPEG", .invalidInput)
            }
            return try Self.label(of: [String(decoding: bytes, as: UTF8.self)])
        }
        guard bytes.count < Self.limit else {
            throw Failure(
                "the picture in \(name) has more than \(Self.limit >> 20) MiB; make it smaller", .invalidInput)
        }
        let texts = try LabelPicture(form: form, bytes: bytes, name: name).texts()
        guard !texts.isEmpty else {
            throw Failure("no QR code was found in \(name); take the picture from nearer, in more light", .invalidInput)
        }
        return try Self.label(of: texts)
    }

    /// The only label among these texts: a picture may show other codes beside it.
    private static func label(of texts: [String]) throws(Failure) -> Label {
        var labels: Set<Label> = []
        var fault: LabelFault?
        for text in texts {
            do throws(LabelFault) {
                labels.insert(try Label(parsing: text))
            } catch {
                fault = fault ?? error
            }
        }
        let usable = labels.filter { $0.reader == .thisAgent }
        guard let label = usable.first ?? labels.first else {
            throw Failure(fault?.description ?? "there is no label", .invalidInput)
        }
        guard usable.count < 2 else {
            throw Failure("the picture shows \(usable.count) labels; cut it to one of them", .invalidInput)
        }
        return label
    }
}
