import Foundation
import OAuthCore
import PKCE
import TokenStorage

/// A store of encrypted files with two accounts, in memory rather than on a disk. Its keys and
/// files are the same in each run.
struct FilledStore: Sendable {
  static let shared = Awaited.value { try? await FilledStore() }.flatMap(\.self)

  private static let folder = "/dev/shm/pixy-fuzz-\(getpid())"

  let ada: Account
  let grace: Account
  let tokens: StoredTokens
  /// A store that has read its key already.
  let opened: FileTokenStore
  /// The name of the first account's file.
  let accountName: String
  /// The files that the store wrote, by name.
  let files: [String: [UInt8]]

  private init() async throws {
    try FileManager.default.createDirectory(
      atPath: Self.folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    atexit { try? FileManager.default.removeItem(atPath: FilledStore.folder) }
    ada = try Account(provider: "https://server.example", name: "ada")
    grace = try Account(provider: "https://server.example", name: "grace")
    tokens = StoredTokens(
      accessToken: Secret("2YotnFZFEjr1zCsicMWpAA"), refreshToken: Secret("tGzv3JOkF0XG5Qx2TlKWIA"),
      receivedAt: Date(timeIntervalSince1970: 1_700_000_000), expiresIn: .seconds(3_600))
    opened = try Self.store(CountingSource())
    try await opened.save(tokens, for: ada)
    accountName = try Self.names().first { $0.hasSuffix(".tokens") } ?? ""
    try await opened.save(tokens, for: grace)
    try await opened.setCurrentAccount(ada)
    files = Dictionary(
      uniqueKeysWithValues: try Self.names().filter { $0 != "locks" }.map { ($0, try Self.read($0)) })
  }

  /// Creates another store on the same folder, as another process would.
  static func store(_ random: any RandomSource = SystemRandomSource()) throws(TokenStoreError) -> FileTokenStore {
    try FileTokenStore(folder: folder + "/tokens", key: .keyFile(folder + "/token-key"), random: random)
  }

  static func path(_ name: String) -> String { folder + "/tokens/" + name }

  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/tokens")
  }

  static func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  /// Overwrites an existing file, which keeps its permissions.
  static func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: path(name)))
  }

  /// Whether the folder contains exactly the files that the store wrote, except for one file with
  /// other content.
  func isUntouched(but name: String, _ bytes: [UInt8]) -> Bool {
    var expected = files
    expected[name] = bytes
    guard let names = try? Self.names(), Set(names) == Set(expected.keys).union(["locks"]) else { return false }
    return expected.allSatisfy { (try? Self.read($0.key)) == $0.value }
  }
}
