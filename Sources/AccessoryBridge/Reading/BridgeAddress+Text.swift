// SPDX-License-Identifier: Apache-2.0

extension BridgeAddress {
    /// Reads `{address}`, `{address:3}` for the last three octets, and either with a number to add, such as `{address}-1`.
    init(text: String) throws(Unreadable) {
        let pieces = try Braces.pieces(of: text)
        guard case .field(let inner)? = pieces.first, pieces.count <= 2 else {
            throw Unreadable("'\(text)' is not an address such as {address}, {address:3} or {address}-1")
        }
        let (name, rest) = try Braces.name(inner)
        guard let name else { throw Unreadable("'\(text)' compares nothing; give the field a name, such as {address}") }
        let octets = rest.map { Braces.number($0[...]) ?? 0 } ?? 6
        guard (1...6).contains(octets) else {
            throw Unreadable("'{\(inner)}' names no number of octets from the end: 1 to 6, such as {address:3}")
        }
        var summand = 0
        if pieces.count == 2 {
            guard case .literal(let sum) = pieces[1], let sign = sum.first, sign == "+" || sign == "-",
                let number = Braces.number(sum.dropFirst()), number <= 255
            else {
                throw Unreadable("'\(text)' does not add a number of up to 255 to its last octet, such as {address}-1")
            }
            summand = sign == "-" ? -number : number
        }
        self.init(name, octets: octets, steps: [.add(summand)])
    }
}
