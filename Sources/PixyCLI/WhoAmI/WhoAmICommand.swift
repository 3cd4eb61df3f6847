internal import ArgumentParser
internal import HTTPTypes
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

/// `pixy whoami`: who the account is.
struct WhoAmICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami",
    abstract: "Say who the account is.",
    discussion: """
      Asks the server's UserInfo endpoint, or the provider's own resource, with the account's token; standard error says who said it. A server \
      that has neither isn't asked: what was verified at the sign-in is shown then, and with --offline.
      """)

  @OptionGroup(title: "Account") var account: AccountOptions

  @Flag(help: "Ask no server: show what was known at the sign-in.")
  var offline = false

  @Flag(help: "Print JSON, with all that was said and who said it.")
  var json = false

  @Flag(help: "Say what happens, step by step; never a secret.")
  var verbose = false

  func run() async throws {
    let console = Console.standard
    do {
      let book = try await AccountBook.existing(account.profile)
      let kept = try await book.account(account.choice)
      let identity = offline ? Self.known(kept) : try await ask(kept, book, on: console)
      if json { return console.result(json: identity.members) }
      identity.lines.forEach(console.result)
      console.say(identity.source.words)
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }

  private static func known(_ kept: KeptAccount) -> Identity {
    var claims = kept.record.claims
    claims["sub"] = claims["sub"] ?? kept.record.subject.map { .string($0) }
    return Identity(account: kept, source: .signIn, claims: claims)
  }

  private func ask(_ kept: KeptAccount, _ book: AccountBook, on console: Console) async throws -> Identity {
    let session = try await account.session(of: kept, in: book, on: console, isVerbose: verbose)
    if let profile = try await session.profile() {
      return Identity(account: kept, source: .profile, claims: profile.claims)
    }
    guard let endpoint = session.session.client.server.userInfoEndpoint else { return Self.known(kept) }
    var request = endpoint.request(.get)
    request.headerFields[.accept] = "application/json"
    let answer = try await session.send(request)
    let claims = try OAuthClient.userInfoClaims(in: answer)
    // OpenID Connect Core §5.3.2: an answer about somebody else isn't one.
    if let known = kept.record.subject, known != claims["sub"]?.string { throw IdentityError.somebodyElse }
    return Identity(account: kept, source: .userInfo, claims: claims)
  }
}

extension Profile {
  /// The same in the words of OpenID Connect Core §5.1.
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

/// Why an account isn't who it should be.
enum IdentityError: Error {
  /// The server says that the token is somebody else's.
  case somebodyElse
}

extension IdentityError: ExplainedError {
  var code: String { "wrong_subject" }
  var step: FlowStep { .resource }
  var explanation: String { "The server says that the token is somebody else's than the one who signed in." }
  var remedy: String { "Sign out with `pixy logout`, sign in again, and tell the server's operator if that lasts." }
}
