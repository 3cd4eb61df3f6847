internal import ArgumentParser

/// The options for a client that is registered for this sign-in.
struct RegistrationOptions: ParsableArguments {
  @Flag(
    help: """
      Register a new client with the server first (RFC 7591). Its ID and secret are stored with the tokens; its \
      registration access token is not.
      """
  )
  var register = false

  @Option(
    name: .customLong("initial-access-token-file"),
    help: ArgumentHelp(
      "The file with the initial access token for --register, or - for standard input.", valueName: "file"),
    completion: .file())
  var initialAccessTokenFile: String?

  @Option(
    name: .customLong("member"),
    help: ArgumentHelp(
      "A further member of the client's metadata for --register, such as software_id=x. Repeatable.",
      valueName: "name=value"),
    transform: MetadataMember.init(argument:))
  var member: [MetadataMember] = []

  /// Whether an existing client may sign in instead of a new one. A sign-in with a resource's URL sets
  /// it; there is no option for it.
  var usesExistingClient = false
  /// The address of the user's metadata document, if the server accepts it.
  var document: String?

  private enum CodingKeys: String, CodingKey {
    case register, initialAccessTokenFile, member
  }

  /// The members that the sign-in sets itself.
  private static let followsFromOptions: Set<String> = [
    "grant_types", "id_token_signed_response_alg", "jwks", "redirect_uris", "response_types", "scope",
    "token_endpoint_auth_method", "token_endpoint_auth_signing_alg",
  ]

  func validate() throws {
    guard initialAccessTokenFile == nil || register else {
      throw ValidationError("--initial-access-token-file needs --register.")
    }
    guard member.isEmpty || register else { throw ValidationError("--member needs --register.") }
    if let name = member.map(\.name).first(where: Self.followsFromOptions.contains) {
      throw ValidationError("--member can't set \(name), which follows from the other options.")
    }
  }
}
