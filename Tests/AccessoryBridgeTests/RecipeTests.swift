// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

struct RecipeTests {
    private func recipe(_ family: String) throws -> HotspotRecipe {
        let device =
            switch family {
            case "GoPro": try device(services: ["FEA6"])
            case "Sony": try device(company: (0x012D, "03 00 64 00"))
            case "Canon": try device(services: ["00010000-0000-1000-0000-d8492fffa821"])
            case _: try device(services: ["F37F568F-9071-445D-A938-5441F2E82399"])
            }
        let recipe = try #require(HotspotRecipe.of(device))
        #expect(recipe.family == family)
        return recipe
    }

    @Test(arguments: ["GoPro", "Sony", "Canon", "Ricoh"])
    func startsTheHotspotAndThenReads(family: String) throws {
        let steps = try recipe(family).steps
        let reads = steps.map { step in
            switch step {
            case .read: true
            case .write: false
            }
        }
        #expect(reads == [false, true, true])
    }

    @Test func writesWhatAGoProWants() throws {
        let steps = try recipe("GoPro").steps
        let base = "-aa8d-11e3-9046-0002a5d5c51b"
        #expect(
            steps == [
                .write(
                    service: try uuid("FEA6"), characteristic: try uuid("b5f90072\(base)"),
                    value: try bytes("03 17 01 01")),
                .read(service: try uuid("b5f90001\(base)"), characteristic: try uuid("b5f90002\(base)")),
                .read(service: try uuid("b5f90001\(base)"), characteristic: try uuid("b5f90003\(base)")),
            ])
    }

    @Test func writesWhatACanonAndARicohWant() throws {
        #expect(
            try recipe("Canon").steps.first
                == .write(
                    service: try uuid("00020000-0000-1000-0000-d8492fffa821"),
                    characteristic: try uuid("00020002-0000-1000-0000-d8492fffa821"), value: [0x0A]))
        #expect(
            try recipe("Ricoh").steps.last
                == .read(
                    service: try uuid("F37F568F-9071-445D-A938-5441F2E82399"),
                    characteristic: try uuid("0F38279C-FE9E-461B-8596-81287E8C9A81")))
    }

    @Test(arguments: [
        ("GoPro", "47 50 32 34 35 30 30 37 31 31", "73 65 63 72 65 74 31 32", "GP24500711", "secret12"),
        ("Sony", "09 00 00 54 65 73 74 2D 41 50", "0A 00 00 73 65 63 72 65 74 31 32", "Test-AP", "secret12"),
        (
            "Canon", "45 4F 53 52 35 5F 31 32 00 00 00 00 00 00 00 00 00 00 00 00", "31 32 33 34 35 36 37 38",
            "EOSR5_12",
            "12345678"
        ),
        ("Ricoh", "47 52 5F 31 32 33", "31 32 33 34 35 36 37 38", "GR_123", "12345678"),
    ])
    func readsTheDevicesAnswers(family: String, ssid: String, secret: String, name: String, passphrase: String) throws {
        let sent = try recipe(family).decode([try bytes(ssid), try bytes(secret)])
        #expect(sent.ssid.description == name)
        #expect(sent.passphrase?.secret == passphrase)
    }

    @Test func readsAnOpenHotspot() throws {
        #expect(try recipe("GoPro").decode([try bytes("47 50"), []]).passphrase == nil)
        #expect(try recipe("Sony").decode([try bytes("04 00 00 47 50"), [2, 0, 0]]).passphrase == nil)
    }

    @Test(arguments: [
        ("GoPro", ["4750"], "GoPro: there are 2 answers to read, not 1"),
        ("GoPro", ["", "3132333435363738"], "GoPro: the device sent no valid SSID: an SSID has at least 1 byte"),
        ("GoPro", ["47004750", "3132333435363738"], "GoPro: the device sent its SSID in an unknown form"),
        (
            "GoPro", ["4750", "31323334"],
            "GoPro: the device sent no valid passphrase: "
                + "a passphrase has 8 to 63 characters, or 64 hexadecimal digits; this one has 4"
        ),
        (
            "Canon", ["4750", "FF32333435363738"],
            "Canon: the device sent no valid passphrase: a passphrase has printable ASCII characters only"
        ),
        ("Sony", ["0900004750", "02000031"], "Sony: the device sent its SSID in an unknown form"),
        ("Sony", ["04000047500A", "01"], "Sony: the device sent its passphrase in an unknown form"),
    ])
    func reportsWhatIsWrong(family: String, answers: [String], sentence: String) throws {
        let recipe = try recipe(family)
        let sent = try answers.map { try bytes($0) }
        let fault = #expect(throws: HotspotRecipeFault.self) { try recipe.decode(sent) }
        #expect(fault?.description == sentence)
    }

    /// It has the service of Ricoh's other cameras, without the SSID and the passphrase.
    @Test(arguments: ["00101082", "AA01234567", nil])
    func knowsNoRecipeForATheta(name: String?) throws {
        let services = ["F37F568F-9071-445D-A938-5441F2E82399"]
        let advertised = name == nil ? ["F74D1BA5-BC52-4F10-99C0-85E785EBE43F"] : []
        let theta = try device(name: name, company: (0x065F, "DA"), services: services + advertised)
        #expect(HotspotRecipe.of(theta) == nil)
        let other = try device(name: "GR_123", company: (0x065F, "DA"), services: services)
        #expect(HotspotRecipe.of(other)?.family == "Ricoh")
    }

    @Test func knowsNoRecipeForOthers() throws {
        #expect(HotspotRecipe.of(try device(name: "GoPro 1058", company: (0x012D, "04 00"))) == nil)
    }
}
