internal import ArgumentParser
internal import FoundationBasics
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// A command that reads or changes a server's database.
protocol DatabaseCommand: ConsoleCommand {
  var common: SettingsOptions { get }
  /// Whether the command creates a missing database. Only commands that add to it do: for others,
  /// the path is likely wrong.
  static var createsDatabase: Bool { get }

  /// The target of the command, for the audit log: a client, a user, a user's session or a key; nil if it is
  /// about none.
  var target: String? { get }

  /// Runs the command on the open database.
  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws
}

extension DatabaseCommand {
  static var createsDatabase: Bool { false }

  func run(on console: Console) async throws {
    let settings = try ServeSettings(try common.resolved())
    try await ServedDatabase.using(settings, creating: Self.createsDatabase) { database in
      try await run(with: database, settings, console)
    }
  }

  private func run(with database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    var settings = settings
    if !settings.resolution.hasAuditSettings { settings.inheritedAuditDays = try await database.contents.auditDays() }
    // Opened after the database, which refuses another user than its owner: that user must not create
    // an audit log that the server can't write.
    let audit = try settings.auditLog(
      console, settings.logger(console, level: .warning), in: database.contents)
    do {
      let changed: [String]
      if let command = self as? any ChangingCommand {
        changed = try await command.change(database, settings, console)
      } else {
        try await run(on: database, settings, console)
        changed = []
      }
      audit?.record(record(of: AuditRecord.success, changed))
    } catch {
      audit?.record(record(of: (error as? any ExplainedError)?.code ?? "failed"))
      try? await database.contents.flushAuditRecords()
      throw error
    }
    if (settings.auditDays ?? settings.inheritedAuditDays) != nil { try await database.contents.flushAuditRecords() }
  }

  /// Returns the audit record of the command.
  /// - Parameter changed: The names of the members that the command changed.
  private func record(of outcome: String, _ changed: [String] = []) -> AuditRecord {
    var record = AuditRecord(.administration, outcome: outcome, at: Date())
    // `ClientAddCommand` is `client add`.
    let words = String(describing: Self.self).replacing("Command", with: "")
      .split(separator: /(?=[A-Z])/).map { $0.lowercased() }
    record.detail =
      (words + [target].compactMap(\.self)).joined(separator: " ")
      + (changed.isEmpty ? "" : ", changed " + changed.joined(separator: " ")) + ", by " + CommandUser.current.name
    return record
  }
}
