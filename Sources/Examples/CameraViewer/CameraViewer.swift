// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit
import Glibc
import NetworkExtension

@main
struct CameraViewer {
    static func main() async {
        let person = Person()
        do {
            guard let options = try Options(Array(CommandLine.arguments.dropFirst())) else {
                return person.show(Options.usage)
            }
            try await Viewer(options, person).run()
        } catch {
            person.complain(text(of: error))
            exit(status(of: error))
        }
    }

    /// With its type's name, as the library's errors describe themselves.
    private static func text(of error: any Error) -> String {
        switch error {
        case let error as Options.Wrong: error.text
        case let error as WebPage.Failure: "the camera does not answer: \(error.text)"
        case let error as ASError: "ASError.\(error)"
        case let error as ASHotspotError: "ASHotspotError.\(error)"
        case _: "\(error)"
        }
    }

    private static func status(of error: any Error) -> Int32 {
        switch error {
        case is Options.Wrong: 2
        case ASError.userCancelled, ASError.discoveryTimeout: 3
        case is ASHotspotError, ASError.connectionFailed: 4
        case is WebPage.Failure: 5
        case _: 1
        }
    }
}
