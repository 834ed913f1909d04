// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// What the picker prints for the person at the machine.
struct Terminal: Sendable {
    let console: Console
    let place: PagePlace

    func announce(_ secret: Secret, port: Int) {
        let links = place.links(secret, port: port)
        if console.isTerminal, let link = links.first, let code = QRCode(link) { console.show(code) }
        if let fingerprint = place.certificate?.fingerprint {
            console.printLines(
                "The browser warns once of this certificate, which the picker made. Its SHA-256 fingerprint:",
                "  \(fingerprint)")
        } else if place.certificate == nil, !place.address.isLoopback {
            console.printLines(
                "Plain HTTP: everyone who can listen on this network can read the page and all that is typed.")
        }
        console.printLines("Open the picker, once and in one browser:")
        for link in links { console.printLines("  \(link)") }
        if console.hasKeyboard { console.printLines("Enter makes a new link, Ctrl-C ends the picker.") }
    }

    /// For a hub's journal, which holds no link.
    func announce(_ place: PagePlace, port: Int, phones: Int) {
        let address = ListenAddress.text(place.address.address, port: port)
        console.printLines("The page is at \(address), for \(phones == 1 ? "1 phone" : "\(phones) phones").")
        if phones == 0 { console.printLines("'accessory-picker pair' pairs a phone.") }
    }

    /// The last phone that may answer is gone, and with it the hub's picker.
    func announceNoPhone() {
        console.printLines(
            "No phone is left that may answer, so nobody can choose here; 'accessory-picker pair' pairs one.")
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
}
