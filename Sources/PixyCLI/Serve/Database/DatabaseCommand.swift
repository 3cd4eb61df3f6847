internal import ArgumentParser

/// A command that reads or changes a server's database.
protocol DatabaseCommand: AsyncParsableCommand {
  var common: SettingsOptions { get }
  /// Whether the database is made if there is none: by what adds to it. Others were given a wrong path.
  static var makesDatabase: Bool { get }

  /// Does what was asked for.
  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws
}

extension DatabaseCommand {
  static var makesDatabase: Bool { false }

  func validate() throws {
    _ = try common.flags()
  }

  func run() async throws {
    let console = Console.standard
    do {
      let settings = try ServeSettings(try common.settled())
      try await run(on: try await ServedDatabase.open(settings, making: Self.makesDatabase), settings, console)
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}
