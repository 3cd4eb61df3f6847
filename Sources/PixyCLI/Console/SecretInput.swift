#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import ArgumentParser
internal import OAuthCore
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Secrets come from a file, standard input, the environment or a command, never from an argument: everybody on the machine can read
/// those.
enum SecretInput {
  static let maximumOctets = 65_536

  /// Reads a secret of one line, and asks for it where standard input is a terminal.
  /// - Parameters:
  ///   - path: as in ``read(_:)``.
  ///   - what: what is asked for, such as `The password`.
  static func read(_ path: String, asking what: String) throws -> Secret {
    guard path == "-", Terminal.isInput else { return try read(path) }
    let line = try HiddenLine.read(what)
    guard !line.isEmpty else { throw ValidationError("Nothing was typed.") }
    guard line.utf8.count < LineEditor.longestLine else {
      throw ValidationError("What was typed has \(LineEditor.longestLine) octets or more.")
    }
    return Secret(line)
  }

  /// Reads a secret; one line end at its end doesn't belong to it.
  /// - Parameter path: a file's path, `-` for standard input, `env:NAME` for a variable, or `command:COMMAND` for what a shell command
  ///   prints. A file whose name begins like that goes by `./`.
  static func read(_ path: String) throws -> Secret { try read(path, most: maximumOctets, called: "secret") }

  /// Whether a secret's path is a file's, which can be read as often as one likes.
  static func isFile(_ path: String) -> Bool {
    path != "-" && path.dropping("env:") == nil && path.dropping("command:") == nil
  }

  /// Whether other people than a file's owner may read it, those of its group too; `false` for what isn't a file, or can't be read.
  static func isOpenToOthers(_ path: String) -> Bool {
    guard isFile(path), let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else {
      return false
    }
    defer { try? file.close() }
    var status = stat()
    return unsafe fstat(file.rawValue, &status) == 0 && status.st_mode & 0o077 != 0
  }

  /// Certificates, which aren't secret and come the same ways; a machine's own file of authorities has more than 200,000 octets.
  static func certificates(_ path: String) throws -> String {
    try read(path, most: 4_194_304, called: "certificate").reveal()
  }

  private static func read(_ path: String, most: Int, called what: String) throws -> Secret {
    var octets: [UInt8]
    if let name = path.dropping("env:") {
      guard let text = ProcessInfo.processInfo.environment[name] else {
        throw ValidationError("The environment has no variable \(name).")
      }
      octets = Array(text.utf8)
    } else if let command = path.dropping("command:") {
      octets = try ShellCommand.output(of: command, most: most)
    } else {
      do {
        octets = try FileInput.octets(of: path, most: most)
      } catch let error as Errno {
        throw ValidationError("The \(what) cannot be read from \(path): \(error).")
      }
    }
    guard octets.count <= most else {
      throw ValidationError("The \(what) in \(path) has more than \(most) octets.")
    }
    if octets.last == UInt8(ascii: "\n") { octets.removeLast() }
    if octets.last == UInt8(ascii: "\r") { octets.removeLast() }
    guard let text = String(validating: octets, as: UTF8.self), !text.isEmpty else {
      throw ValidationError("There is no \(what) in \(path), or it is not UTF-8.")
    }
    return Secret(text)
  }
}

extension String {
  /// What follows a beginning; `nil` if it begins otherwise.
  fileprivate func dropping(_ beginning: String) -> String? {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
  }
}
