internal import ArgumentParser
internal import PixyTerminal
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A request's body as the user types it: `@FILE` for a file's content, `-` or `@-` for standard
/// input, otherwise the text itself.
struct RequestData: ExpressibleByArgument {
  static let maximumBytes = 67_108_864

  private let text: String

  init?(argument: String) { text = argument }

  /// Reads the body's bytes.
  ///
  /// - Throws: ``BadValue`` if the file can't be read, or is larger than 64 MiB.
  func bytes() throws -> [UInt8] {
    guard text == "-" || text.hasPrefix("@") else { return Array(text.utf8) }
    let path = text == "-" ? text : String(text.dropFirst())
    do {
      let bytes = try FileInput.bytes(of: path, most: Self.maximumBytes)
      guard bytes.count <= Self.maximumBytes else {
        throw BadValue("--data is larger than 64 MiB.", remedy: "Send it in parts.")
      }
      return bytes
    } catch let error as Errno {
      throw BadValue(
        "The body could not be read from \(path): \(error).",
        remedy: "Name a file that you may read after @, or - for standard input.")
    }
  }
}
