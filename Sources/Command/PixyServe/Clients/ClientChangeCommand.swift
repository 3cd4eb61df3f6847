internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve client change`: changes a client's metadata.
struct ClientChangeCommand: ChangingCommand {
  static let configuration = CommandConfiguration(
    commandName: "change",
    abstract: "Change a client: redirect URIs, scopes, grants, names, keys.",
    discussion: """
      What has no option stays as it is, and so do the secret, consents and tokens. An option that can be repeated \
      replaces the whole list. Tokens keep only what the client may still have from their next refresh on.

      Another redirect URI beside the first one:
        pixy serve client change shop --database FILE \\
          --redirect-uri https://shop.example/cb \\
          --redirect-uri https://shop.example/cb2
      """
  ).withExamples(of: "serve client change")

  @OptionGroup var common: SettingsOptions

  @Argument(
    help: ArgumentHelp("The client_id. Put -- before one that begins with a hyphen.", valueName: "client-id"))
  var changed: String

  @OptionGroup(title: "Client") var description: ClientDescription

  @Option(
    name: .customLong("without"),
    help: ArgumentHelp("A member to remove, as client show names it. Repeatable.", valueName: "member"))
  var dropped: [String] = []

  var target: String? { changed }

  func validate() throws {
    guard description.clientID == nil else {
      throw ValidationError("A client_id can't be changed: add another client, and remove this one.")
    }
    guard try !description.changed([:]).isEmpty || !dropped.isEmpty else {
      throw ValidationError("Nothing to change: give an option of the client, or --without.")
    }
  }

  func change(_ database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws -> [String] {
    let old = try await database.addedClient(changed, settings)
    var members = old.json.object ?? [:]
    for name in dropped {
      guard members.removeValue(forKey: name) != nil else {
        throw BadValue(
          "\(UntrustedText(changed)) has no member \(UntrustedText(name)).",
          remedy: "pixy serve client show \(ShellWord.quoted(UntrustedText(changed).description)) lists its members.")
      }
    }
    members = try description.changed(members)
    guard members["client_id"]?.string == old.id else {
      throw BadValue(
        "The file has another client_id, and a client_id can't be changed.", remedy: "Remove that member.")
    }
    // A secret is no use to another method, and a key set replaces an address.
    let method = members["token_endpoint_auth_method"]?.string
    if let method, method != ClientDescription.eitherMethod, ClientSecretMethod(rawValue: method) == nil {
      for name in ["client_secret_sha256", "former_client_secret_sha256", "former_client_secret_until"] {
        members[name] = nil
      }
    }
    if description.keysFile != nil { members["jwks_uri"] = nil }
    if description.keysAddress != nil { members["jwks"] = nil }
    let (client, secret) = try ClientDescription.client(members, settings)
    try await database.contents.saveClient(client)
    settings.warn(of: client, console)
    try await database.warnOfEmptyGroups(of: client, settings, console)
    if let secret { console.result("client_secret=\(secret.reveal())") }
    if case .confidential(.secret, _) = old.kind, client.json.object?["client_secret_sha256"] == nil {
      console.say("The client's secret was removed: its authentication method uses none.")
    }
    return ChangedMembers.names(between: old.json, and: client.json)
  }
}
