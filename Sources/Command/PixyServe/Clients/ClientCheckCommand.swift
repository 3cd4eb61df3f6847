internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve client check`: explains why a client's requests were refused.
struct ClientCheckCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Explain why a client's requests were refused, and what to change.",
    discussion: """
      A program and its client's registration may differ: another redirect URI, no PKCE, another way to send the \
      secret, other scopes or grants. For each difference, prints the last refused request of 30 days and the command \
      that allows it. Change the registration only if the program is yours: anybody can send requests with a client_id.
      """
  ).withExamples(of: "serve client check")

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The client_id. Put -- before one that begins with a hyphen.")
  var clientID: String

  @Flag(help: "Print JSON.")
  var json = false

  var target: String? { clientID }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let mismatches = try await database.contents.mismatches(of: clientID)
    let isInFile = settings.clients.contains { $0.client.id == clientID }
    let client = try await database.contents.client(clientID)
    guard client != nil || isInFile || !mismatches.isEmpty else { throw NotInDatabase.client(clientID) }
    // A client that was added since then isn't unknown any longer.
    let open = mismatches.filter { $0.mismatch != .unknownClient || client == nil && !isInFile }
    if json {
      let all: [JSONValue] = open.map {
        [
          "mismatch": .string($0.mismatch.rawValue), "sent": .string($0.sent),
          "time": .string($0.moment.formatted(Date.ISO8601FormatStyle())),
          "remedy": .string(remedy($0, isInFile, settings)),
        ]
      }
      return console.result(json: ["version": 1, "mismatches": .array(all)])
    }
    guard !open.isEmpty else { return console.say("No request of this client was refused for its registration.") }
    let now = Date()
    for mismatch in open {
      console.result(
        "\(mismatch.moment.inWords(now: now))\t\(words(mismatch))\t\(remedy(mismatch, isInFile, settings))")
    }
  }

  private func words(_ mismatch: ClientMismatch) -> String {
    let sent = UntrustedText(mismatch.sent).description
    return switch mismatch.mismatch {
    case .unknownClient: "no client has this client_id"
    case .redirectURI: "the redirect URI isn't registered: \(sent)"
    case .codeChallenge: "the request has no code_challenge (PKCE)"
    case .secretMethod: "the secret is right, and was sent as \(sent)"
    case .authentication: "the program authenticates with \(sent)"
    case .assertionForm: "the assertion has an older form: \(sent)"
    case .scope: "the scope isn't allowed: \(sent)"
    case .grant: "the grant isn't allowed: \(sent)"
    }
  }

  /// Returns the change that allows the request. A stranger may have sent the values, so they are quoted for
  /// the shell.
  private func remedy(_ mismatch: ClientMismatch, _ isInFile: Bool, _ settings: ServeSettings) -> String {
    func option(_ name: String, _ value: String) -> String {
      " " + ShellWord.option(name, UntrustedText(value).description).map(ShellWord.quoted).joined(separator: " ")
    }
    if isInFile, mismatch.mismatch != .assertionForm {
      return "change \(mismatch.mismatch.member) of the client in \(ServeSetting(\.clients).path)"
    }
    let change = "pixy serve client change " + ShellWord.quoted(UntrustedText(clientID).description)
    return switch mismatch.mismatch {
    case .unknownClient: "pixy serve client add" + option("--id", clientID)
    case .redirectURI:
      change + option("--redirect-uri", mismatch.sent) + " (with the other redirect URIs that it keeps)"
    case .codeChallenge: "switch PKCE on in the program, or, with a secret: " + change + " --pkce optional"
    case .secretMethod: change + option("--auth", mismatch.sent) + ", or --auth client_secret for both ways"
    case .authentication where mismatch.sent == "none":
      "give the program its secret or key, or: " + change + " --auth none"
    case .authentication: change + option("--auth", mismatch.sent)
    case .assertionForm:
      "send only the issuer as aud, or set \(ServeSetting(\.clientAssertions).path) to \(ClientAssertionForm.endpoint)"
    case .scope where mismatch.sent.split(separator: " ").contains { !settings.scopes.contains(String($0)) }:
      "add it to \(ServeSetting(\.scopes).path), or change the program; then " + change + " --scope"
    case .scope: change + " --scope with it and the other scopes that it keeps"
    case .grant: change + " --grant with it and the other grants that it keeps"
    }
  }
}
