// SPDX-License-Identifier: Apache-2.0

/// First in, first out.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : elements[head] }

    /// Those after the first.
    var rest: some Sequence<Element> { elements[head...].dropFirst().lazy.compactMap { $0 } }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    @discardableResult
    mutating func removeFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        // Elements move up only when half are gone, so that a long queue is not copied for every element.
        if head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool = { _ in true }) {
        elements = elements[head...].filter { $0.map { !isUnwanted($0) } ?? false }
        head = 0
    }
}
