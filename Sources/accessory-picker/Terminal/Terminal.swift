// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import NIOCore

/// What the picker prints for the person at the machine.
struct Terminal: Sendable {
    let console: Console
    let address: ListenAddress

    /// The secret is a fragment, because browsers send that to nobody, neither in a request nor as a referrer.
    static func link(_ host: String, _ secret: Secret) -> String { "http://\(host)/open#\(secret.text)" }

    func announce(_ secret: Secret, port: Int) {
        let links = hosts(port: port).map { Self.link($0, secret) }
        if console.isTerminal, let link = links.first, let code = QRCode(link) { console.show(code) }
        if !address.isLoopback {
            console.printLines(
                "Plain HTTP: everyone who can listen on this network can read the page and all that is typed.")
        }
        console.printLines("Open the picker, once and in one browser:")
        for link in links { console.printLines("  \(link)") }
        if console.hasKeyboard { console.printLines("Enter makes a new link, Ctrl-C ends the picker.") }
    }

    func show(_ opening: Gate.Opening, _ refusals: inout Refusals) {
        if let line = refusals.line(opening) { console.printLines(line) }
    }

    func show(_ news: AgentWatch.News) {
        switch news {
        case .asked(let app): console.printLines("\(app) asks for an accessory.")
        case .ended(let app, nil): console.printLines("\(app): done.")
        case .ended(let app, let error?): console.printLines("\(app): \(error.description)")
        case .away(let reason): console.printLines("\(reason); trying again.")
        case .back: console.printLines("accessoryd is back.")
        }
    }

    /// The addresses that a browser can use; those reachable from other machines come first.
    private func hosts(port: Int) -> [String] {
        guard address.isAny else { return [ListenAddress.text(address.address, port: port)] }
        let all = (try? System.enumerateDevices())?.compactMap { $0.address } ?? []
        let usable = all.filter { $0.protocol == .inet || address.address == "::" }
            .compactMap(\.ipAddress)
            .filter { !$0.contains("%") && !$0.hasPrefix("fe80:") && !$0.hasPrefix("127.") && $0 != "::1" }
        // IPv4 first: a person can type it.
        let ordered = usable.filter { !$0.contains(":") } + usable.filter { $0.contains(":") }
        return (ordered.isEmpty ? ["127.0.0.1"] : ordered).map { ListenAddress.text($0, port: port) }
    }
}
