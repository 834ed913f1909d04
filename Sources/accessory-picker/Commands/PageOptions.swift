// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser

/// Where and how the page is served.
struct PageOptions: ParsableArguments {
    @OptionGroup var agent: AgentOptions

    @Option(
        help: ArgumentHelp(
            "The address of the page. Beyond loopback, and by a hub, it is served over HTTPS.",
            valueName: "address[:port]"))
    var listen: ListenAddress?

    @Option(
        help: ArgumentHelp(
            "The page's certificate in PEM, with its chain. Without one, the picker makes its own.", valueName: "file"),
        completion: .file())
    var certificate: String?

    @Option(
        help: ArgumentHelp("The private key of the certificate, in PEM.", valueName: "file"), completion: .file())
    var key: String?

    @Option(
        name: .customLong("name"),
        help: ArgumentHelp(
            "A name of this machine by which browsers may open the page; may be repeated. HOST.local is one.",
            valueName: "host"))
    var names: [String] = []

    @Flag(
        name: .customLong("insecure-http"),
        help: "Serve plain HTTP beyond loopback, or as a hub. Others on the network can read what is typed.")
    var isInsecure = false

    func validate() throws {
        if (certificate == nil) != (key == nil) {
            throw ValidationError("'--certificate' and '--key' belong together; one of them is missing.")
        }
        if isInsecure, certificate != nil {
            throw ValidationError("'--insecure-http' serves no certificate; leave out one of the two.")
        }
        if let wrong = names.first(where: { !HostName.isName($0) }) {
            throw ValidationError("'--name \(wrong)': a host name has letters, digits, '-' and '.'.")
        }
    }

    /// The names by which a browser may address this machine; the first one is for links.
    var hostNames: [String] {
        let given = names.map { $0.lowercased() }
        return given + [HostName.multicast].compactMap { $0 }.filter { !given.contains($0) }
    }

    /// The page's place, with its certificate if there is to be one.
    ///
    /// - Parameters:
    ///   - usual: the address without `--listen`.
    ///   - lasts: whether pages outlive the process. While it is away any user of the machine can take its port on loopback, and could
    ///     pass on what the page asks of its successor.
    func place(usual: ListenAddress, lasts: Bool) throws -> PagePlace {
        let address = listen ?? usual
        var certificate: Certificate?
        if let file = self.certificate, let key {
            certificate = try Certificate(file: file, key: key)
        } else if lasts || !address.isLoopback, !isInsecure {
            certificate = try OwnCertificate.kept(in: try StateFolder(), names: hostNames)
        }
        guard address.isLoopback, address.port != 0, !lasts, certificate == nil else {
            return PagePlace(address: address, names: hostNames, certificate: certificate)
        }
        // Whoever had that port before may wait for the browser there.
        guard let all = address.localhosts else { throw NamelessAddress(address: address) }
        var generator = SystemRandomNumberGenerator()
        let names = [HostName.untouched(using: &generator)] + hostNames
        return PagePlace(address: address, twin: all.first { $0 != address }, names: names, certificate: nil)
    }
}

/// A port on loopback at which a page would have no name of its own.
struct NamelessAddress: ProgramFault {
    let address: ListenAddress

    var description: String {
        "'--listen \(address)': whoever had the port before may wait for the browser there; leave out the port, or listen at "
            + "127.0.0.1:\(address.port), where each start has a name of its own"
    }
}
