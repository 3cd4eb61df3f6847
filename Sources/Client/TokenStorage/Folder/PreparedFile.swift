internal import Crypto
internal import FoundationBasics
internal import SystemPackage

/// The next version of a file, created before its content is known.
///
/// Its name contains a digest of the version that it replaces. If the process is killed after it
/// has written the content, the next process recognizes by the digest that the file is the newer
/// version, and finishes the replacement.
struct PreparedFile: Sendable {
  /// The end of the names of prepared files.
  static let suffix = ".next"

  let file: FileDescriptor
  let path: FilePath

  /// Returns the name of the file that replaces a version of a file.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - current: The version's bytes; empty if there is no file.
  static func name(of name: String, after current: [UInt8]) -> String {
    let digest = SHA256.hash(data: current).prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "\(name).\(digest.joined())\(suffix)"
  }

  /// Returns whether a name is one of a prepared file of `file`.
  static func isName(_ name: String, of file: String) -> Bool {
    name.hasPrefix(file + ".") && name.hasSuffix(suffix)
  }
}

extension PrivateFiles {
  /// Creates the next version of a file and reserves space for it.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - current: The present version's bytes; empty if there is no file.
  ///   - count: The number of bytes to reserve.
  /// - Returns: `nil` if the version was prepared already.
  func prepare(_ name: String, after current: [UInt8], reserving count: Int) throws(TokenStoreError) -> PreparedFile? {
    let path = folder.path.appending(PreparedFile.name(of: name, after: current))
    do throws(Errno) {
      let file = try calls.untilDone { () throws(Errno) in try calls.open(path, .creating) }
      let preparedFile = PreparedFile(file: file, path: path)
      do throws(Errno) {
        try calls.untilDone { () throws(Errno) in try calls.reserve(count, in: file) }
      } catch {
        discard(preparedFile)
        throw error
      }
      return preparedFile
    } catch {
      guard error != .fileExists else { return nil }
      throw TokenStoreError(error, path)
    }
  }

  /// Replaces a file with its prepared version. The change is durable when the call returns.
  ///
  /// From the end of the first write on, a killed process loses nothing: ``leftover(of:after:)``
  /// finds the content.
  func replace(_ name: String, with bytes: [UInt8], in preparedFile: PreparedFile) throws(TokenStoreError) {
    let path = folder.path.appending(name)
    do throws(Errno) {
      try write(bytes, to: preparedFile.file)
      try calls.untilDone { () throws(Errno) in try calls.truncate(preparedFile.file, to: bytes.count) }
      try calls.untilDone { () throws(Errno) in try calls.synchronize(preparedFile.file) }
      try calls.untilDone { () throws(Errno) in try calls.rename(preparedFile.path, to: path) }
      calls.close(preparedFile.file)
    } catch {
      discard(preparedFile)
      throw TokenStoreError(error, path)
    }
    try folder.synchronize()
  }

  /// Closes and removes a prepared file.
  func discard(_ preparedFile: PreparedFile) {
    calls.close(preparedFile.file)
    // No reader uses the file. If it can't be removed now, the next holder of the account's lock
    // removes it.
    try? calls.remove(preparedFile.path)
  }

  /// Returns the names of all prepared files of a file.
  func preparedNames(of name: String) throws(TokenStoreError) -> [String] {
    try names().filter { PreparedFile.isName($0, of: name) }
  }

  /// Returns the content that a killed process wrote into a prepared file, without the reserved
  /// space. It may be incomplete.
  ///
  /// - Returns: `nil` if there is no such file, or if it replaces another version.
  func leftover(of name: String, after current: [UInt8], atMost limit: Int) throws(TokenStoreError) -> [UInt8]? {
    let preparedName = PreparedFile.name(of: name, after: current)
    guard let bytes = try read(preparedName, atMost: limit) else { return nil }
    return Array(bytes.prefix { $0 != 0 })
  }
}
