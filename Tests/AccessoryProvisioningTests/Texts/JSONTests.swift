// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryProvisioning

struct JSONTests {
    private func read(_ text: String) -> JSON? { JSONReader.value(of: Array(text.utf8)) }

    @Test func readsValues() {
        let value = read(#" {"a":[1,-2.5e1,true,null,{}],"b":"x\n\u00e9\ud83d\ude00\/"} "#)
        #expect(value?["a"] == .array([1, .number(-25), true, .null, .object([])]))
        #expect(value?["b"]?.text == "x\né😀/")
        #expect(value?["c"] == nil)
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\"}", "tru", "nan", "0x1", "1e999", "\"", "\"\\x\"", "\"\\u12\"", "1 2", "{\"a\":1,}",
    ])
    func refusesWhatIsBroken(text: String) { #expect(read(text) == nil) }

    @Test func boundsTheDepth() {
        #expect(read(String(repeating: "[", count: 16) + String(repeating: "]", count: 16)) != nil)
        #expect(read(String(repeating: "[", count: 17) + String(repeating: "]", count: 17)) == nil)
        #expect(read(String(repeating: "[", count: 60_000)) == nil)
    }

    @Test func refusesMoreThanAnAnswer() {
        #expect(JSONReader.value(of: [0x31] + Array(repeating: 0x20, count: HTTPAnswer.bodyLimit)) == nil)
    }

    @Test func aLoneSurrogateIsReplaced() {
        #expect(read(#""\ud800x\udc00\ud800A""#)?.text == "\u{FFFD}x\u{FFFD}\u{FFFD}A")
    }

    @Test func theBeginningSurvivesABreak() {
        let text = #"{"mac":"AA","aps":[{},{"ssid":"a"b","rssi":1}]}"#
        #expect(read(text) == nil)
        let value = JSONReader.beginning(of: Array(text.utf8))
        #expect(value?["mac"]?.text == "AA" && value?["aps"]?.isArray == true)
    }

    @Test func writesWhatItReads() {
        let value: JSON = ["a": ["q\"\\\u{1}\u{7F}é"], "b": 1, "c": false, "d": .null, "e": .number(0.5)]
        #expect(JSONReader.value(of: value.bytes) == value)
        #expect(String(decoding: JSON.string("a\"\u{1}").bytes, as: UTF8.self) == #""a\"\u0001""#)
    }
}

struct DeviceTextTests {
    @Test(arguments: ["10.2.3", "10.2.3.4.5", "10.2.3.+4", "10.2.3.256", "", "a.b.c.d", "10..2.3"])
    func anAddressHasFourNumbers(text: String) { #expect(DeviceText.address(text) == nil) }

    /// Whatever the accessory says.
    @Test(arguments: ["0.1.2.3", "255.1.1.1", "8.8.8.8", "127.0.0.1", "224.0.0.1"])
    func anAddressIsOneOfAHome(text: String) { #expect(DeviceText.address(text) == nil) }

    @Test func anAddressIsWrittenAnew() { #expect(DeviceText.address("192.168.001.42") == "192.168.1.42") }

    @Test func aTextIsOneShortLine() throws {
        let text = try #require(DeviceText.bounded(String(repeating: "é\n", count: 100)))
        #expect(text.utf8.count <= 64 && !text.contains("\n"))
        #expect(DeviceText.bounded("") == nil)
    }

    @Test func aRadioHasSixOctets() {
        #expect(DeviceText.radio("C049EF8C480C") == DeviceText.radio("c0:49:ef:8c:48:0c"))
        #expect(DeviceText.radio("C049EF8C48") == nil)
        #expect(DeviceText.radio("C049EF8C480CC049EF8C480C") == nil)
    }

    @Test func aQueryIsEncoded() {
        #expect(Query.target("/wi", [("s1", "a b&é"), ("p1", "=#%+~")]) == "/wi?s1=a%20b%26%C3%A9&p1=%3D%23%25%2B~")
    }
}
