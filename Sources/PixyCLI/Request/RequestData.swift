internal import ArgumentParser
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A request's body as the user types it: `@FILE` for a file's content, `-` or `@-` for standard
/// input, otherwise the text itself.
struct RequestData: ExpressibleByArgument {
  static let maximumOctets = 67_108_864

  private let text: String

  init?(argument: String) { text = argument }

  /// Reads the body's bytes.
  ///
  /// - Throws: `ValidationError` if the file can't be read, or is larger than 64 MiB.
  func octets() throws -> [UInt8] {
    guard text == "-" || text.hasPrefix("@") else { return Array(text.utf8) }
    let path = text == "-" ? text : String(text.dropFirst())
    do {
      let octets = try FileInput.octets(of: path, most: Self.maximumOctets)
      guard octets.count <= Self.maximumOctets else { throw ValidationError("--data is larger than 64 MiB.") }
      return octets
    } catch let error as Errno {
      throw ValidationError("The body could not be read from \(path): \(error).")
    }
  }
}
