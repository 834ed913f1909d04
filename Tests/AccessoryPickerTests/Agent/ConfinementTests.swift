// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Testing

/// A decoder that a stranger's picture has taken over. Perl stands in its place.
@Suite(.timeLimit(.minutes(5))) struct ConfinementTests {
    /// The output of the script, which prints "in" where it gets in.
    private func output(of script: String) throws -> String {
        var pipe: [Int32] = [-1, -1]
        try #require(linux_pipe(&pipe) == 0)
        defer { close(pipe[0]) }
        let command: [String] = ["/usr/bin/perl", "-e", script]
        var words = command.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(nothing) }
        var confinement = linux_confinement(seconds: 10, memory: 256 << 20, user: 0x7FFF_0001)
        let process = linux_run_confined(&words, &environment, nothing, pipe[1], &confinement)
        close(pipe[1])
        try #require(process > 0)
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while case let count = read(pipe[0], &part, part.count), count > 0 { text += part[..<count] }
        var status: Int32 = 0
        try #require(waitpid(process, &status, 0) == process)
        return String(decoding: text, as: UTF8.self)
    }

    @Test func runs() throws { #expect(try output(of: "print 'in'") == "in") }

    @Test(arguments: [
        "use Socket; socket(my $s, PF_UNIX, SOCK_STREAM, 0) and print 'in'",
        "use Socket; socket(my $s, PF_INET, SOCK_STREAM, 0) and print 'in'",
        "kill(0, getppid) and print 'in'",
    ]) func reachesNoSocketAndNoOtherProcess(script: String) throws {
        #expect(try output(of: script) == "")
    }

    /// An error of the file or of the process would show that the kernel had looked for it.
    @Test(arguments: [
        "fork // 1 or print 'in'", "shmget(0, 4096, 01666) // exit; print 'in'", "msgget(0, 01666) // exit; print 'in'",
        "fcntl(STDOUT, 8, $$ + 0) and print 'in'", "fcntl(STDOUT, 10, 9) and print 'in'",
        "ioctl(STDOUT, 0x8901, pack('i', $$)); $! == 25 and print 'in'",
        "chmod(0666, '/nowhere'); $! == 2 and print 'in'", "chown(0, 0, '/nowhere'); $! == 2 and print 'in'",
        "utime(0, 0, '/nowhere'); $! == 2 and print 'in'",
        "use POSIX; syscall((uname)[4] eq 'x86_64' ? 302 : 261, 1 << 29, 7, 0, 0); $! == 3 and print 'in'",
    ]) func leavesNothingBehindAndSignalsNobody(script: String) throws {
        #expect(try output(of: script) == "")
    }

    /// Calls that Perl has no name for: their numbers on x86-64, and on the architectures whose numbers are the kernel's usual ones.
    @Test(arguments: [
        "call(76, 45, '/nowhere', 0); $! == 2 and print 'in'",
        "call(144, 119, 0, 5, 0); $! == 22 and print 'in'", "call(251, 30, 1, 0, 0) == 0 and print 'in'",
        "call(157, 167, 1, 0, 0, 0, 0) == 0 and print 'in'",
        "call(30, 196, 1 << 30, 0, 0); $! != 1 and print 'in'", "call(31, 195, 1 << 30, 2, 0); $! != 1 and print 'in'",
        "call(69, 189, 1 << 30, 0, 0, 0); $! != 1 and print 'in'",
        "call(71, 187, 1 << 30, 2, 0); $! != 1 and print 'in'",
        "call(70, 188, 1 << 30, 0, 0, 0, 0); $! != 1 and print 'in'", "call(73, 32, 1, 6) == 0 and print 'in'",
        "call(65, 193, 1 << 30, 0, 1); $! != 1 and print 'in'", "call(66, 191, 1 << 30, 0, 2); $! != 1 and print 'in'",
        "call(294, 26, 0) < 0 or print 'in'", "call(241, 181, 'nowhere'); $! == 2 and print 'in'",
        "call(56, 220, 1 << 16, 0, 0, 0, 0); $! == 22 and print 'in'",
        "call(463, 463, -100, '/nowhere', 0, 'user.a', 0, 0); $! != 38 and print 'in'",
    ]) func makesNoCallForWhichThereIsNoOtherGuard(script: String) throws {
        let call = "use POSIX; sub call { my ($a, $b, @c) = @_; syscall((uname)[4] eq 'x86_64' ? $a : $b, @c) } "
        #expect(try output(of: call + script) == "")
    }

    @Test(
        .enabled(if: linux_landlock_version() > 0, "this kernel has no Landlock"),
        arguments: [
            "open(my $f, '>', \"/tmp/confined-$$\") and print 'in'", "opendir(my $d, '/root') and print 'in'",
            "opendir(my $d, '/tmp') and print 'in'", "open(my $f, '<', '/proc/self/environ') and print 'in'",
            "open(my $f, '<', '/var/lib/dpkg/status') and print 'in'", "exec('/bin/echo', 'in')",
        ]) func readsNothingOfAPersonAndWritesNothing(script: String) throws
    {
        #expect(try output(of: script) == "")
    }

    @Test func hasNoDescriptorAndNoVariableOfItsParent() throws {
        #expect(try output(of: "print join ',', grep { open(my $f, '<&=', $_) } 3 .. 63") == "")
        #expect(try output(of: "print keys %ENV") == "")
    }

    @Test(.enabled(if: geteuid() == 0, "only root has rights to give up")) func isNobodyOfThisMachine() throws {
        #expect(try output(of: "print \"$< $> $(\"").split(separator: " ").allSatisfy { $0 == "2147418113" })
    }
}
