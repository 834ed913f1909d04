// SPDX-License-Identifier: Apache-2.0

import CLibFuzzer
import FuzzProperties
import Glibc

/// One program for all targets: `fuzz TARGET [OPTIONS OF LIBFUZZER] [CORPUS ...]`.
@main
struct Driver {
    static let target: Target = {
        guard CommandLine.arguments.count > 1, let target = Target(rawValue: CommandLine.arguments[1]) else {
            print(Target.allCases.map(\.rawValue).joined(separator: "\n"))
            exit(2)
        }
        return target
    }()

    static func main() {
        _ = target
        // libFuzzer takes what does not begin with a dash for a corpus.
        var count = CommandLine.argc - 1
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
        exit(LLVMFuzzerRunDriver(&count, &arguments) { check($0, $1) })
    }
}

/// libFuzzer's own main, which the linker takes in beside ours, wants it by this name.
@c(LLVMFuzzerTestOneInput)
func check(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try Driver.target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        print("\(error)")
        fflush(nil)
        abort()
    }
    return 0
}
