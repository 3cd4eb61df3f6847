package import CLibrary
internal import FoundationBasics
package import OAuthCore
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// Secrets from a file, standard input, the environment or a command. An argument is never
/// accepted, because other users of the machine can read the arguments of processes.
package enum SecretInput {
  package static let maximumBytes = 65_536

  /// Reads a secret of one line, and prompts for it if standard input is a terminal.
  /// - Parameters:
  ///   - path: The source, as in ``read(_:)``.
  ///   - what: The prompt, such as `The password`.
  package static func read(_ path: String, asking what: String) throws -> Secret {
    guard path == "-" else { return try read(path) }
    guard Terminal.isInput else {
      // The error names what is missing.
      return try read(path, most: maximumBytes, called: what.hasPrefix("The ") ? String(what.dropFirst(4)) : what)
    }
    let line = try HiddenLine.read(what)
    guard !line.isEmpty else { throw BadValue("Nothing was typed.", remedy: "Type the secret, then press Return.") }
    guard line.utf8.count < LineEditor.longestLine else {
      throw BadValue(
        "The typed text is too long: it has \(LineEditor.longestLine) bytes or more.", remedy: "Use a file.")
    }
    return Secret(line)
  }

  /// Reads a secret. One line ending at its end is removed.
  /// - Parameter path: A file's path, `-` for standard input, `env:NAME` for a variable, or
  ///   `command:COMMAND` for the output of a shell command. Write a file whose name begins like one
  ///   of these as `./env:name`.
  package static func read(_ path: String) throws -> Secret { try read(path, most: maximumBytes, called: "secret") }

  /// Returns whether the path of a secret is a file's, which can be read repeatedly.
  package static func isFile(_ path: String) -> Bool {
    path != "-" && path.dropping("env:") == nil && path.dropping("command:") == nil
  }

  /// Returns whether users other than a file's owner have access to it.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - forbidden: The permissions that count as access. Default: all of the group and of others.
  /// - Returns: `false` if it isn't a file or can't be read, and for systemd's credentials, whose
  ///   folder only the service can open.
  package static func isOpenToOthers(_ path: String, by forbidden: mode_t = 0o077) -> Bool {
    let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
    if let credentials, path.hasPrefix(credentials + "/") { return false }
    guard isFile(path), let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else {
      return false
    }
    defer { try? file.close() }
    var status = stat()
    return unsafe fstat(file.rawValue, &status) == 0 && status.st_mode & forbidden != 0
  }

  /// Reads certificates. They aren't secret, but have the same sources. The limit is higher,
  /// because a machine's file of authorities has more than 200,000 bytes.
  package static func certificates(_ path: String) throws -> String {
    try read(path, most: 4_194_304, called: "certificate").reveal()
  }

  private static func read(_ path: String, most: Int, called what: String) throws -> Secret {
    var bytes: [UInt8]
    if let name = path.dropping("env:") {
      guard let text = ProcessInfo.processInfo.environment[name] else {
        throw BadValue("The environment variable \(name) is not set.", remedy: "Set and export it.")
      }
      bytes = Array(text.utf8)
    } else if let command = path.dropping("command:") {
      bytes = try ShellCommand.output(of: command, most: most)
    } else {
      do {
        bytes = try FileInput.bytes(of: path, most: most)
      } catch let error as Errno {
        throw BadValue(
          "The \(what) could not be read from \(path): \(error).",
          remedy: "Check the file's name, and that you may read it.")
      }
    }
    guard bytes.count <= most else {
      throw BadValue(
        "The \(what) in \(path) is too long: it has more than \(most) bytes.",
        remedy: "Name the file that contains only the \(what).")
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self), !text.isEmpty else {
      let place = path == "-" ? "standard input" : path
      throw BadValue(
        "No \(what) could be read from \(place): it is empty or not UTF-8.", remedy: "Write it there as text.")
    }
    return Secret(text)
  }
}

extension String {
  /// Returns the rest after a prefix, or `nil` if the string doesn't have the prefix.
  fileprivate func dropping(_ beginning: String) -> String? {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
  }
}
