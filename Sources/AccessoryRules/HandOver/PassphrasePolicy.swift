// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryProvisioning

/// Who may have the home network's passphrase, of which network, and over which protection. The word is the
/// administrator's, in accessoryd.conf, unless an order has a warrant.
package struct PassphrasePolicy: Hashable, Sendable {
    /// The apps that may have it.
    package var apps: Set<String> = []
    /// The network for accessories; nil: the one that this machine is on.
    package var homeNetwork: HomeNetwork?
    /// More networks for accessories, by the names that plans, apps and persons choose them by.
    package var networks: [String: HomeNetwork] = [:]
    /// The networks of which accessories get WPA2 alone, by the same names; `homeNetwork` has the empty one.
    package var wpa2Only: Set<String> = []
    package var clearText = ClearTextPolicy.ask
    /// The administrator's own file, for the refusals.
    package var file = "/etc/accessoryd/accessoryd.conf"

    package init() {}

    // MARK: The whole question

    /// The errand of an app by itself, over the hotspot that it has joined.
    package func errand(
        of app: String, over lease: Lease.ID?, network: String?
    ) throws(AccessoryError) -> UplinkErrand {
        try checkMayHave(app)
        try checkMayChoose(network)
        guard let lease else { throw noHotspot(of: app) }
        return UplinkErrand(over: lease, network: network)
    }

    /// Whether a person may order a hand-over of this network. A hotspot that merely looks like an accessory gets the
    /// passphrase, too. So it takes the word of root, for a caller or for a phone, or the administrator's.
    package func checkOrder(network: String?, _ warrant: Warrant?) throws(AccessoryError) {
        try checkMayHave(OnboardOrder.app, warrant)
        if warrant != .root { try checkMayChoose(network) }
    }

    /// Why every order with this warrant is refused, whatever it names; nil if it is not.
    package func refusalOfOrders(_ warrant: Warrant?) -> AccessoryError? {
        do throws(AccessoryError) {
            try checkMayHave(OnboardOrder.app, warrant)
            return nil
        } catch {
            return error
        }
    }

    /// Before the credentials are looked up.
    package func check(_ errand: UplinkErrand, of app: String, in hotspot: HeldHotspot?) throws(AccessoryError) {
        try checkMayHave(app, errand.warrant)
        try checkProof(errand, in: hotspot)
        try checkLink(errand, in: hotspot)
    }

    /// Right before they are given: meanwhile the administrator may have revoked the right, and the app may have left.
    package func checkGiving(
        _ errand: UplinkErrand, of app: String, in hotspot: HeldHotspot?
    ) throws(AccessoryError) {
        try checkMayHave(app, errand.warrant)
        if errand.lease != nil, hotspot?.isJoined != true { throw hasLeft(app) }
        try checkProof(errand, in: hotspot)
        try checkLink(errand, in: hotspot)
    }

    // MARK: Who

    package func mayHave(_ app: String) -> Bool { apps.contains(app) }

    package func checkMayHave(_ app: String, _ warrant: Warrant? = nil) throws(AccessoryError) {
        guard warrant != nil || mayHave(app) else { throw notNamed(app) }
    }

    // MARK: Which network

    /// A profile of NetworkManager may be of any network that this machine knows, and is for root and the administrator's
    /// files alone.
    func checkMayChoose(_ network: String?) throws(AccessoryError) {
        guard let network, networks[network] == nil else { return }
        throw notForApps(network)
    }

    /// The network of this name, or else the administrator's; nil: the machine's own.
    package func network(named name: String?) -> HomeNetwork? {
        name.map { networks[$0] ?? .profile($0) } ?? homeNetwork
    }

    /// The same for a hand-over.
    ///
    /// - Parameter byLabel: the accessory gets a connector by its label of Wi-Fi Easy Connect.
    package func network(named name: String?, byLabel: Bool) throws(AccessoryError) -> HomeNetwork? {
        let network = network(named: name)
        if case .connectors(let ssid)? = network, !byLabel {
            throw AccessoryError(.connectionFailed, HomeNetwork.refusalWithoutLabel(ssid))
        }
        return network
    }

    /// The machine's own network, before a lease cuts any; nil if there are several: then it is the one that is cut.
    package func ownNetwork(among own: OwnNetworks) throws(AccessoryError) -> Uplink? {
        guard let first = own.all.first else { throw noSingleNetwork(own.all) }
        return own.all.count == 1 ? first : nil
    }

    /// The machine's own network: the one that the errand's lease has cut, or else the only one.
    package func ownNetwork(
        among own: OwnNetworks, for errand: UplinkErrand, in hotspot: HeldHotspot?
    ) throws(AccessoryError) -> Uplink {
        guard errand.lease != nil else {
            guard let only = try ownNetwork(among: own) else { throw noSingleNetwork(own.all) }
            return only
        }
        guard let hotspot else { throw AccessoryError(.notAuthorized, "the hotspot was left meanwhile") }
        let network = own.beside(hotspot.interface, isBySecondStation: hotspot.isBySecondStation)
        guard let network else {
            throw AccessoryError(UplinkFault.none(interface: hotspot.interface))
        }
        return network
    }

    /// WPA2 alone, by the order or by `Security=` of the network that it names.
    package func isWPA2Only(_ errand: UplinkErrand) -> Bool {
        errand.terms?.isWPA2Only == true || wpa2Only.contains(errand.network ?? "")
    }

    /// The credentials as the errand hands them over. Throws if the network has no passphrase, and so no WPA2.
    package func limited(
        _ credentials: UplinkCredentials, for errand: UplinkErrand
    ) throws(AccessoryError) -> UplinkCredentials {
        guard isWPA2Only(errand) else { return credentials }
        guard credentials.security.key == .passphrase else { throw noWPA2(credentials) }
        var limited = credentials
        limited.security = .wpa2
        return limited
    }

    // MARK: Over which protection

    /// The weakest protection with which the credentials may go on; nil if the agent does not pass them on itself.
    package func leastProtection(of errand: UplinkErrand, in hotspot: HeldHotspot?) -> HandOverProtection? {
        if errand.isByLabel { return .proven }
        return errand.terms.map { leastProtection(of: $0, isLinkEncrypted: isEncrypted(errand, in: hotspot)) }
    }

    /// - Parameter isLinkEncrypted: the accessory's own network has a passphrase, or its Bluetooth link a bond.
    package func leastProtection(of terms: HandOverTerms, isLinkEncrypted: Bool) -> HandOverProtection {
        let isClear =
            switch clearText {
            case .ask: terms.allowsClearText
            case .allow: true
            case .refuse: false
            }
        if isClear { return .clearText }
        return isLinkEncrypted ? .link : .proven
    }

    func isEncrypted(_ errand: UplinkErrand, in hotspot: HeldHotspot?) -> Bool {
        switch errand.way {
        case .lease: hotspot?.isEncrypted == true
        case .bluetooth(_, let family): family.needsBond
        case .easyConnect: true
        case .network(_, let security): security.key == .passphrase
        }
    }

    /// Whatever may be readable, a proof that was given is checked.
    private func checkProof(_ errand: UplinkErrand, in hotspot: HeldHotspot?) throws(AccessoryError) {
        guard errand.terms?.proof.secret != nil, let family = errand.family, !family.mayNeedProof else { return }
        throw .proofUnused(by: errand.title ?? hotspot?.ssid.description ?? "", family)
    }

    /// On a link without encryption, a device that poses as the accessory would get the credentials.
    private func checkLink(_ errand: UplinkErrand, in hotspot: HeldHotspot?) throws(AccessoryError) {
        if isEncrypted(errand, in: hotspot) || errand.takesUplinkOverOpen || errand.hasSession { return }
        if leastProtection(of: errand, in: hotspot) == .clearText { return }
        switch errand.way {
        case .lease:
            // Nobody gets them in a hotspot that was left: `checkGiving` refuses that.
            if let hotspot { throw unprotected(hotspot, errand) }
        case .bluetooth(let title, let family): throw unprotected(title, family, errand)
        case .network(let title, let security): throw unprotected(title, on: security, errand)
        case .easyConnect: break
        }
    }
}
