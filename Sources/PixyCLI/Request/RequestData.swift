internal import ArgumentParser
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A request's body as somebody types it: `@FILE` for a file's octets, `-` or `@-` for those of standard input, otherwise the text itself.
struct RequestData: ExpressibleByArgument {
  static let maximumOctets = 67_108_864

  private let text: String

  init?(argument: String) { text = argument }

  /// The octets.
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
      throw ValidationError("The body cannot be read from \(path): \(error).")
    }
  }
}
