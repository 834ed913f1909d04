// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser

struct ScanObject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Networks in reach: all, or those that an app or a name asks for.",
        discussion: """
            Prints when every channel was visited, or at the timeout what was heard until then.

            \(ExitText.discussion)
            """)

    @Option(help: ArgumentHelp("What this app's manifest names.", valueName: "id")) var app: String?
    @Option(help: "This SSID; a hidden network answers to it.") var ssid: String?
    @Option(help: "SSIDs that begin so.") var ssidPrefix: String?
    @Option(help: ArgumentHelp("Look with this radio.", valueName: "interface")) var radio: String?
    @Option(help: "How long to look, such as 30s or 2m.") var timeout = TimeLength(seconds: 30)
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if ssid != nil, ssidPrefix != nil { throw ValidationError("'--ssid' and '--ssid-prefix' exclude each other.") }
    }

    func run() async throws {
        try output.check(.networks)
        let request = ScanRequest(
            app: app, descriptors: try DescriptorFields.named(ssid: ssid, prefix: ssidPrefix), interface: radio)
        let control = output.control
        for try await reply in try control.scan(request) where reply.isComplete {
            try output.show(reply.networks, .networks, wire: reply)
            return
        }
    }
}
