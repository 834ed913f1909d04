// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// Tasmota's WifiManager: it tests the network for some seconds while its hotspot stays, and saves it only if that
/// succeeds (arendst/Tasmota 15.2, tasmota_xdrv_driver/xdrv_01_9_webserver.ino, `HandleWifiConfiguration`).
///
/// The pages are for people, in the language of the build. So a page counts by what all languages have: a link to the
/// new address is a success, and the form without a running test is a failure.
///
/// A password of the accessory's own protects only the pages that announce a restart (`WebRestart`). Then the answers to
/// the form and to the look after a test are 401, and the accessory tests the network all the same.
public struct TasmotaMachine: FamilyMachine, HTTPMachine {
    /// Between two looks at the page.
    public static let pollPause: Duration = .seconds(3)
    /// The test itself takes 9 seconds.
    public static let mostPolls = 12
    /// The form alone counts as a failure from this look on, when the test must be over.
    public static let pollsOfATest = 4

    enum Step: Hashable, Sendable {
        case identify
        case setNetwork
        case look
    }

    static let identification = Step.identify
    static let handOver = Step.setNetwork
    var look: Step? { .look }

    let network: NetworkText?
    var course = Course<Step>()
    let protection: HandOverProtection
    private var polls = 0

    /// - Parameter hotspot: The security of the accessory's hotspot.
    public init(_ credentials: ProvisioningCredentials, hotspot: Security) {
        network = NetworkText(credentials.network)
        protection = Family.tasmota.protection(hotspot: hotspot)
    }

    public mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect] { perform(event) }

    func request(for step: Step) -> HTTPRequest {
        switch step {
        // The page scans before it answers.
        case .identify: HTTPRequest(.get, "/wi?", patience: .seconds(20))
        case .look: HTTPRequest(.get, "/wi?", patience: .seconds(20))
        case .setNetwork:
            HTTPRequest(
                .get,
                Query.target(
                    "/wi", [("s1", network?.ssid ?? ""), ("p1", network?.passphrase ?? ""), ("save", "")]))
        }
    }

    mutating func receive(_ answer: HTTPAnswer, to step: Step) -> [ProvisioningEffect] {
        let page = TasmotaPage(answer)
        switch step {
        case .identify:
            guard page.isTasmota, page.hasForm else { return course.finish(.portalNotServed) }
            return handOver(to: DeviceIdentity(version: page.version))
        case .setNetwork:
            guard (200..<400).contains(answer.status) || answer.status == 401 else {
                return course.finish(.portalNotServed)
            }
            return [.report(.waitingForAccessory)] + (arrive(page) ?? course.wait(Self.pollPause, then: .look))
        case .look: return look(page, isHidden: answer.status == 401)
        }
    }

    private mutating func arrive(_ page: TasmotaPage) -> [ProvisioningEffect]? {
        guard page.isSuccess else { return nil }
        course.arrive(address: page.address)
        return course.giveUp()
    }

    /// - Parameter isHidden: The page is behind the accessory's own password.
    private mutating func look(_ page: TasmotaPage, isHidden: Bool) -> [ProvisioningEffect] {
        if let end = arrive(page) { return end }
        if page.isRestart || isHidden { return course.giveUp() }
        polls += 1
        if page.isFailure || (page.hasForm && !page.isTesting && polls >= Self.pollsOfATest) {
            return course.finish(.notJoined)
        }
        return polls < Self.mostPolls ? course.wait(Self.pollPause, then: .look) : course.giveUp()
    }
}
