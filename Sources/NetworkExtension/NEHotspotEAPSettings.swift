// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A user's credentials for an enterprise network. They exist so that a phone's code compiles: the agent joins no
/// enterprise network, and refuses a configuration with such settings with
/// ``NEHotspotConfigurationError/invalidEAPSettings``, whatever they are.
public final class NEHotspotEAPSettings: Sendable {
    /// A version of TLS.
    public enum TLSVersion: Int, Sendable {
        /// TLS 1.0
        // swift-format-ignore: AlwaysUseLowerCamelCase
        case _1_0 = 0
        /// TLS 1.1
        // swift-format-ignore: AlwaysUseLowerCamelCase
        case _1_1 = 1
        /// TLS 1.2
        // swift-format-ignore: AlwaysUseLowerCamelCase
        case _1_2 = 2
    }

    /// A method of authentication.
    // The names that phones use.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public enum EAPType: Int, Sendable {
        /// EAP-TLS
        case EAPTLS = 13
        /// EAP-TTLS
        case EAPTTLS = 21
        /// PEAP
        case EAPPEAP = 25
        /// EAP-FAST
        case EAPFAST = 43
    }

    /// The inner authentication of EAP-TTLS.
    public enum TTLSInnerAuthenticationType: Int, Sendable {
        /// PAP
        case eapttlsInnerAuthenticationPAP = 0
        /// CHAP
        case eapttlsInnerAuthenticationCHAP = 1
        /// MSCHAP
        case eapttlsInnerAuthenticationMSCHAP = 2
        /// MSCHAP version 2
        case eapttlsInnerAuthenticationMSCHAPv2 = 3
        /// EAP
        case eapttlsInnerAuthenticationEAP = 4
    }

    private struct Values {
        var types: [Int] = []
        var innerType = TTLSInnerAuthenticationType.eapttlsInnerAuthenticationEAP
        var username = ""
        var password = ""
        var outerIdentity = ""
        var trustedServerNames: [String] = []
        var isTLSClientCertificateRequired = false
        var preferredTLSVersion = TLSVersion._1_2
    }

    private let values = Mutex(Values())

    /// Empty settings.
    public init() {}

    /// The raw values of ``EAPType`` that may be used: numbers of `Int`, or of `NSNumber` as on phones.
    public var supportedEAPTypes: [Any] {
        get { values.withLock { $0.types } }
        set {
            // NSNumber is in all of Foundation, which this library does not need.
            let types = newValue.compactMap { Int("\($0)") }
            values.withLock { $0.types = types }
        }
    }

    /// The inner authentication of EAP-TTLS; EAP by default.
    public var ttlsInnerAuthenticationType: TTLSInnerAuthenticationType {
        get { values.withLock { $0.innerType } }
        set { values.withLock { $0.innerType = newValue } }
    }

    /// The user's name.
    public var username: String {
        get { values.withLock { $0.username } }
        set { values.withLock { $0.username = newValue } }
    }

    /// The user's password.
    public var password: String {
        get { values.withLock { $0.password } }
        set { values.withLock { $0.password = newValue } }
    }

    /// The name that is sent unencrypted.
    public var outerIdentity: String {
        get { values.withLock { $0.outerIdentity } }
        set { values.withLock { $0.outerIdentity = newValue } }
    }

    /// Names of trusted servers.
    public var trustedServerNames: [String] {
        get { values.withLock { $0.trustedServerNames } }
        set { values.withLock { $0.trustedServerNames = newValue } }
    }

    /// Whether the network asks for a certificate of the user.
    public var isTLSClientCertificateRequired: Bool {
        get { values.withLock { $0.isTLSClientCertificateRequired } }
        set { values.withLock { $0.isTLSClientCertificateRequired = newValue } }
    }

    /// The version of TLS to begin with; 1.2 by default.
    public var preferredTLSVersion: TLSVersion {
        get { values.withLock { $0.preferredTLSVersion } }
        set { values.withLock { $0.preferredTLSVersion = newValue } }
    }

    /// Takes no certificate, because Linux has no `SecCertificate`.
    ///
    /// - Returns: always false. A phone returns it for certificates that it cannot use.
    public func setTrustedServerCertificates(_ certificates: [Any]) -> Bool { false }

    /// Takes no identity, because Linux has no `SecIdentity`.
    ///
    /// - Returns: always false. A phone returns it for an identity that it cannot use.
    public func setIdentity(_ identity: Any) -> Bool { false }
}

extension NEHotspotEAPSettings: Hashable {
    /// True for the same object.
    public static func == (left: NEHotspotEAPSettings, right: NEHotspotEAPSettings) -> Bool { left === right }
    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
