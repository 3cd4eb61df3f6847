#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A command from an option, such as a password manager's, run by the shell.
enum ShellCommand {
  /// Runs the command and returns its output.
  ///
  /// The command inherits standard input and standard error, so it can ask for a passphrase.
  /// - Parameter most: The largest number of bytes that the caller accepts. Of a longer output the
  ///   method returns more bytes than that, so the caller can detect the excess.
  /// - Throws: ``BadValue`` if the command can't be run or fails. No error contains its
  ///   output.
  static func output(of command: String, most: Int) throws -> [UInt8] {
    let (program, output): (ChildProgram, FileDescriptor)
    do {
      (program, output) = try start(command)
    } catch {
      throw BadValue(
        "The command for the secret could not be run: \(error).", remedy: "Check that the command exists.")
    }
    // A command whose output is too long gets SIGPIPE for the rest.
    let bytes = Result { try output.closeAfter { try FileInput.bytes(of: output, most: most) } }
    guard program.wait() else {
      throw BadValue("The command for the secret failed.", remedy: "Run it in a shell to see why.")
    }
    return try bytes.get()
  }

  private static func start(_ command: String) throws -> (ChildProgram, FileDescriptor) {
    let pipe = try FileDescriptor.closedOnExecPipe()
    defer { try? pipe.writeEnd.close() }
    do {
      let program = try ChildProgram.start(
        "/bin/sh", ["sh", "-c", command], descriptors: [FileDescriptor.standardOutput.rawValue: pipe.writeEnd])
      return (program, pipe.readEnd)
    } catch {
      try? pipe.readEnd.close()
      throw error
    }
  }
}
