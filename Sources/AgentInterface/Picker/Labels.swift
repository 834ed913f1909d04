// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Distinguishes accessories of one name by what is printed on them or on their labels: the end of the SSID or of the
/// Bluetooth name, or else the last bytes of the address.
package struct Labels {
    package struct Subject {
        package var name: String
        package var ssid: SSID?
        package var bluetoothName: String?
        package var address: MACAddress?

        package init(name: String, ssid: SSID? = nil, bluetoothName: String? = nil, address: MACAddress? = nil) {
            self.name = name
            self.ssid = ssid
            self.bluetoothName = bluetoothName
            self.address = address
        }

        /// The name over the air. An SSID with escaped bytes cannot be cut.
        fileprivate var printed: String? {
            let text = ssid?.description ?? bluetoothName
            return text?.contains("\\") == true ? nil : text
        }

        /// The last two of the six bytes, as labels have them.
        fileprivate var endOfAddress: String? { address.map { String($0.description.suffix(5)).uppercased() } }
    }

    /// The fewest characters of a name that serve as a label.
    private static let shortest = 4

    /// One label for each subject; nil for a name that only one has.
    package static func of(_ subjects: [Subject]) -> [String?] {
        let groups = Dictionary(grouping: subjects.indices) { subjects[$0].name }
        var labels = [String?](repeating: nil, count: subjects.count)
        for group in groups.values where group.count > 1 {
            let common = commonStart(of: group.compactMap { subjects[$0].printed })
            let ends = group.map { index in subjects[index].printed.map { end(of: $0, after: common) } }
            for (index, end) in zip(group, ends) {
                let isAlone = ends.count { $0 == end } == 1
                let parts = [end, isAlone && end != nil ? nil : subjects[index].endOfAddress].compactMap { $0 }
                labels[index] = parts.isEmpty ? nil : parts.joined(separator: " ")
            }
        }
        return labels
    }

    private static func commonStart(of texts: [String]) -> Int {
        guard let first = texts.first else { return 0 }
        return texts.dropFirst().reduce(first.count) { length, text in
            min(length, zip(first, text).prefix { $0 == $1 }.count)
        }
    }

    /// From the last mark such as a hyphen before the difference; without one, at least ``shortest`` characters. The whole
    /// name if that is the end of a word, which nobody finds on a label.
    private static func end(of text: String, after common: Int) -> String {
        let start = text.prefix(common)
        let mark = start.lastIndex { !$0.isLetter && !$0.isNumber }.map(text.index(after:))
        let end = mark.map { text[$0...] } ?? text.suffix(max(text.count - common, shortest))
        let cutsWord = text[..<end.startIndex].last?.isLetter == true && end.first?.isLetter == true
        return end.isEmpty || cutsWord ? text : String(end)
    }
}
