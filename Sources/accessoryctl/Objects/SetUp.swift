// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser
import Glibc

struct SetUpObject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "The whole way for an app: find, choose, grant and join an accessory, and hold it.",
        usage: "accessoryctl setup --app ID [OPTIONS] [-- PROGRAM [ARGUMENTS]]",
        discussion: """
            On a terminal, or with --select, this process is the picker as well; else another picker has to choose. The \
            accessory's network is held while PROGRAM runs, or without one until SIGINT or SIGTERM; then it is left, and \
            the tool ends when the earlier network is back.

            PROGRAM's environment has ACCESSORYD_SSID, ACCESSORYD_INTERFACE, ACCESSORYD_ADDRESS and, where there is one, \
            ACCESSORYD_GATEWAY. Its exit status becomes the tool's (128 and the signal's number when a signal ended it), \
            unless the network was lost meanwhile: then PROGRAM gets SIGTERM. With PROGRAM, what this tool prints goes to \
            standard error.
            """)

    @Option(help: ArgumentHelp("For this app.", valueName: "id")) var app: String
    @Option(help: "Look for this SSID instead of all that the app's manifest names.") var ssid: String?
    @Option(help: "Look for SSIDs that begin so.") var ssidPrefix: String?
    @OptionGroup var bluetooth: BluetoothOptions
    @Flag(help: "It pairs over Bluetooth LE, so pair with it; what tells its network only then is asked for it.")
    var bluetoothPairing = false
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var selection: SelectionOptions
    @Option(help: "How long to look: 30s, 2m; short (1m), medium (2m), long (5m) or unbounded.")
    var timeout = SearchTime.standard
    @Flag(help: "A link-local address is enough; do not wait for DHCP.") var linkLocal = false
    @OptionGroup(title: "Common options") var output: OutputOptions
    @Argument(parsing: .postTerminator, help: ArgumentHelp("What to run while joined.", valueName: "program"))
    var program: [String] = []

    func validate() throws {
        if ssid != nil, ssidPrefix != nil { throw ValidationError("'--ssid' and '--ssid-prefix' exclude each other.") }
    }

    func run() async throws {
        try output.check(.lease)
        let program = try Program(program)
        var descriptors = try DescriptorFields.named(ssid: ssid, prefix: ssidPrefix, bluetooth)
        if bluetoothPairing {
            guard bluetooth.namesDevices else {
                throw UsageError("--bluetooth-pairing needs '--bluetooth-service' or '--bluetooth-company'")
            }
            descriptors?[0].supportedOptions = [.bluetoothPairingLE]
        }
        let secret = try await passphrase.read()
        let request = SetUpRequest(
            app: app, descriptors: descriptors, passphrase: secret?.secret, discoveryTimeout: timeout.length?.seconds,
            isUnbounded: timeout == .unbounded ? true : nil, addressing: linkLocal ? .linkLocal : nil)
        let control = output.control
        let holder = LeaseHolder(app: app, output: output, program: program, isSetUp: true, picker: picker(secret))
        let status = try await holder.run({ try control.setUp(request) }, as: { $0 })
        throw ExitCode(status)
    }

    private func picker(_ secret: Passphrase?) -> (any InProcessPicker)? {
        guard let select = selection.select else {
            guard TerminalPicker.isPossible else { return nil }
            return TerminalPicker(output.picker, app: app, passphrase: secret, colours: output.style.colours)
        }
        return SelectingPicker(
            output.picker, rule: select, isExact: ssid != nil, app: app, passphrase: secret,
            answers: selection.answers(asks: output.ask), isForOne: true)
    }
}

extension DescriptorFields {
    /// What the command line looks for; nil when it names nothing.
    static func named(
        ssid: String?, prefix: String?, _ bluetooth: BluetoothOptions
    ) throws(UsageError) -> [DescriptorFields]? {
        for (option, text) in [("--ssid", ssid), ("--ssid-prefix", prefix)] {
            guard let text else { continue }
            do {
                _ = try SSID(text: text)
            } catch {
                throw UsageError("\(option): \(error.description)")
            }
        }
        var fields = DescriptorFields(ssid: ssid, ssidPrefix: prefix)
        try bluetooth.fill(&fields)
        return fields == DescriptorFields() ? nil : [fields]
    }
}
