internal import FoundationBasics
internal import OAuthCore
internal import SystemPackage
package import TokenStorage

/// The file that records the default account of commands. It contains no secret.
package struct CurrentAccountFile: Sendable {
  private static let maximumBytes = 4_096

  private let path: String

  /// Names the file.
  ///
  /// - Parameter folder: The folder of the set of accounts. It exists once a token is stored.
  package init(folder: String) {
    path = folder + "/current-account.json"
  }

  /// Returns the account; `nil` if none was chosen, or if the file can't be read. In both cases the
  /// user can choose again.
  package func account() -> Account? {
    guard let bytes = try? bytes(), let members = (try? JSONValue(bytes: bytes))?.object,
      let provider = members["provider"]?.string, let name = members["name"]?.string
    else { return nil }
    return try? Account(provider: provider, name: name)
  }

  /// Records another account.
  package func choose(_ account: Account) throws {
    let members: JSONValue = ["provider": .string(account.provider), "name": .string(account.name)]
    do {
      try Data(members.bytes()).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Self.failure(error, at: path)
    }
  }

  /// Translates Foundation's error of writing a file.
  static func failure(_ error: any Error, at path: String) -> TokenStoreError {
    switch (error as? CocoaError)?.code {
    case .fileWriteOutOfSpace: TokenStoreError(.full, place: path, cause: "No space left on device")
    case .fileWriteVolumeReadOnly: TokenStoreError(.readOnly, place: path, cause: "Read-only file system")
    case .fileWriteNoPermission: TokenStoreError(.readOnly, place: path, cause: "Permission denied")
    default: TokenStoreError(.failed, place: path, cause: "it cannot be written")
    }
  }

  /// Reads the file with one call. If the file is longer than the buffer, the result is truncated
  /// and isn't valid JSON.
  private func bytes() throws -> [UInt8] {
    // Non-blocking, so that opening a pipe in the file's place can't hang.
    let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
    return try file.closeAfter {
      // Safe: the array declares only as many bytes initialized as were read.
      try unsafe [UInt8](unsafeUninitializedCapacity: Self.maximumBytes) { buffer, count in
        count = try unsafe file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
  }
}
