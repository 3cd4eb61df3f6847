#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import SystemPackage
package import TokenStorage

/// Remembers which account commands are about when they aren't told. It holds no secret.
package struct CurrentAccountFile: Sendable {
  private static let maximumOctets = 4_096

  private let path: String

  /// - Parameter folder: the folder of the set of accounts, which is there once anything is kept.
  package init(folder: String) {
    path = folder + "/current-account.json"
  }

  /// The account; `nil` if none was chosen, or the file can't be read: somebody is asked to choose then, which is no harm.
  package func account() -> Account? {
    guard let octets = try? octets(), let members = (try? JSONValue(octets: octets))?.object,
      let provider = members["provider"]?.string, let name = members["name"]?.string
    else { return nil }
    return try? Account(provider: provider, name: name)
  }

  /// Takes another one.
  package func choose(_ account: Account) throws {
    let members: JSONValue = ["provider": .string(account.provider), "name": .string(account.name)]
    do {
      try Data(members.octets()).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw TokenStoreError(.failed, place: path, cause: "it cannot be written")
    }
  }

  /// One read gives all that such a file has; of a longer one comes a part, which is no JSON.
  private func octets() throws -> [UInt8] {
    // Not blocking, so that a pipe in the file's place can't hold us.
    let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
    return try file.closeAfter {
      // Safe: no more octets are declared initialized than were read.
      try unsafe [UInt8](unsafeUninitializedCapacity: Self.maximumOctets) { buffer, count in
        count = try unsafe file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
  }
}
