// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Glibc
import NIOCore
import NIOSSL

/// The reason why the page has no certificate.
struct CertificateFault: ProgramFault, Hashable {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The certificate with which the page is served over HTTPS.
struct Certificate: Sendable {
    let configuration: TLSConfiguration
    /// The SHA-256 fingerprint of the picker's own certificate, for a person to compare with the browser's warning.
    /// Nil for an administrator's, which browsers know.
    let fingerprint: String?

    /// The administrator's certificate.
    init(file: String, key: String) throws(CertificateFault) {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(file)
        } catch {
            throw CertificateFault("'\(file)' is no readable certificate in PEM: \(error)")
        }
        let privateKey: NIOSSLPrivateKey
        do {
            privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
        } catch {
            throw CertificateFault("'\(key)' is no readable private key in PEM: \(error)")
        }
        try self.init(chain, privateKey, subject: "'\(file)' and '\(key)'", fingerprint: nil)
    }

    /// A certificate and its key in one text in PEM.
    init(pem: [UInt8], path: String, fingerprint: String) throws(CertificateFault) {
        let (chain, key): ([NIOSSLCertificate], NIOSSLPrivateKey)
        do {
            chain = try NIOSSLCertificate.fromPEMBytes(pem)
            key = try NIOSSLPrivateKey(bytes: pem, format: .pem)
        } catch {
            throw CertificateFault("'\(path)' cannot be read: \(error); remove it, and the picker makes another one")
        }
        try self.init(chain, key, subject: "'\(path)'", fingerprint: fingerprint)
    }

    private init(
        _ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey, subject: String, fingerprint: String?
    ) throws(CertificateFault) {
        guard !chain.isEmpty else { throw CertificateFault("\(subject): there is no certificate in it") }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        // Whoever does not answer the end of TLS (RFC 8446, 6.1) would keep a connection that the server has closed.
        configuration.shutdownTimeout = .zero
        do {
            // Refuses a key of another certificate here, and not at the first connection.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw CertificateFault("\(subject) do not belong together: \(error)")
        }
        self.configuration = configuration
        self.fingerprint = fingerprint
    }
}
