// SPDX-License-Identifier: Apache-2.0

/// The certificate that the picker makes for itself at its first start, and keeps.
enum OwnCertificate {
    static let file = "certificate.pem"
    /// Some browsers refuse certificates that are valid for longer.
    static let days = 825
    /// A certificate that ends sooner is replaced at the next start: 30 days, in seconds.
    private static let margin = 30 * 24 * 3600

    /// The kept certificate, or a new one for these names.
    static func kept(in folder: StateFolder, names: [String]) throws -> Certificate {
        let path = folder.path(of: file)
        if let pem = try folder.read(file), try isValid(path) {
            return try Certificate(pem: pem, path: path, fingerprint: fingerprint(path))
        }
        let pem = try made(names)
        try folder.write(pem, to: file)
        return try Certificate(pem: pem, path: path, fingerprint: fingerprint(path))
    }

    private static func isValid(_ path: String) throws(CertificateFault) -> Bool {
        try OpenSSL.run(["x509", "-noout", "-checkend", "\(margin)", "-in", path]).succeeded
    }

    /// The key never has a file of its own: openssl writes both to this process.
    private static func made(_ names: [String]) throws(CertificateFault) -> [UInt8] {
        let name = names.first ?? "accessory-picker"
        let alternatives = (names + ["localhost"]).map { "DNS:\($0)" }.joined(separator: ",")
        let (pem, succeeded) = try OpenSSL.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "-",
            "-out", "-", "-days", "\(days)", "-subj", "/CN=\(name.prefix(64))",
            "-addext", "subjectAltName=\(alternatives)", "-addext", "extendedKeyUsage=serverAuth",
        ])
        guard succeeded, !pem.isEmpty else {
            throw CertificateFault("openssl made no certificate for \(names.joined(separator: ", "))")
        }
        return pem
    }

    /// As browsers show it: 32 bytes in hexadecimal digits, between colons.
    private static func fingerprint(_ path: String) throws(CertificateFault) -> String {
        let output = try OpenSSL.run(["x509", "-noout", "-fingerprint", "-sha256", "-in", path]).output
        let line = String(decoding: output, as: UTF8.self).split(separator: "\n").first ?? ""
        guard let value = line.split(separator: "=").last, value.count == 95 else {
            throw CertificateFault("openssl did not return the fingerprint of '\(path)'")
        }
        return String(value)
    }
}
