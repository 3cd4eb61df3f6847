internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PKCE
internal import PixyTerminal

/// `pixy serve client secret`: replaces a client's secret.
struct ClientSecretCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret",
    abstract: "Replace a client's secret. Prints the new one once.",
    discussion: """
      Both secrets are accepted for a day, or for the time of --overlap-hours, so that the application can be changed \
      meanwhile. With --overlap-hours 0, the old one is rejected at once: choose that for a secret that leaked.
      """
  ).withExamples(of: "serve client secret")

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The client_id. Put -- before one that begins with a hyphen.")
  var clientID: String

  @Option(
    name: .customLong("overlap-hours"),
    // -1 is a value out of range, and no option.
    parsing: .unconditional,
    help: ArgumentHelp("The hours for which the old secret is accepted, from 0 to 8760.", valueName: "hours"))
  var overlap = 24

  var target: String? { clientID }

  func validate() throws {
    guard (0...8_760).contains(overlap) else { throw ValidationError("--overlap-hours must be from 0 to 8760.") }
  }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let client = try await database.addedClient(clientID, settings)
    guard case .confidential(.secret(let old), let proofKey) = client.kind else {
      throw BadValue(
        "\(UntrustedText(clientID)) has no secret.",
        remedy: """
          To give it one: pixy serve client change \(ShellWord.quoted(UntrustedText(clientID).description)) --auth \
          client_secret_basic
          """)
    }
    let secret = Secret(Base64URL.encode(SystemRandomSource().bytes(32)))
    var clientSettings = client.settings
    clientSettings.formerSecret =
      overlap == 0 ? nil : FormerSecret(hash: old, validUntil: Date().addingTimeInterval(Double(overlap) * 3_600))
    try await database.contents.saveClient(
      RegisteredClient(
        id: client.id, name: client.name, kind: .confidential(.secret(SecretHash(of: secret)), proofKey: proofKey),
        redirectURIs: client.redirectURIs, scope: client.scope, grants: client.grants, settings: clientSettings))
    console.result("client_secret=\(secret.reveal())")
    console.say("The database stores only a hash of the secret; it can't be shown again.")
  }
}
