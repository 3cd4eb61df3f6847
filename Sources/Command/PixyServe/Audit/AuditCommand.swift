internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// `pixy serve audit`: searches the audit log.
struct AuditCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Search the audit log.",
    discussion: """
      Prints the records that fit all options, the oldest first: time, event, outcome, user, client, address, detail.

      Failed sign-ins of a user since yesterday:
        pixy serve audit --config FILE --event sign_in \\
          --user ada --since 2026-11-24
      """
  ).withExamples(of: "serve audit")

  @OptionGroup var common: SettingsOptions

  @Option(help: ArgumentHelp("A user name or subject.", valueName: "user"))
  var user: String?

  @Option(help: ArgumentHelp("A client_id.", valueName: "client-id"))
  var client: String?

  @Option(help: ArgumentHelp("An address.", valueName: "ip-address"))
  var address: String?

  @Option(
    help: ArgumentHelp(
      "A kind of event: \(AuditRecord.Event.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "event"))
  var event: String?

  @Option(help: ArgumentHelp("An outcome: success, wrong_password, an error code.", valueName: "outcome"))
  var outcome: String?

  @Option(help: ArgumentHelp("A date, or a date and time, in UTC: 2026-11-25 or 2026-11-25T08:30.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("A time of the same form, with which the search ends.", valueName: "time"))
  var until: String?

  @Flag(help: "Print the records as they are in the log: JSON, one a line.")
  var json = false

  func validate() throws {
    if let event, AuditRecord.Event(rawValue: event) == nil {
      let events = AuditRecord.Event.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--event must be one of: \(events).")
    }
    // Only a time of the log's own form can be compared with its times.
    for (option, time) in [("since", since), ("until", until)] where time.map({ Self.beginning($0) == nil }) ?? false {
      throw ValidationError("--\(option) must be a date, or a date and time in UTC: 2026-11-25 or 2026-11-25T08:30.")
    }
  }

  /// Returns the beginning of a time as the log writes times; nil if the text is none.
  static func beginning(_ text: String) -> String? {
    guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}(:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?)?Z?)?/) != nil
    else { return nil }
    // Texts are compared, and a Z comes after the digits and colons that may follow in the log.
    return text.replacing(" ", with: "T").replacing("Z", with: "")
  }

  func run(on console: Console) async throws {
    let settings = try ServeSettings(try common.resolved())
    let log = try openFile(settings)
    defer { try? log?.close() }
    // A command that has only --database knows no setting of the server.
    if settings.auditDays != nil || (settings.database != nil && !settings.resolution.hasAuditSettings) {
      let isSearched = try await ServedDatabase.using(settings, creating: false) { database in
        let hasRecords = try await database.contents.auditDays() != nil
        guard settings.auditDays != nil || hasRecords else { return false }
        try await search(
          AuditRecords(database: database, file: log), of: try await AuditedUsers(of: user, in: database), console)
        return true
      }
      if isSearched { return }
    }
    guard let log else {
      throw SettingsError.missing(
        """
        There is no audit log to search: set \(ServeSetting(\.auditFile).path) to the path of a file, or \
        \(ServeSetting(\.auditDays).path) to a number of days.
        """)
    }
    // The file is searched without the database too: it may be on another machine.
    let knownUsers = try? await ServedDatabase.using(settings, creating: false) { database in
      try await AuditedUsers(of: user, in: database)
    }
    let users: AuditedUsers
    if let knownUsers { users = knownUsers } else { users = try await AuditedUsers(of: user, in: nil) }
    try await search(AuditRecords(database: nil, file: log), of: users, console)
  }

  private func openFile(_ settings: ServeSettings) throws -> FileDescriptor? {
    guard let path = settings.auditFile, path != "-" else { return nil }
    guard let log = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else {
      throw BadValue(
        "The audit log \(UntrustedText(path)) could not be read.",
        remedy: "Run the command as the server's user.")
    }
    return log
  }

  private func search(_ records: AuditRecords, of users: AuditedUsers, _ console: Console) async throws {
    var records = records
    var outcomes: Set<String> = []
    var isFound = false
    while let line = try await records.next() {
      if let outcome = line.members["outcome"]?.string { outcomes.insert(outcome) }
      if show(line, of: users, console) { isFound = true }
    }
    if !isFound { warnOfMisspellings(outcomes, users, console) }
    if records.unreadableCount > 0 {
      console.say("warning: lines of the audit log that are no records, and were left out: \(records.unreadableCount)")
    }
  }

  /// Warns if no record has the outcome, and if the database doesn't contain the user.
  private func warnOfMisspellings(_ outcomes: Set<String>, _ users: AuditedUsers, _ console: Console) {
    func suggestion(for word: String, among words: some Sequence<String>) -> String {
      Spelling.closest(to: word, among: words.sorted()).map { " Did you mean \(UntrustedText($0))?" } ?? ""
    }
    if let outcome, !outcomes.contains(outcome) {
      console.say(
        "warning: no record has the outcome \(UntrustedText(outcome)).\(suggestion(for: outcome, among: outcomes)) "
          + "The records have: \(UntrustedText(outcomes.sorted().joined(separator: ", "))).")
    }
    if let user, !users.usernames.isEmpty, users.usernames[user] == nil, !users.usernames.values.contains(user) {
      console.say(
        "warning: the database has no user \(UntrustedText(user))."
          + suggestion(for: user, among: users.usernames.values))
    }
  }

  /// Shows a record that fits all options.
  /// - Returns: Whether it does.
  private func show(_ line: AuditRecords.Line, of users: AuditedUsers, _ console: Console) -> Bool {
    let record = line.members
    func has(_ value: String?, _ members: String...) -> Bool {
      value == nil || members.contains { record[$0]?.string == value }
    }
    let time = line.time
    // Commands name what they are about in their detail.
    let command =
      has(AuditRecord.Event.administration.rawValue, "event")
      ? record["detail"]?.string.flatMap(AuditedCommand.init(detail:)) : nil
    let isOfUser =
      users.wanted.map { $0.contains { has($0, "username", "subject") || command?.isAbout(user: $0) == true } } ?? true
    let isOfClient = has(client, "client_id") || client.map { command?.isAbout(client: $0) == true } ?? true
    guard isOfUser, isOfClient,
      has(address, "address"), has(event, "event"),
      has(outcome, "outcome"), since.flatMap(Self.beginning).map({ time >= $0 }) ?? true,
      until.flatMap(Self.beginning).map({ time.prefix($0.count) <= $0 }) ?? true
    else { return false }
    if json {
      console.result(String(decoding: line.bytes, as: UTF8.self))
      return true
    }
    func text(_ members: String...) -> String {
      UntrustedText(members.lazy.compactMap { record[$0]?.string }.first ?? "-").description
    }
    let username = record["subject"]?.string.flatMap { users.usernames[$0] }.map { UntrustedText($0).description }
    let user = record["username"] == nil ? username ?? text("subject") : text("username")
    console.result(
      [
        text("time"), text("event"), text("outcome"), user, text("client_id"), text("address"),
        text("detail", "grant_type"),
      ].joined(separator: "\t"))
    return true
  }
}
