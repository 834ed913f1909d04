// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import FuzzProperties
import Testing

/// Every input that the fuzzers begin with, and every one that once broke something.
struct ReplayTests {
    struct Input: Sendable, CustomTestStringConvertible {
        var target: Target
        var path: String

        var testDescription: String { path.split(separator: "/").suffix(3).joined(separator: "/") }
    }

    private static let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()

    private static func inputs(in folders: [String]) -> [Input] {
        Target.allCases.flatMap { target in
            folders.map { "\(folder)/\($0)/\(target.rawValue)" }.flatMap { folder in
                ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
                    .map { Input(target: target, path: "\(folder)/\($0)") }
            }
        }
    }

    @Test(arguments: inputs(in: ["Corpora", "FailCases"]))
    func keepsItsProperties(input: Input) throws {
        let bytes = try #require(FileManager.default.contents(atPath: input.path))
        try input.target.check(Array(bytes))
    }

    @Test(arguments: Target.allCases)
    func hasSomethingToBeginWith(target: Target) {
        #expect(Self.inputs(in: ["Corpora"]).contains { $0.target == target })
    }
}
