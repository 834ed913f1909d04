// SPDX-License-Identifier: Apache-2.0

import AccessoryProvisioning
import AgentInterface
import Glibc
import LabelReading

/// A label as the command line names it: its text, the file that holds its text or its picture, or `-`. No failure quotes
/// the text, which can be a secret.
struct LabelText: Sendable {
    private let argument: String

    /// The bytes of the largest picture.
    private static let limit = 32 << 20
    /// Debian's policy for ImageMagick, which zbarimg reads pictures with, allows it less.
    private static let limits = LabelPicture.Limits(memory: 1 << 30)

    init(_ argument: String) { self.argument = argument }

    /// Throws `Failure`.
    func label() async throws -> Label {
        if argument == "-", isatty(STDIN_FILENO) == 1 {
            // A scanner types like a keyboard.
            let question = SecretQuestion(
                prompt: "Label, typed or scanned", name: "label", option: "--label", longest: Label.longest)
            return try await question.ask { text throws(LabelFault) in try Label(parsing: text) }
        }
        // No label begins like a path, or ends like a picture.
        let isPath = ["/", "./", "../"].contains { argument.hasPrefix($0) } || endsLikeAFile
        let isFile = isPath || argument == "-" || access(argument, F_OK) == 0
        guard isFile else {
            do {
                return try Self.label(of: argument)
            } catch {
                // The text can be a secret, so the failure does not quote it.
                throw Failure("\(error.text); no file has this name, either", .invalidInput)
            }
        }
        let name = argument == "-" ? "standard input" : "'\(argument)'"
        let bytes = try SecretFile(path: argument, kind: "label").bytes(limit: Self.limit)
        guard let form = LabelPicture.Form(bytes) else {
            guard bytes.count <= Label.longest else {
                throw Failure("\(name) is neither a label's text nor a picture in PNG or JPEG", .invalidInput)
            }
            return try Self.label(of: LabelEncoding.text(bytes))
        }
        guard bytes.count < Self.limit else {
            throw Failure(
                "the picture in \(name) has more than \(Self.limit >> 20) MiB; make it smaller", .invalidInput)
        }
        do throws(LabelPictureFault) {
            return try LabelPicture(form, bytes, limits: Self.limits).label()
        } catch {
            throw Failure("\(name): \(error)", error == .noDecoder ? .notFound : .invalidInput)
        }
    }

    /// Labels that name something have a colon.
    private var endsLikeAFile: Bool {
        let name = argument.lowercased()
        return !name.contains(":") && Self.endings.contains { name.hasSuffix($0) }
    }

    private static let endings = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic", ".svg", ".pdf", ".txt"]

    private static func label(of text: String) throws(Failure) -> Label {
        do throws(LabelFault) {
            return try Label(parsing: text)
        } catch {
            throw Failure(error.description, .invalidInput)
        }
    }
}
