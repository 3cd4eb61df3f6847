#if os(Linux)
import Foundation
import Subprocess
import SystemPackage
import Testing

@testable import PixyCLI

/// The memory of processes that hold tokens and keys.
@Suite(.timeLimit(.minutes(60))) struct ProcessMemoryTests {
  /// Starts a program with an unlimited size of core dumps, ends it with a signal as soon as it has
  /// written something, and prints whether the kernel wrote a core dump. Python has the status of a
  /// child with that bit. Swift's own handler of crashes doesn't catch SIGSYS.
  private static let script = """
    import os, resource, signal, sys
    # The tests' threads block signals, and the child would inherit that.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    _, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.chdir(sys.argv[1])
        os.dup2(write, 1)
        os.dup2(write, 2)
        os.execv(sys.argv[2], sys.argv[2:])
    os.close(write)
    os.read(read, 1)
    os.kill(child, signal.SIGSYS)
    _, status = os.waitpid(child, 0)
    print("core" if os.WCOREDUMP(status) else "no core", os.WIFSIGNALED(status))
    """

  private static func end(of program: String, _ arguments: [String], in folder: String) async throws -> String? {
    try await run(
      .path("/usr/bin/python3"), arguments: Arguments(["-c", script, folder, program] + arguments), input: .none,
      output: .string(limit: 1_000), error: .discarded
    ).standardOutput
  }

  @Test func `A process with tokens or keys leaves no core dump`() async throws {
    let folder = try TemporaryFolder()
    // Some machines write no core dumps at all, and then nothing can be shown here.
    let control = try await Self.end(of: "/bin/sh", ["-c", "echo x; exec sleep 100"], in: folder.path)
    #expect(control == "core True\n" || control == "no core True\n")
    #expect(try await Self.end(of: Repository.pixy, ["serve", "--port", "0"], in: folder.path) == "no core True\n")
  }
}
#endif
