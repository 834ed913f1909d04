// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

/// Accessories that another program adds, and their labels.
struct SetupAdvertisementTests {
    private func setup(service: [UInt8]? = nil, maker: [UInt8]? = nil) throws -> SetupAdvertisement? {
        let address = try #require(MACAddress("c0:49:ef:00:00:01"))
        let matter = try #require(BluetoothUUID("FFF6"))
        return SetupAdvertisement(
            Advertisement(
                address: BluetoothAddress(address, kind: .public), serviceData: service.map { [matter: $0] } ?? [:],
                manufacturerData: maker.map { [0x004C: $0] } ?? [:]))
    }

    /// connectedhomeip's own example: discriminator 3840, vendor FFF1, product 8000.
    private static let matter: [UInt8] = [0x00, 0x00, 0x0F, 0xF1, 0xFF, 0x00, 0x80, 0x00]
    /// An outlet, not paired. The hash is `printf %s HSPNC0:49:EF:00:02:16 | sha512sum`.
    private static let homeKit: [UInt8] = [
        0x06, 0x31, 0x01, 0xC0, 0x49, 0xEF, 0x00, 0x02, 0x16, 0x07, 0x00, 0x01, 0x00, 0x01, 0x02, 0x39, 0xBB, 0x4F,
        0x20,
    ]

    @Test func readsMattersAdvertisement() throws {
        let setup = try setup(service: Self.matter)
        #expect(setup == .matter(discriminator: 3840, vendor: 0xFFF1, product: 0x8000))
        #expect(setup?.reader == .matterController && setup?.kind == "Matter FFF1:8000")
        #expect(setup?.title == "Matter, vendor FFF1, product 8000")
    }

    /// The version is above the discriminator.
    @Test func readsNoMoreThanTheDiscriminator() throws {
        let setup = try setup(service: [0, 0x34, 0xF2, 0, 0, 0, 0, 0])
        #expect(setup == .matter(discriminator: 0x234, vendor: nil, product: nil))
        #expect(setup?.kind == "Matter" && setup?.title == "Matter")
    }

    @Test func readsHomeKitsAdvertisement() throws {
        let setup = try setup(maker: Self.homeKit)
        let device = try #require(MACAddress("c0:49:ef:00:02:16"))
        #expect(setup == .homeKit(category: 7, device: device, setupHash: [0x39, 0xBB, 0x4F, 0x20]))
        #expect(setup?.reader == .appleDevice && setup?.title == "HomeKit")
    }

    @Test func anOlderHomeKitAccessoryHasNoHash() throws {
        var data = Array(Self.homeKit.prefix(15))
        data[1] = 0x2D
        guard case .homeKit(_, _, let setupHash)? = try setup(maker: data) else {
            Issue.record("it is not recognised")
            return
        }
        #expect(setupHash == nil)
        let label = try Label(parsing: "X-HM://0071THAXQHSPN")
        #expect(try setup(maker: data).map { label.fits($0) } == false)
    }

    @Test(arguments: [
        [], [0], [1, 0, 0x0F, 0xF1, 0xFF, 0x00, 0x80, 0x00], [0, 0, 0x0F, 0xF1, 0xFF, 0x00, 0x80],
        [0, 0, 0x0F, 0xF1, 0xFF, 0x00, 0x80, 0, 0],
    ])
    func anotherOpcodeOrSizeIsNone(data: [UInt8]) throws { #expect(try setup(service: data) == nil) }

    /// iBeacons and AirPods have the same company; a paired accessory takes no second home.
    @Test func otherDataOfTheCompanyIsNone() throws {
        for (index, value) in [(0, UInt8(0x02)), (0, 0x10), (1, 0x11), (1, 0x3F), (2, 0x00)] {
            var data = Self.homeKit
            data[index] = value
            #expect(try setup(maker: data) == nil, "byte \(index) is \(value)")
        }
        for count in 0..<15 { #expect(try setup(maker: Array(Self.homeKit.prefix(count))) == nil, "\(count) bytes") }
    }

    @Test(arguments: [
        ("MT:Y.K9042C00KA0648G00", true), ("34970112332", true), ("MT:-24J0AFN00KA0648G00", false),
        ("X-HM://0071THAXQHSPN", false), ("WIFI:S:a;;", false),
    ])
    func mattersLabelFindsItsAccessory(text: String, fits: Bool) throws {
        let setup = try #require(try setup(service: Self.matter))
        #expect(try Label(parsing: text).fits(setup) == fits)
    }

    /// Another device of the same model, and one that hides its model.
    @Test func theDiscriminatorDecides() throws {
        let label = try Label(parsing: "MT:Y.K9042C00KA0648G00")
        #expect(!label.fits(.matter(discriminator: 3841, vendor: 0xFFF1, product: 0x8000)))
        #expect(label.fits(.matter(discriminator: 3840, vendor: nil, product: nil)))
        let digits = try Label(parsing: "34970112332")
        #expect(digits.fits(.matter(discriminator: 0xF42, vendor: 1, product: 2)))
        #expect(!digits.fits(.matter(discriminator: 0xE00, vendor: 1, product: 2)))
    }

    @Test(arguments: [
        ("X-HM://0071THAXQHSPN", true), ("X-HM://0071THAXQHSPM", false), ("466-37-726", false),
        ("MT:Y.K9042C00KA0648G00", false),
    ])
    func homeKitsLabelFindsItsAccessory(text: String, fits: Bool) throws {
        let setup = try #require(try setup(maker: Self.homeKit))
        #expect(try Label(parsing: text).fits(setup) == fits)
    }

    @Test func aHomeKitAccessoryOfAnotherKindDoesNotFit() throws {
        let label = try Label(parsing: "X-HM://0071THAXQHSPN")
        let device = try #require(MACAddress("c0:49:ef:00:02:16"))
        #expect(!label.fits(.homeKit(category: 5, device: device, setupHash: [0x39, 0xBB, 0x4F, 0x20])))
    }
}
