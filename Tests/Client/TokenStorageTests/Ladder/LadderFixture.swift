#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import OAuthCore
import OAuthTestSupport
import Synchronization
import TokenStorage

/// A temporary folder, and stores that misbehave on request.
final class LadderFixture: Sendable {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("ladder-" + UUID().uuidString).path
  let strong = Rung("strong")
  let middle = Rung("middle")
  let weak = Rung("weak")

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var file: String { path + "/storage-choice.json" }

  func ladder(_ rungs: [Rung]? = nil, clock: any Clock<Duration> = ContinuousClock()) -> StorageLadder {
    StorageLadder((rungs ?? [strong, middle, weak]).map(\.rung), rememberingIn: path, clock: clock)
  }

  /// The content of the file that records the choice.
  var remembered: String? {
    FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) }
  }

  func remember(_ text: String, permissions: Int = 0o600) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    _ = FileManager.default.createFile(
      atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: permissions])
  }

  static func account(_ name: String, provider: String = "https://a.example") throws -> Account {
    try Account(provider: provider, name: name)
  }

  static func tokens(_ secret: String, seconds: Double = 0) -> StoredTokens {
    StoredTokens(
      accessToken: Secret(secret), refreshToken: Secret(secret + "-refresh"),
      receivedAt: Date(timeIntervalSince1970: 1_800_000_000 + seconds))
  }
}

/// A rung whose store is in memory. Each opening returns the same store.
final class Rung: Sendable {
  let name: String
  let faults: StoreFaults
  let inner = MemoryTokenStore()
  let store: FaultyTokenStore
  private let opening = Mutex<(problem: TokenStoreError?, gate: Gate?, count: Int)>((nil, nil, 0))

  /// - Parameter faults: The store's failures. Several rungs may share them.
  init(_ name: String, _ faults: StoreFaults = StoreFaults()) {
    self.name = name
    self.faults = faults
    store = FaultyTokenStore(
      inner, faults, location: StorageLocation(StorageKind(rawValue: name), place: "at \(name)", protection: "None."))
  }

  /// Makes opening fail from now on, or succeed again with `nil`.
  func fail(_ kind: TokenStoreError.Kind?) {
    opening.withLock { $0.problem = kind.map { TokenStoreError($0, place: self.name) } }
  }

  /// Makes opening wait for a gate from now on.
  func hang(_ gate: Gate) {
    opening.withLock { $0.gate = gate }
  }

  var openings: Int { opening.withLock { $0.count } }

  var rung: StorageRung {
    StorageRung(StorageKind(rawValue: name)) { () throws(TokenStoreError) in
      let (problem, gate) = self.opening.withLock { state in
        state.count += 1
        return (state.problem, state.gate)
      }
      // It ignores cancellation, like a call into a C library.
      if let gate { await Task { try? await gate.pass() }.value }
      if let problem { throw problem }
      return self.store
    }
  }
}
