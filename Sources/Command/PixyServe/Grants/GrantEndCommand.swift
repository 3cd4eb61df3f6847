internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve grant end`: ends what a user allowed.
struct GrantEndCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "end",
    abstract: "End what a user, or every user, allowed to a client.",
    discussion: """
      Codes, tokens and consents are removed, and the client has to ask the user again. Resources that only verify \
      JWTs accept access tokens until they expire. Sessions stay: see pixy serve session end.
      """
  ).withExamples(of: "serve grant end")

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The user name. Put -- before one that begins with a hyphen. Default with --client: every user.")
  var username: String?

  @Option(help: ArgumentHelp("The client's ID, as grant list prints it. Default: all clients.", valueName: "client-id"))
  var client: String?

  var target: String? { [username ?? "--client", client].compactMap(\.self).joined(separator: " ") }

  func validate() throws {
    guard username != nil || client != nil else { throw ValidationError("Give a user name, --client, or both.") }
  }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let users: [(name: String, subject: Subject)] =
      if let username {
        [(username, try await database.subject(of: username, settings))]
      } else {
        (try await database.contents.allUsers() + settings.users.map(\.user)).map { ($0.username, $0.subject) }
      }
    var count = 0
    for user in users {
      let ending = GrantsEnding(subject: user.subject, username: user.name, database: database, settings: settings)
      if try await !ending.run(client: client, on: console).isEmpty { count += 1 }
    }
    guard let client else { return }
    guard count > 0 else {
      let name = username.map { "\(UntrustedText($0)) has" } ?? "Users have"
      throw BadValue(
        "\(name) allowed nothing to \(UntrustedText(client)).",
        remedy: "pixy serve grant list shows what a user has allowed.")
    }
    if username == nil { console.say("Ended for \(count == 1 ? "1 user" : "\(count) users").") }
  }
}
