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
      octets = try FileInput.octets(of: path, most: maximumOctets)
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
}
#endif
