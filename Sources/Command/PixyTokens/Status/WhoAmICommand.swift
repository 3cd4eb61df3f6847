package import ArgumentParser
internal import FoundationBasics
internal import HTTPTypes
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OAuthSessions
internal import PixyAccounts
internal import PixyAuth
internal import PixyConnection
package import PixyTerminal
internal import TokenStorage

/// `pixy whoami`: shows the identity of an account's user.
package struct WhoAmICommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "whoami",
    abstract: "Show the account's user.",
    discussion: """
      Requests the server's UserInfo endpoint, or the provider's own profile, with the account's token, and names the \
      source on standard error. If the server has neither, or with --offline, it shows the identity that was verified \
      at the sign-in. Says when you have to sign in again, if the server reported it.
      """
  ).withExamples(of: "whoami")

  @OptionGroup(title: "Account") var account: AccountOptions

  @Flag(help: "Send no request. Show the identity from the sign-in.")
  var offline = false

  @Flag(help: "Print JSON with all claims and their source.")
  var json = false

  @Flag(help: "Print each step. Secrets are never printed.")
  var verbose = false

  package func run(on console: Console) async throws {
    let directory = try await AccountDirectory.existing(account.profile)
    let storedAccount = try await directory.account(account.choice)
    // The client's own tokens belong to no user (RFC 6749 §4.4).
    guard storedAccount.record.grant != .clientCredentials else {
      throw IdentityError.noUser(storedAccount.account, clientID: storedAccount.record.client.id)
    }
    let identity = offline ? Self.known(storedAccount) : try await ask(storedAccount, directory, on: console)
    // The request may have refreshed the tokens.
    let current = try await directory.storedAccount(storedAccount.account) ?? storedAccount
    if json { return console.result(json: identity.members.merging(current.signInMembers) { $1 }) }
    identity.lines.forEach(console.result)
    console.say(identity.source.words)
    for clause in current.signInClauses(at: Date()) {
      console.say("\(clause.prefix(1).uppercased() + clause.dropFirst()).")
    }
  }

  private static func known(_ storedAccount: StoredAccount) -> Identity {
    var claims = storedAccount.record.claims
    claims["sub"] = claims["sub"] ?? storedAccount.record.subject.map { .string($0) }
    return Identity(account: storedAccount, source: .signIn, claims: claims)
  }

  private func ask(_ storedAccount: StoredAccount, _ directory: AccountDirectory, on console: Console) async throws
    -> Identity
  {
    let session = try await account.session(of: storedAccount, in: directory, on: console, isVerbose: verbose)
    if let profile = try await session.profile() {
      return Identity(account: storedAccount, source: .profile, claims: profile.claims)
    }
    guard let endpoint = session.session.client.server.userInfoEndpoint else { return Self.known(storedAccount) }
    var request = endpoint.request(.get)
    request.headerFields[.accept] = "application/json"
    let answer = try await session.send(request)
    let claims = try OAuthClient.userInfoClaims(in: answer)
    // An answer about another user must not be used (OpenID Connect Core §5.3.2).
    if let subject = storedAccount.record.subject, subject != claims["sub"]?.string { throw IdentityError.otherUser }
    return Identity(account: storedAccount, source: .userInfo, claims: claims)
  }
}

extension Profile {
  /// The profile as claims of OpenID Connect Core §5.1.
  fileprivate var claims: [String: JSONValue] {
    var claims: [String: JSONValue] = ["sub": .string(id)]
    claims["preferred_username"] = login.map { .string($0) }
    claims["name"] = name.map { .string($0) }
    claims["picture"] = picture.map { .string($0.text) }
    claims["email"] = email.map { .string($0) }
    claims["email_verified"] = isEmailVerified.map { .bool($0) }
    return claims
  }
}

/// The reason why an account has no usable identity.
enum IdentityError: Error {
  /// The server's claims are about another user.
  case otherUser
  /// The account is a client's own.
  case noUser(Account, clientID: String)
}

extension IdentityError: ExplainedError {
  /// The facts of each case.
  var facts: ErrorFacts {
    switch self {
    case .otherUser:
      ErrorFacts(
        "wrong_subject", at: .resource, .invalidInput,
        "The server says that the token belongs to another user than the one who signed in.",
        remedy: "Sign out with `pixy logout`, then sign in again. If the error persists, tell the server's operator.")
    case .noUser(let account, let clientID):
      ErrorFacts(
        "account_without_user", at: .resource, .mistake,
        """
        \(UntrustedText("\(account.name)@\(account.server)")) has no user: its tokens belong to the client \
        \(UntrustedText(clientID)), by client_credentials.
        """,
        remedy: "`pixy status` shows the client. Name an account of a user with --account.")
    }
  }
}
