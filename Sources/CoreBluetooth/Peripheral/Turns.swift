// SPDX-License-Identifier: Apache-2.0

/// What the app asked of one peripheral: one after the other, in the app's order. Pure.
struct Turns<Request> {
    /// How many writes without response may wait before the app should pause.
    static var enough: Int { 16 }

    private var waiting: [(number: Int, request: Request, isUnconfirmed: Bool)] = []
    /// The index of the first one that waits.
    private var head = 0
    /// The request whose turn it is.
    private(set) var current: (number: Int, request: Request, isUnconfirmed: Bool)?
    private var lastNumber = 0
    private var unconfirmed = 0
    private var hasFilledUp = false

    /// The app may write without response, and nothing waits too long.
    var hasRoom: Bool { unconfirmed < Self.enough }

    /// - Parameter isUnconfirmed: it is a write without response.
    mutating func add(_ request: Request, isUnconfirmed: Bool = false) {
        lastNumber += 1
        waiting.append((lastNumber, request, isUnconfirmed))
        if isUnconfirmed { unconfirmed += 1 }
        if !hasRoom { hasFilledUp = true }
    }

    /// The request to begin now, if none is under way.
    mutating func next() -> (number: Int, request: Request)? {
        guard current == nil, head < waiting.count else { return nil }
        let first = waiting[head]
        head += 1
        if head > 64, head * 2 > waiting.count {
            waiting.removeFirst(head)
            head = 0
        }
        current = first
        return (first.number, first.request)
    }

    /// Ends the current request, and returns it; nil if another one has its turn by now.
    mutating func finish(_ number: Int) -> Request? {
        guard let done = current, done.number == number else { return nil }
        current = nil
        if done.isUnconfirmed { unconfirmed -= 1 }
        return done.request
    }

    /// True once after there had been no room, when half of it is free again.
    mutating func makesRoom() -> Bool {
        guard hasFilledUp, unconfirmed <= Self.enough / 2 else { return false }
        hasFilledUp = false
        return true
    }

    /// Ends everything, and returns it in the app's order.
    mutating func removeAll() -> [Request] {
        let all = [current].compactMap { $0?.request } + waiting[head...].map(\.request)
        (current, waiting, head, unconfirmed, hasFilledUp) = (nil, [], 0, 0, false)
        return all
    }
}
