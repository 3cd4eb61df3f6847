#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect
internal import TokenStorage

/// What a grant gave, and how: all that has to be known to keep it.
struct SignIn {
  var tokens: TokenOutcome
  var server: ServerChoice
  /// The client as it is now; one that was registered on the way has got its id and secret.
  var client: ClientChoice
  /// Whether the client was made for this sign-in, so that its id says nothing about which account it is.
  var isRegistered = false
  var grant: AccountRecord.Grant
  var scope: Scope
  var resources: [String] = []
  var parameters = FormParameters()
  /// As ``AccountRecord/options`` and ``AccountRecord/request``.
  var options: [String] = []
  var request: String?
  /// What is known of the person: claims of a verified ID token, UserInfo's, or the profile's members.
  var claims: [String: JSONValue] = [:]

  /// Keeps it.
  ///
  /// - Parameters:
  ///   - book: where.
  ///   - options: under which name.
  ///   - clock: what time it is.
  /// - Returns: the account that has it now.
  func keep(in book: AccountBook, _ options: KeepOptions, clock: WallClock = .system) async throws -> Account {
    let account = try await account(in: book, options.name)
    var record = AccountRecord(server: server, client: client, grant: grant, scope: scope)
    record.resources = resources
    record.parameters = parameters
    record.origins = options.origin
    record.name = options.name
    record.isRegistered = isRegistered
    record.options = self.options
    record.request = request
    record.signedInAt = clock.now()
    record.subject = subject
    record.claims = claims
    if tokens.client.server.issuer != nil {
      record.metadata = tokens.client.server.members
      record.metadataFoundAt = clock.now()
    }
    try await book.keep(try StoredTokens(tokens.tokens, prover: tokens.client.prover), record, for: account)
    return account
  }

  /// What stores call the server's accounts: a client that somebody registered has accounts of its own, because its tokens reach other
  /// things than those of the next.
  static func provider(_ server: ServerChoice, _ metadata: AuthorizationServerMetadata?, clientID: String?) throws
    -> String
  {
    let place =
      if let provider = try server.knownProvider() {
        provider.server.accountProvider
      } else {
        server.issuer ?? metadata?.issuer?.text ?? server.tokenEndpoint.flatMap { try? Endpoint($0).origin }
          ?? "unknown"
      }
    return clientID.map { "\(place) \($0)" } ?? place
  }

  private func account(in book: AccountBook, _ wanted: String?) async throws -> Account {
    let provider = try Self.provider(server, tokens.client.server, clientID: isRegistered ? nil : client.id)
    if let wanted { return try Account(provider: provider, name: wanted) }
    let name = Self.name(in: claims) ?? subject ?? (grant == .clientCredentials ? client.id : "default")
    let account = try Account(provider: provider, name: name)
    guard let subject else { return account }
    let kept = try await book.kept(account)
    if kept?.record.subject == subject { return account }
    // Servers say more or less of a person, as they are asked: it is the same account under whatever name it has.
    if let same = try await book.account(of: subject, at: provider) { return same }
    // Names that people choose for themselves aren't unique everywhere; somebody else's tokens stay.
    return kept?.record.subject == nil ? account : try Account(provider: provider, name: subject)
  }

  /// Who it is, as the server tells people apart; providers without OpenID Connect have an id in their profiles.
  private var subject: String? {
    claims["sub"]?.string ?? tokens.idToken?.subject ?? (server.provider == nil ? nil : claims["id"]?.string)
  }

  /// What to call somebody; `nil` if nothing that the server says can be typed.
  static func name(in claims: [String: JSONValue]) -> String? {
    for member in ["preferred_username", "login", "email"] {
      // One that nobody sees whole can't be typed, and may look like somebody else's.
      if let name = claims[member]?.string, ShellWord.fitsOnALine(name),
        (try? Account(provider: "any", name: name)) != nil
      {
        return name
      }
    }
    return nil
  }
}
