#if CLI
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

/// Secrets come from a file or standard input, never from an argument: everybody on the machine can read those.
enum SecretInput {
  static let maximumOctets = 65_536

  /// Reads a secret; one line end at its end doesn't belong to it.
  /// - Parameter path: a file's path, or `-` for standard input.
  static func read(_ path: String) throws -> Secret {
    var octets: [UInt8]
    do {
      octets = path == "-" ? try readAll(.standardInput) : try readFile(path)
    } catch let error as Errno {
      throw ValidationError("The secret cannot be read from \(path): \(error).")
    }
    guard octets.count <= maximumOctets else {
      throw ValidationError("The secret in \(path) has more than \(maximumOctets) octets.")
    }
    if octets.last == UInt8(ascii: "\n") { octets.removeLast() }
    if octets.last == UInt8(ascii: "\r") { octets.removeLast() }
    guard let text = String(validating: octets, as: UTF8.self), !text.isEmpty else {
      throw ValidationError("There is no secret in \(path), or it is not UTF-8.")
    }
    return Secret(text)
  }

  private static func readFile(_ path: String) throws -> [UInt8] {
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    return try file.closeAfter { try readAll(file) }
  }

  private static func readAll(_ file: FileDescriptor) throws -> [UInt8] {
    var octets: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while octets.count <= maximumOctets {
      let count = try unsafe part.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
      guard count > 0 else { break }
      octets += part.prefix(count)
    }
    return octets
  }
}
#endif
