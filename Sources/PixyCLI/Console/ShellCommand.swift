internal import ArgumentParser
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A command that somebody wrote into an option, run by the shell as they would run it: a password manager's, above all.
enum ShellCommand {
  /// What it prints.
  ///
  /// It has our standard input and standard error, so that it can ask for a passphrase.
  /// - Parameter most: how many octets are wanted at most; of more some are given, so that the caller sees it.
  /// - Throws: `ValidationError` if it can't be run or fails. What it printed is in no error.
  static func output(of command: String, most: Int) throws -> [UInt8] {
    // Safe: the stream is closed once, after its last use.
    guard let stream = unsafe popen(command, "r") else {
      throw ValidationError("The command for a secret cannot be run.")
    }
    var octets: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while octets.count <= most {
      // Safe: no more is read than the buffer has room for.
      let count = unsafe part.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, stream) }
      guard count > 0 else { break }
      octets += part.prefix(count)
    }
    let status = unsafe pclose(stream)
    guard status == 0 else { throw ValidationError("The command for a secret failed.") }
    return octets
  }
}
