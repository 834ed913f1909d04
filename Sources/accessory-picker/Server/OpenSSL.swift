// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The program `openssl`, which makes and describes certificates.
enum OpenSSL {
    /// The arguments are never secret: other users can read them.
    ///
    /// - Returns: its output, and whether it succeeded.
    /// - Throws: if it cannot be started.
    static func run(_ arguments: [String]) throws(CertificateFault) -> (output: [UInt8], succeeded: Bool) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw CertificateFault(String(cString: strerror(errno))) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

        var process = pid_t()
        var words = (["openssl"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        // A name without a folder is looked for in the usual folders, not in an environment that somebody else set.
        var environment: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/bin:/bin"), strdup("LC_ALL=C"), nil]
        defer { for variable in environment { free(variable) } }
        let code = posix_spawn(&process, "/usr/bin/openssl", &actions, nil, &words, &environment)
        close(ends[1])
        guard code == 0 else {
            throw CertificateFault(
                "'/usr/bin/openssl', which makes the page's certificate: \(String(cString: strerror(code))); install "
                    + "openssl, name a certificate with --certificate and --key, or serve plain HTTP with "
                    + "--insecure-http")
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0, output.count < StateFolder.sizeLimit else { break }
            output += buffer[..<count]
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return (output, status == 0)
    }
}
