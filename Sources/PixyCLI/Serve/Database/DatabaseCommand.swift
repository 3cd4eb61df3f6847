internal import ArgumentParser

/// A command that reads or changes a server's database.
protocol DatabaseCommand: ConsoleCommand {
  var common: SettingsOptions { get }
  /// Whether the command creates a missing database. Only commands that add to it do: for others,
  /// the path is likely wrong.
  static var createsDatabase: Bool { get }

  /// Runs the command on the open database.
  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws
}

extension DatabaseCommand {
  static var createsDatabase: Bool { false }

  func validate() throws {
    _ = try common.flags()
  }

  func run(on console: Console) async throws {
    let settings = try ServeSettings(try common.resolved())
    try await run(on: try await ServedDatabase.open(settings, creating: Self.createsDatabase), settings, console)
  }
}
