// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Varlink

/// Our protocol code at either end of `org.varlink.certification`; at the other end is somebody else's.
@main
struct Command {
    struct Usage: Error, CustomStringConvertible {
        let description = """
            certification serve SOCKET DESCRIPTION   serves until it is killed; DESCRIPTION is the interface's file
            certification call SOCKET                calls every method in order, and exits 0 when all was accepted
            """
    }

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.dropFirst().count) {
        case ("serve"?, 2):
            let contents = FileManager.default.contents(atPath: arguments[3]) ?? Data()
            let service = CertificationServer(description: String(decoding: contents, as: UTF8.self))
            await service.serve(try Listener(path: arguments[2], mode: 0o600))
        case ("call"?, 1):
            try await CertificationClient(connection: ClientConnection(path: arguments[2])).run()
        case _:
            throw Usage()
        }
    }
}
