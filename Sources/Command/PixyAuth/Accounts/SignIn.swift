internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OAuthSessions
internal import OpenIDConnect
internal import PixyConnection
internal import PixyTerminal
internal import TokenStorage

/// The result of a grant, with all that is needed to store it as an account.
struct SignIn {
  var tokens: TokenOutcome
  var server: ServerChoice
  /// The client; a newly registered one has its ID and secret.
  var client: ClientChoice
  /// Whether the client was registered for this sign-in or an earlier one, so that its ID doesn't identify the
  /// account.
  var isRegistered = false
  /// The registration of such a client.
  var registration: RegistrationRecord?
  /// The value of ``AccountRecord/isByResource``.
  var isByResource = false
  var grant: AccountRecord.Grant
  var scope: Scope
  var resources: [String] = []
  var parameters = FormParameters()
  /// The values of ``AccountRecord/options`` and ``AccountRecord/request``.
  var options: [String] = []
  var request: String?
  /// The user's claims: from the verified ID token, UserInfo, or the profile.
  var claims: [String: JSONValue] = [:]

  /// The requested scopes that the server didn't grant (RFC 6749 §5.1).
  var missingScopes: [String] {
    var effects: Set<String> = []
    if tokens.idToken != nil { effects.insert("openid") }
    if tokens.tokens.refreshToken != nil { effects.insert("offline_access") }
    return Self.missing(scope, in: tokens.tokens.scope, besides: effects)
  }

  /// Returns the requested scopes that weren't granted.
  ///
  /// A scope that the server lists under another name is granted: Google answers `email` with
  /// `https://www.googleapis.com/auth/userinfo.email`, and GitHub `user:email` with `user`.
  ///
  /// - Parameters:
  ///   - requested: The requested scope.
  ///   - granted: The scope in the server's answer; `nil` if it is the requested one.
  ///   - effects: The scopes whose effects show that they were granted. Servers may leave them out.
  static func missing(_ requested: Scope, in granted: Scope?, besides effects: Set<String>) -> [String] {
    guard let granted else { return [] }
    return requested.tokens.filter { wanted in
      !effects.contains(wanted)
        && !granted.tokens.contains { name in
          name == wanted || name.hasSuffix("/\(wanted)") || name.hasSuffix(".\(wanted)") || wanted.hasPrefix("\(name):")
        }
    }
  }

  /// Stores the sign-in and makes its account the default. Tokens that can't be stored are revoked.
  ///
  /// - Parameters:
  ///   - directory: The directory that gets the account.
  ///   - options: The name and the further origins.
  ///   - clock: The wall clock. Default: the system's.
  /// - Returns: The account with the tokens.
  /// - Throws: `TokenStoreError`.
  func keep(in directory: AccountDirectory, _ options: AccountStorageOptions, clock: WallClock = .system) async throws
    -> Account
  {
    let account = try await tokens.client.keeping(tokens.tokens) { try await save(in: directory, options, clock) }
    do {
      try await directory.choose(account)
    } catch let error as TokenStoreError {
      throw DefaultNotSet(account: account, profile: directory.profile, cause: error)
    }
    if let prover = tokens.client.prover { DPoPNonceFile(folder: directory.folders.data).save(prover) }
    return account
  }

  private func save(in directory: AccountDirectory, _ options: AccountStorageOptions, _ clock: WallClock) async throws
    -> Account
  {
    let account = try await account(in: directory, options.name)
    var record = AccountRecord(server: server, client: client, grant: grant, scope: scope)
    record.resources = resources
    record.parameters = parameters
    record.origins = options.origin
    record.name = options.name
    record.isRegistered = isRegistered
    record.registration = registration
    record.isByResource = isByResource
    record.options = self.options
    record.request = request
    record.signedInAt = clock.now()
    record.subject = subject
    record.claims = claims
    if tokens.client.server.issuer != nil {
      record.metadata = tokens.client.server.members
      record.metadataFoundAt = clock.now()
    }
    try await directory.save(try StoredTokens(tokens.tokens, prover: tokens.client.prover), record, for: account)
    return account
  }

  /// Returns the name that stores use for the server's accounts.
  ///
  /// Each registered client has separate accounts, because its tokens reach other resources than
  /// those of another client. For the same reason, each resource has separate accounts.
  static func provider(
    _ server: ServerChoice, _ metadata: AuthorizationServerMetadata?, clientID: String?, resources: [String] = []
  ) throws -> String {
    let place =
      if let provider = try server.knownProvider() {
        provider.server.accountProvider
      } else {
        server.issuer ?? metadata?.issuer?.text ?? server.endpoints["token_endpoint"].flatMap {
          try? Endpoint($0).origin
        }
          ?? "unknown"
      }
    return [place, clientID, resources.isEmpty ? nil : "for \(resources.joined(separator: " "))"]
      .compactMap(\.self).joined(separator: " ")
  }

  private func account(in directory: AccountDirectory, _ wanted: String?) async throws -> Account {
    let provider = try Self.provider(
      server, tokens.client.server, clientID: isRegistered ? nil : client.id, resources: resources)
    if let wanted { return try Account(provider: provider, name: wanted) }
    let name = Self.name(in: claims) ?? subject ?? (grant == .clientCredentials ? client.id : "default")
    let account = try Account(provider: provider, name: name)
    guard let subject else { return account }
    let storedAccount: StoredAccount?
    do {
      storedAccount = try await directory.storedAccount(account)
    } catch is DamagedAccount {
      // The error advises a new sign-in, which replaces the damaged tokens.
      return account
    }
    if storedAccount?.record.subject == subject { return account }
    // Servers report different claims for different scopes: the subject identifies the account,
    // whatever its name.
    if let same = try await directory.account(of: subject, at: provider) { return same }
    // User-chosen names aren't unique everywhere: another user's tokens are not replaced.
    return storedAccount?.record.subject == nil ? account : try Account(provider: provider, name: subject)
  }

  /// The subject. Providers without OpenID Connect have an ID in the profile.
  private var subject: String? {
    claims["sub"]?.string ?? tokens.idToken?.subject ?? (server.provider == nil ? nil : claims["id"]?.string)
  }

  /// Returns a name for the account; `nil` if the claims contain none that can be typed.
  static func name(in claims: [String: JSONValue]) -> String? {
    for member in ["preferred_username", "login", "email"] {
      // A name with invisible characters can't be typed, and may imitate another name.
      if let name = claims[member]?.string, ShellWord.fitsOnALine(name),
        (try? Account(provider: "any", name: name)) != nil
      {
        return name
      }
    }
    return nil
  }
}
