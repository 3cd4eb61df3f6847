internal import ArgumentParser
internal import CLibrary

/// A command from an option, such as a password manager's, run by the shell.
enum ShellCommand {
  /// Runs the command and returns its output.
  ///
  /// The command inherits standard input and standard error, so it can ask for a passphrase.
  /// - Parameter most: The largest number of bytes that the caller accepts. Of a longer output the
  ///   method returns more bytes than that, so the caller can detect the excess.
  /// - Throws: `ValidationError` if the command can't be run or fails. No error contains its
  ///   output.
  static func output(of command: String, most: Int) throws -> [UInt8] {
    // Safe: the stream is closed once, after its last use.
    guard let stream = unsafe popen(command, "r") else {
      throw ValidationError("The command for the secret could not be run.")
    }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while bytes.count <= most {
      // Safe: no more is read than fits into the buffer.
      let count = unsafe part.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, stream) }
      guard count > 0 else { break }
      bytes += part.prefix(count)
    }
    let status = unsafe pclose(stream)
    guard status == 0 else { throw ValidationError("The command for the secret failed. Run it in a shell to see why.") }
    return bytes
  }
}
