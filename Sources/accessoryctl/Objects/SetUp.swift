// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import ArgumentParser
import Glibc

struct SetUpObject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Take every step of a set-up for an app: find, choose, grant, join and hold an accessory.",
        usage: "accessoryctl setup --app ID [OPTIONS] [-- PROGRAM [ARGUMENTS]]",
        discussion: """
            On a terminal, or with --select, this process is also the picker. Otherwise another picker must choose. The \
            tool holds the accessory's network while PROGRAM runs, or without PROGRAM until SIGINT, SIGTERM or SIGHUP. \
            Then it leaves the network, and exits when the uplink is restored.

            PROGRAM's environment has ACCESSORYD_SSID, ACCESSORYD_INTERFACE, ACCESSORYD_ADDRESS and, if there is a \
            gateway, ACCESSORYD_GATEWAY. The exit status of PROGRAM becomes the tool's. If a signal ended PROGRAM, the \
            tool's status is 128 plus the number of the signal. If the network is lost while PROGRAM runs, the tool sends \
            SIGTERM to PROGRAM, and the status of PROGRAM does not count. With PROGRAM, the tool prints its own output on \
            standard error.
            """)

    @Option(help: ArgumentHelp("The app that gets the accessory.", valueName: "id")) var app: String
    @Option(help: "Look for this SSID, and not for all that the app's manifest names.") var ssid: String?
    @Option(help: "Look for SSIDs that begin with this text.") var ssidPrefix: String?
    @Option(help: ArgumentHelp("With an SSID or its beginning: only on this band, in GHz.", valueName: "band"))
    var band: Band?
    @OptionGroup var label: LabelOptions
    @OptionGroup var bluetooth: BluetoothOptions
    @Flag(
        help: """
            Pair with the accessory over Bluetooth LE. Accessories of GoPro, Sony, Canon and Ricoh then hand out their \
            network.
            """)
    var bluetoothPairing = false
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var selection: SelectionOptions
    @Option(
        help: """
            The search time, and the time for --select after the first find: 30s, 2m; short (1m), medium (2m), long (5m) \
            or unbounded.
            """)
    var timeout = SearchTime.standard
    @Flag(help: "Accept a link-local address, and do not wait for DHCP.") var linkLocal = false
    @OptionGroup(title: "Common options", visibility: .hidden) var output: OutputOptions
    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The program to run while the accessory is joined.", valueName: "program"))
    var program: [String] = []

    func validate() throws {
        if ssid != nil, ssidPrefix != nil { throw ValidationError("'--ssid' and '--ssid-prefix' exclude each other.") }
        if band != nil, ssid == nil, ssidPrefix == nil, label.label == nil {
            throw ValidationError("'--band' needs '--ssid', '--ssid-prefix' or '--label'.")
        }
        if label.label != nil, ssid != nil || ssidPrefix != nil {
            throw ValidationError("'--label' names the network; leave '--ssid' and '--ssid-prefix' out.")
        }
        if label.label == "-", passphrase.passphraseFile == "-" {
            throw ValidationError("Only one of '--label' and '--passphrase-file' can be standard input.")
        }
    }

    func run() async throws {
        try output.check(.lease)
        let program = try Program(program)
        let hotspot = try await label.read()
        var descriptors = try DescriptorFields.named(ssid: ssid, prefix: ssidPrefix, band, bluetooth)
        if let hotspot {
            let named = try hotspot.ssids.map { ssid throws(UsageError) in
                try DescriptorFields.named(ssid: ssid.description, prefix: nil, band, bluetooth) ?? []
            }
            descriptors = named.flatMap(\.self)
        }
        if bluetoothPairing {
            guard bluetooth.namesDevices else {
                throw UsageError("--bluetooth-pairing needs '--bluetooth-service' or '--bluetooth-company'")
            }
            for index in (descriptors ?? []).indices { descriptors?[index].supportedOptions = [.bluetoothPairingLE] }
        }
        let secret = try await passphrase.read() ?? hotspot?.passphrase
        let request = SetUpRequest(
            app: app, descriptors: descriptors, passphrase: secret?.secret, discoveryTimeout: timeout.length?.seconds,
            isUnbounded: timeout == .unbounded ? true : nil, addressing: linkLocal ? .linkLocal : nil)
        let control = output.control
        let holder = LeaseHoldRun(app: app, output: output, program: program, isSetUp: true, picker: picker(secret))
        let status = try await holder.run({ try control.stream(.setUp, request) }, as: { $0 })
        throw ExitCode(status)
    }

    private func picker(_ secret: Passphrase?) -> (any InProcessPicker)? {
        guard let select = selection.select else {
            guard TerminalPicker.isPossible else { return nil }
            return TerminalPicker(client: output.picker, app: app, passphrase: secret, colours: output.style.colours)
        }
        return SelectingPicker(
            client: output.picker, rule: select, isExact: ssid != nil || label.label != nil, app: app,
            passphrase: secret,
            answers: selection.answers(asks: output.ask), isForOne: true, patience: timeout.length?.duration)
    }
}

extension DescriptorFields {
    /// The descriptors of the command line; nil if it names nothing.
    static func named(
        ssid: String?, prefix: String?, _ band: Band?, _ bluetooth: BluetoothOptions
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
        fields.band = band?.rawValue
        try bluetooth.fill(&fields)
        return fields == DescriptorFields() ? nil : [fields]
    }
}

extension Band: ExpressibleByArgument {}
