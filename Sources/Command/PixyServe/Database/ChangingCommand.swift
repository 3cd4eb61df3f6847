internal import OAuthCore
internal import PixyTerminal

/// A command whose audit record names the members that it changed.
protocol ChangingCommand: DatabaseCommand {
  /// Runs the command.
  /// - Returns: The names of the changed members, sorted.
  func change(_ database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws -> [String]
}

extension ChangingCommand {
  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    _ = try await change(database, settings, console)
  }
}

/// The members in which two objects differ.
enum ChangedMembers {
  /// Returns the names of the members with different values, sorted.
  static func names(between old: JSONValue, and new: JSONValue) -> [String] {
    let (old, new) = (old.object ?? [:], new.object ?? [:])
    return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }
}
