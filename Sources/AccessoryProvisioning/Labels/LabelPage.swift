// SPDX-License-Identifier: Apache-2.0

/// The address of a page that draws a label: `https://example.org/qrcode.html?data=MT%3AY.K9042C00KA0648G00`. Firmware
/// prints such addresses into its log (esp-idf, `wifi_prov_print_qr`; connectedhomeip, `PrintOnboardingCodes`), and makers
/// have pages of their own.
enum LabelPage {
    /// The label in the address; nil if the text is no such address.
    static func label(in text: [UInt8]) throws(LabelFault) -> [UInt8]? {
        guard let rest = text.dropping("HTTPS://") ?? text.dropping("HTTP://"),
            let mark = rest.firstIndex(of: UInt8(ascii: "?"))
        else { return nil }
        let parameters = rest[(mark + 1)...].split(separator: UInt8(ascii: "&")).map { Array($0) }
        guard let value = parameters.compactMap({ $0.dropping("DATA=") }).first else { return nil }
        guard let label = value.fromPercentEncoding, label.text != nil else {
            throw LabelFault(.percentEncoding, .wrong)
        }
        return label
    }
}
