// SPDX-License-Identifier: Apache-2.0
//
// Programs with a fault that the sanitizers must report, and one without a fault. Only they make an empty report a proof.

import Dispatch
import Glibc
import Synchronization

final class Counter: @unchecked Sendable {
    var count = 0
    let guarded = Mutex(0)
}

let counter = Counter()

@inline(never)
func leak() {
    guard let lost = malloc(64) else { return }
    lost.storeBytes(of: 1, as: Int.self)
}

switch CommandLine.arguments.dropFirst().first {
case "overflow":
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 8)
    bytes[Int(CommandLine.argc) + 6] = 1
    print(bytes[0])
case "leak":
    for _ in 0..<100 { leak() }
case "race":
    // Beside a Mutex that has nothing to do with it, and that is contended.
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<10_000 {
            counter.guarded.withLock { $0 += 1 }
            counter.count += 1
        }
    }
case "mutex":
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<10_000 { counter.guarded.withLock { $0 += 1 } }
    }
    guard counter.guarded.withLock({ $0 == 80_000 }) else { exit(3) }
case "nothing":
    print(counter.count)
case _:
    exit(2)
}
