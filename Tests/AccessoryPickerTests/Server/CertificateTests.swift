// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOSSL
import Testing

@testable import accessory_picker

/// HTTPS beyond loopback. The certificates are real: openssl makes them.
@Suite(.timeLimit(.minutes(5))) struct CertificateTests {
    @Test func thePickersOwnCertificateStays() throws {
        try Scratch.use { path in
            let folder = try StateFolder(path)
            let first = try OwnCertificate.kept(in: folder, names: ["hub.local"])
            let fingerprint = try #require(first.fingerprint)
            #expect(fingerprint.wholeMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/) != nil)
            #expect(try OwnCertificate.kept(in: folder, names: ["other.local"]).fingerprint == fingerprint)
        }
    }

    @Test func aBrokenCertificateIsReplacedOrNamed() throws {
        try Scratch.use { path in
            let folder = try StateFolder(path)
            try folder.write(Array("nothing\n".utf8), to: OwnCertificate.file)
            #expect(try OwnCertificate.kept(in: folder, names: ["hub.local"]).fingerprint != nil)
            let fault = #expect(throws: CertificateFault.self) {
                try Certificate(file: "/nonexistent.pem", key: "/nonexistent.key")
            }
            #expect(fault?.description.contains("'/nonexistent.pem'") == true)
        }
    }

    @Test func aKeyOfAnotherCertificateIsRefused() throws {
        try Scratch.use { path in
            var folders: [StateFolder] = []
            for name in ["one", "other"] {
                let folder = try StateFolder("\(path)/\(name)")
                _ = try OwnCertificate.kept(in: folder, names: ["hub.local"])
                folders.append(folder)
            }
            let (one, other) = (folders[0].path(of: OwnCertificate.file), folders[1].path(of: OwnCertificate.file))
            #expect(throws: Never.self) { try Certificate(file: one, key: one) }
            let fault = #expect(throws: CertificateFault.self) { try Certificate(file: one, key: other) }
            #expect(fault?.description.contains("'\(one)' and '\(other)'") == true)
        }
    }

    @Test func servesThePageOverTLSAndLeadsPlainHTTPThere() async throws {
        try await Scratch.use { path in
            let certificate = try OwnCertificate.kept(in: try StateFolder(path), names: ["hub.local"])
            try await Site.run(certificate: certificate) { site in
                let browser = try await site.open()
                #expect(try await site.get("/", browser).status == 200)
                let plain = try await Visit(site.port).ask("GET /open HTTP/1.1\r\nHost: \(site.host)\r\n\r\n")
                #expect(plain.status == 307)
                #expect(plain.header("location") == "https://\(site.host)/open")
                #expect(plain.body.contains("This page is encrypted"))
                #expect(plain.header("set-cookie") == nil)
            }
        }
    }

    @Test func readsNothingMoreOfAPlainRequest() async throws {
        try await Scratch.use { path in
            let certificate = try OwnCertificate.kept(in: try StateFolder(path), names: ["hub.local"])
            try await Site.run(certificate: certificate) { site in
                let head = "GET / HTTP/1.1\r\nHost: \(site.host)\r\n\r\n"
                let taken = await Visit(site.port).pour(head, part: [UInt8](repeating: 0, count: 1 << 16), most: 2000)
                #expect(taken < 2000)
            }
        }
    }

    static let greetings: [(String, String?)] = [
        ("GET / HTTP/1.1\r\nhost: hub.local:8443\r\n\r\n", "https://hub.local:8443/"),
        ("GET /open HTTP/1.1\r\nHost: [fd00::5]:8443\r\n\r\n", "https://[fd00::5]:8443/open"),
        ("GET /\"><script> HTTP/1.1\r\nHost: hub.local\r\n\r\n", "https://hub.local/"),
        ("GET / HTTP/1.1\r\nHost: \"><script>\r\n\r\n", nil), ("GET / HTTP/1.1\r\n\r\n", nil),
        ("G\r\n\r\n", nil),
    ]

    @Test(arguments: greetings) func aPlainRequestIsLedToTheEncryptedPage(request: String, location: String?) {
        let reply = Reply(text: HTTPSRedirect.answer(to: request))
        #expect(reply.header("location") == location)
        #expect(reply.status == (location == nil ? 400 : 307))
        #expect(!reply.text.contains("script"))
        #expect(reply.header("content-length") == "\(reply.body.utf8.count)")
    }

    @Test func theCookieOfAnEncryptedPageStaysEncrypted() async throws {
        try await Scratch.use { path in
            let certificate = try OwnCertificate.kept(in: try StateFolder(path), names: ["hub.local"])
            try await Site.run(certificate: certificate) { site in
                let token = try #require(site.responder.link).text
                let reply = try await site.post("/open", #"{"token": "\#(token)"}"#)
                let cookie = try #require(reply.header("set-cookie"))
                #expect(cookie.hasPrefix("__Host-accessory-picker-\(site.port)=") && cookie.hasSuffix("; Secure"))
                #expect(!cookie.contains("Domain") && cookie.contains("; Path=/;"))
            }
        }
    }

    @Test func aConnectionWithoutAHandshakeIsClosed() async throws {
        try await Scratch.use { path in
            let certificate = try OwnCertificate.kept(in: try StateFolder(path), names: ["hub.local"])
            try await Site.run(patience: .milliseconds(30), certificate: certificate) { site in
                // An error is a connection that was closed sooner.
                let text = try? await Visit(site.port).ask("").text
                #expect(text ?? "" == "")
            }
        }
    }

    @Test(arguments: [
        ("hub", "hub.local"), ("Hub.example.org", "hub.local"), ("localhost", nil), ("", nil), ("a_b", nil),
        ("-a", nil),
    ])
    func hasOneNameForAllNetworks(host: String, name: String?) {
        #expect(HostName.multicast(of: host) == name)
    }

    /// A browser that keeps silent cannot keep what the server has closed.
    @Test func strangersOverTLSKeepNoMoreThanTheLimit() async throws {
        try await Scratch.use { path in
            let certificate = try OwnCertificate.kept(in: try StateFolder(path), names: ["hub.local"])
            try await Site.run(certificate: certificate) { site in
                var visits: [SilentVisit] = []
                for _ in 0..<4 * ConnectionLimit.addressLimit {
                    visits.append(try await SilentVisit(site.port))
                    #expect(SilentVisit.accepted(at: site.port) <= ConnectionLimit.addressLimit)
                }
                for visit in visits { visit.close() }
            }
        }
    }

    /// How long it may take is the configuration's: a clock would measure this machine.
    @Test func whoIsTimedOutOverTLSIsCutWithoutConsent() async throws {
        try await Scratch.use { path in
            let certificate = try OwnCertificate.kept(in: try StateFolder(path), names: ["hub.local"])
            try await Site.run(patience: .milliseconds(500), certificate: certificate) { site in
                try await SilentVisit(site.port).end.get()
                #expect(certificate.configuration.shutdownTimeout == .zero)
            }
        }
    }
}
