/// What was found out about one rung of a ladder.
public struct StorageFinding: Sendable, Hashable {
  /// The rung's name.
  public let rung: String
  /// The kind of store.
  public let kind: StorageKind
  /// Where the store is and what protects it, if it could be opened.
  public let location: StorageLocation?
  /// Why tokens couldn't be kept there now; `nil` if they could.
  public let problem: TokenStoreError?
}

extension StorageFinding: CustomStringConvertible {
  /// The name, and the place or the problem.
  public var description: String {
    let what = problem.map(\.explanation) ?? location.map(\.description) ?? "It can be used."
    return "\(rung): \(what)"
  }
}

/// Where a ladder keeps tokens, and where it could: an answer to "where are my tokens, and is there a better place?".
public struct StorageSurvey: Sendable, Hashable {
  /// The name of the chosen rung; `nil` if nothing was chosen yet.
  public let chosen: String?
  /// The rung that tokens are being moved to by a move that was interrupted, and which the next opening ends.
  public let movingTo: String?
  /// All rungs, strongest first.
  public let findings: [StorageFinding]

  /// The strongest rung that can be used now and is stronger than the chosen one. Tokens go there only by
  /// ``StorageLadder/move(to:)``.
  public var better: StorageFinding? {
    guard let index = findings.firstIndex(where: { $0.rung == chosen }) else { return nil }
    return findings[..<index].first { $0.problem == nil }
  }
}
