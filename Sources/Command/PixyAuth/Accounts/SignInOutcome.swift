internal import JOSE
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OAuthSessions
internal import OpenIDConnect
internal import PKCE
internal import PixyAccounts
internal import PixyConnection
internal import PixyTerminal
internal import TokenStorage

/// The result of a grant, with all that is needed to store it as an account.
struct SignInOutcome: Sendable {
  /// The record of the account. Its client is the registered one, if the sign-in registered one.
  var record: AccountRecord
  let client: ServerClient
  var tokens: TokenResponse
  var idToken: IDToken?
  /// The authorization request; `nil` if the grant had none.
  var request: AuthorizationRequest?
  /// The user's profile: the claims of UserInfo, or the provider's profile.
  var profile: [String: JSONValue]?

  /// The requested scopes that the server didn't grant (RFC 6749 §5.1).
  var missingScopes: [String] {
    Self.missing(record.scope, in: tokens.scope, besides: effects)
  }

  /// The granted scopes that show in the answer, whether it lists them or not.
  private var effects: Set<String> {
    var effects: Set<String> = []
    if idToken != nil { effects.insert("openid") }
    if tokens.refreshToken != nil { effects.insert("offline_access") }
    return effects
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

  /// Stores the sign-in, and makes its account the default unless its tokens are for a resource. Tokens that
  /// can't be stored are revoked.
  ///
  /// - Parameters:
  ///   - directory: The directory that gets the account.
  ///   - clock: The wall clock. Default: the system's.
  ///   - say: Reports what the tokens that are replaced had and the new ones lack, before they are replaced.
  /// - Returns: The account with the tokens, and whether it replaced others.
  /// - Throws: `TokenStoreError`.
  func keep(
    in directory: AccountDirectory, clock: WallClock = .system, saying say: @Sendable (String) -> Void
  ) async throws -> (account: Account, replaces: Bool) {
    let (account, replaces) = try await client.keeping(tokens) { try await save(in: directory, clock, saying: say) }
    if record.mayBeDefault {
      do {
        try await directory.choose(account)
      } catch let error as TokenStoreError {
        throw DefaultNotSet(account: account, profile: directory.profile, cause: error)
      }
    }
    if let prover = client.oauth.prover { DPoPNonceFile(folder: directory.folders.data).save(prover) }
    return (account, replaces)
  }

  private func save(
    in directory: AccountDirectory, _ clock: WallClock, saying say: @Sendable (String) -> Void
  ) async throws -> (Account, Bool) {
    let account = try await account(in: directory)
    let replaced = try await directory.keptUnlessDamaged(account)
    if let loss = replaced.flatMap({ loss(replacing: $0) }) { say(loss) }
    var record = record
    record.signedInAt = clock.now()
    record.subject = subject
    record.claims = claims
    if client.oauth.server.issuer != nil {
      record.metadata = client.oauth.server.members
      record.metadataFoundAt = clock.now()
    }
    try await directory.save(try StoredTokens(tokens, prover: client.oauth.prover), record, for: account)
    return (account, replaced != nil)
  }

  /// Returns the account of the sign-in: the one that `--name` names, otherwise the same user's, otherwise a new one.
  ///
  /// A sign-in without a name never gets an account that `--name` named, or another user's. An account that another
  /// one at an identity provider vouched for is another user's.
  private func account(in directory: AccountDirectory) async throws -> Account {
    // The ID of a registered client doesn't identify the account.
    let provider = try record.server.accountProvider(
      clientID: record.isRegistered ? nil : record.client.id, resources: record.resources)
    if let wanted = record.name { return try Account(provider: provider, name: wanted) }
    let name =
      record.resourceName ?? Self.name(in: claims) ?? subject ?? record.identityProvider?.name
      ?? (record.grant == .clientCredentials ? record.client.id : "default")
    // Servers report different claims for different scopes: the subject identifies the account,
    // whatever its name.
    if let subject, let same = try await directory.account(of: subject, at: provider, preferring: name) { return same }
    // User-chosen names aren't unique everywhere.
    let user =
      record.resourceName == nil
      ? subject ?? name : (subject ?? record.identityProvider?.name).map { "\(name)+\($0)" } ?? name
    for name in [name, user] + (2...Self.mostAccounts).map({ "\(user)+\($0)" }) {
      guard let account = try? Account(provider: provider, name: name) else { continue }
      // A damaged account counts as none: its error advises a new sign-in, which replaces it.
      guard let stored = try await directory.keptUnlessDamaged(account)?.record else { return account }
      if stored.name == nil, subject == nil || stored.subject == nil, !hasOtherVoucher(than: stored) { return account }
    }
    throw TooManyAccounts(name: name)
  }

  /// Returns whether both sign-ins were by accounts at identity providers, and by different ones.
  private func hasOtherVoucher(than stored: AccountRecord) -> Bool {
    guard let own = record.identityProvider, let other = stored.identityProvider else { return false }
    return own != other
  }

  /// The most accounts whose names differ by a number.
  private static let mostAccounts = 99

  /// Returns what is lost when these tokens replace the stored ones; `nil` if nothing is.
  private func loss(replacing stored: StoredAccount) -> String? {
    let name = UntrustedText("\(stored.account.name)@\(stored.account.server)")
    if let old = stored.record.subject, let subject, old != subject {
      return "These tokens replace those of another user, \(UntrustedText(old)), in the account \(name)."
    }
    if stored.record.identityProvider != record.identityProvider {
      let way =
        stored.record.identityProvider.map { "for which \(UntrustedText("\($0.name)@\($0.server)")) vouched" }
        ?? "for which no identity provider vouched"
      return "These tokens replace those of the account \(name), \(way)."
    }
    let lost = stored.scopeLost(to: tokens.scope ?? record.scope, besides: effects)
    guard !lost.isEmpty else { return nil }
    return """
      These tokens replace those of \(name), which also had the scope \
      \(UntrustedText(lost.joined(separator: " "))). To get it again: \
      \(stored.loginCommand(adding: tokens.scope ?? record.scope))
      """
  }

  /// The user's claims: from the verified ID token, and the profile.
  private var claims: [String: JSONValue] { (idToken?.claims ?? [:]).merging(profile ?? [:]) { $1 } }

  /// The subject. Providers without OpenID Connect have an ID in the profile.
  private var subject: String? {
    claims["sub"]?.string ?? idToken?.subject ?? (client.named == nil ? nil : claims["id"]?.string)
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

  /// The `--json` output, with secrets.
  var members: [String: JSONValue] {
    var members = tokens.additionalMembers
    members["version"] = 1
    members["access_token"] = .string(tokens.accessToken.reveal())
    members["token_type"] = .string(tokens.tokenType.rawValue)
    members["refresh_token"] = tokens.refreshToken.map { .string($0.reveal()) }
    members["expires_in"] = tokens.expiresIn.map { .integer($0.components.seconds) }
    members["scope"] = tokens.scope.map { .string($0.parameter) }
    members["client_id"] = .string(client.oauth.id)
    members["id_token_claims"] = idToken.map { .object($0.claims) }
    if client.named != nil { members["provider"] = .string(client.provider.id) }
    members[client.named == nil ? "userinfo" : "profile"] = profile.map { .object($0) }
    members["verified"] = .object(verified)
    return members
  }

  /// The passed checks. A failed check ends the command earlier.
  private var verified: [String: JSONValue] {
    let server = client.oauth.server
    var members: [String: JSONValue] = ["client_authentication": .string(client.oauth.authentication.method)]
    members["dpop_jkt"] = client.oauth.prover.map { .string($0.thumbprint) }
    if let idToken {
      members["id_token"] = [
        "alg": .string(idToken.algorithm.rawValue), "iss": .string(idToken.issuer), "sub": .string(idToken.subject),
        "aud": .array(idToken.audience.map { .string($0) }), "nonce": .bool(idToken.claims["nonce"] != nil),
        "at_hash": .bool(idToken.claims["at_hash"] != nil),
      ]
    }
    if record.grant.needsUser {
      // A profile is read with an ID token only if both have the same subject.
      members[client.named == nil ? "userinfo_sub" : "profile_sub"] = .bool(idToken != nil && profile != nil)
    }
    guard let request else { return members }
    return members.merging([
      "state": true,
      // Compared whenever it is present, and required if the metadata announces it (RFC 9207 §2.4).
      "iss": .bool(server.issuer != nil && server.authorizationResponseIssParameterSupported),
      "code_challenge_method": .string(request.challengeMethod.rawValue),
      "response_mode": .string(request.responseMode?.rawValue ?? "query"),
      "signed_response": .bool(request.responseMode.map { $0.rawValue.hasSuffix("jwt") } ?? false),
      "pushed_request": .bool(request.isPushed || server.requirePushedAuthorizationRequests),
      "signed_request": .bool(request.requestObjectKey != nil),
    ]) { $1 }
  }
}

extension AccountRecord {
  /// Whether a sign-in makes the account the default. The tokens for a resource are of no use elsewhere.
  var mayBeDefault: Bool { resources.isEmpty }

  /// The name of an account for a resource: the resource's host and path; `nil` without a resource, or if no store
  /// accepts the name.
  var resourceName: String? {
    guard let resource = resources.first else { return nil }
    let scheme = resource.firstRange(of: "://")
    var name = resource[(scheme?.upperBound ?? resource.startIndex)...].prefix { $0 != "?" }
    while name.hasSuffix("/") { name.removeLast() }
    let text = String(name)
    guard ShellWord.fitsOnALine(text), (try? Account(provider: "any", name: text)) != nil else { return nil }
    return text
  }
}

extension StoredAccount {
  /// Returns the scopes of the tokens that a new scope lacks.
  ///
  /// - Parameter effects: The scopes of the new tokens that the new scope leaves out.
  func scopeLost(to scope: Scope, besides effects: Set<String> = []) -> [String] {
    SignInOutcome.missing(tokens.scope ?? record.scope, in: scope, besides: effects)
  }
}

/// The error of a sign-in whose account gets no name of its own.
struct TooManyAccounts: ExplainedError {
  let name: String

  /// The facts of the error.
  var facts: ErrorFacts {
    ErrorFacts(
      "too_many_accounts", at: .storage, .mistake,
      "There are too many accounts whose names begin with \(UntrustedText(name)).",
      remedy: "Sign out of some of them, or give the account a --name.")
  }
}

extension ServerChoice {
  /// Returns the name that stores use for the server's accounts.
  ///
  /// Each registered client has separate accounts, because its tokens reach other resources than
  /// those of another client. For the same reason, each resource has separate accounts.
  func accountProvider(clientID: String?, resources: [String] = []) throws -> String {
    [
      try provider().server.accountProvider, clientID,
      resources.isEmpty ? nil : "for \(resources.joined(separator: " "))",
    ]
    .compactMap(\.self).joined(separator: " ")
  }
}

extension Profile {
  /// The profile, with the names of OpenID Connect Core §5.1 where they exist.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["id": .string(id)]
    members["login"] = login.map { .string($0) }
    members["name"] = name.map { .string($0) }
    members["picture"] = picture.map { .string($0.text) }
    members["email"] = email.map { .string($0) }
    members["email_verified"] = isEmailVerified.map { .bool($0) }
    return members
  }
}
