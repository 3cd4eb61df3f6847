internal import OAuthCore

/// The result of checking one rung of a ladder.
public struct StorageFinding: Sendable, Hashable {
  /// The rung's name.
  public let rung: String
  /// The kind of store.
  public let kind: StorageKind
  /// The location of the store and its protection, if the store could be opened.
  public let location: StorageLocation?
  /// The reason why the store can't be used now; `nil` if it can.
  public let problem: TokenStoreError?
}

extension StorageFinding: CustomStringConvertible {
  /// The name, and the location or the problem.
  public var description: String {
    let what = problem.map(\.explanation) ?? location.map(\.description) ?? "It can be used."
    return "\(rung): \(what)"
  }
}

/// The stores of a ladder: which one holds the tokens, and which others are usable.
public struct StorageSurvey: Sendable, Hashable {
  /// The name of the chosen rung; `nil` if no rung was chosen yet.
  public let chosenRung: String?
  /// The destination of an interrupted move. The next opening finishes the move.
  public let movingTo: String?
  /// The result of each rung, strongest first.
  public let findings: [StorageFinding]

  /// The strongest usable rung, if it is stronger than the chosen one. Only
  /// ``StorageLadder/move(to:)`` moves tokens there.
  public var better: StorageFinding? {
    guard let index = findings.firstIndex(where: { $0.rung == chosenRung }) else { return nil }
    return findings[..<index].first { $0.problem == nil }
  }
}
