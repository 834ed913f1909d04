// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

@testable import LabelReading
@testable import accessory_picker

/// The real zbarimg reads the pictures.
@Suite(.timeLimit(.minutes(5))) struct PictureReaderTests {
    private static let wled = "WIFI:S:WLED-AP;T:WPA;P:wled1234;;"
    private static let espressif = #"{"ver":"v1","name":"PROV_C049EF","pop":"k7qm2vxd","transport":"softap"}"#

    private func picture(_ texts: String...) throws -> [UInt8] { try #require(LabelDrawing(texts)).png }

    private func refusal(_ bytes: [UInt8], _ reader: PictureReader = PictureReader()) async throws -> AccessoryError {
        try await #require(throws: AccessoryError.self) { _ = try await reader.label(bytes) }
    }

    @Test func readsTheLabelOfAPicture() async throws {
        for text in [Self.wled, Self.espressif, "MT:Y.K9042C00KA0648G00"] {
            let label = try await PictureReader().label(picture(text))
            #expect(label == (try Label(parsing: text)))
        }
    }

    /// A decoder that guesses takes the bytes of é and ü for a Chinese character.
    @Test func readsNamesThatAreNotASCII() async throws {
        for name in ["Café Fallback Hotspot", "Küche", "Lámpara de niños", "Lampe „Flur“", "日本語"] {
            let text = "WIFI:S:\(name);T:WPA;P:secret12;;"
            let label = try await PictureReader().label(picture(text))
            #expect(label.names == .networks([try SSID(text: name)]), "\(name)")
            let several = try await PictureReader().label(picture(text, "https://example.org/lamp"))
            #expect(several == label)
        }
    }

    /// Makers' tools write JSON over several lines, and a forged code ends a network's name.
    @Test func keepsTheLinesOfACodeTogether() async throws {
        let lines = Self.espressif.replacing(",", with: ",\n ") + "\n"
        let label = try await PictureReader().label(picture(lines, "https://example.org/lamp"))
        #expect(label == (try Label(parsing: Self.espressif)))
        let broken = "WIFI:S:MyCam-1\n;T:WPA;P:wled1234;;"
        let typed = try? Label(parsing: broken)
        #expect((try? await PictureReader().label(picture(broken))) == typed)
    }

    /// A box has its barcode's number and its maker's address, too.
    @Test func takesTheOnlyLabelAmongOtherCodes() async throws {
        let label = try await PictureReader().label(picture("https://example.org/lamp", Self.wled))
        #expect(label == (try Label(parsing: Self.wled)))
        let both = try await PictureReader().label(picture("X-HM://0071THAXQHSPN", "MT:Y.K9042C00KA0648G00"))
        #expect(both.reader == .matterController)
    }

    @Test func refusesPicturesWithoutOneLabel() async throws {
        let cases: [(bytes: [UInt8], field: String)] = [
            (LabelDrawing(width: 64, height: 64).png, "picture.nothing"),
            (try picture(Self.wled, Self.espressif), "picture.several"),
            (try picture("https://example.org/lamp"), "label"),
        ]
        for (bytes, field) in cases { #expect(try await refusal(bytes).field == field) }
    }

    @Test func refusesWhatIsNoPicture() async throws {
        #expect(try await refusal([]).field == "picture.form")
        #expect(try await refusal(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)).field == "picture.form")
        let script = Array("push graphic-context image Over 0,0 0,0 'https://example.org/'".utf8)
        #expect(try await refusal([0xFF, 0xD8, 0xFF] + script).field == "picture.unreadable")
        // zbarimg reports no failure for a damaged PNG.
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        #expect(try await refusal(start + script).field == "picture.unreadable")
    }

    /// A file of some hundred bytes that claims four milliards of pixels.
    @Test func refusesAPictureThatUnpacksToTooMuch() async throws {
        let bytes = LabelDrawing(width: 16, height: 16).png(width: 65_000, height: 65_000)
        #expect(try await refusal(bytes).field == "picture.unreadable")
    }

    @Test func endsADecoderThatTakesTooLong() async throws {
        let reader = PictureReader(
            limits: LabelPicture.Limits(memory: 192 << 20, processorTime: 8, time: .zero))
        #expect(try await refusal(picture(Self.wled), reader).field == "picture.long")
    }

    @Test func endsADecoderThatClosesItsOutputAndGoesOn() {
        let limits = LabelPicture.Limits(memory: 192 << 20, time: .milliseconds(500))
        let picture = LabelPicture(.png, [], limits: limits)
        #expect(throws: LabelPictureFault.tooLong) {
            _ = try picture.run(["/usr/bin/perl", "-e", "close STDOUT; sleep 600"])
        }
    }

    @Test func readsOnePictureOfASessionAtATime() async {
        let reader = PictureReader()
        #expect(await reader.begin(for: "a"))
        #expect(!(await reader.begin(for: "a")))
        reader.end()
        #expect(await reader.begin(for: "a"))
    }

    @Test func keepsThePlaceForAnotherSession() async {
        let reader = PictureReader(patience: .seconds(3600))
        #expect(await reader.begin(for: "a"))
        async let isOthersTurn = reader.begin(for: "b")
        // It has its turn whether it waits by now or comes later.
        for _ in 0..<10 { await Task.yield() }
        reader.end()
        #expect(await isOthersTurn)
        #expect(!(await reader.begin(for: "b")))
    }

    @Test func keepsNobodyWaitingForever() async {
        let reader = PictureReader(patience: .milliseconds(10))
        #expect(await reader.begin(for: "a"))
        #expect(!(await reader.begin(for: "b")))
        reader.end()
        #expect(await reader.begin(for: "b"))
    }

    @Test func everyRefusalHasAText() throws {
        for language in try Texts.all() {
            for field in ["form", "large", "unreadable", "long", "nothing", "several", "busy", "decoder"] {
                #expect(language.texts["refused.picture.\(field)"] != nil, "\(language.language) \(field)")
            }
        }
    }
}
