internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// `pixy serve user change`
struct UserChangeCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "change",
    abstract: "Change what is known about a person.",
    discussion: """
      What isn't named stays as it is, and so do their password, sessions and tokens. Clients are told when they next ask. A new \
      address for mail isn't verified unless --email-verified says so.
      """)

  @OptionGroup var common: SettingsOptions

  @Argument(help: "What they type to sign in. After -- if it begins with a hyphen.")
  var username: String

  @Option(help: "What they are called.")
  var name: String?

  @OptionGroup var known: PersonOptions

  @Option(
    name: .customLong("without"),
    help: ArgumentHelp(
      "What clients are told no longer: email, picture, or the name of a claim. Repeat it for more.",
      valueName: "name"))
  var dropped: [String] = []

  func validate() throws {
    _ = try common.flags()
    let claims = try known.allClaims()
    guard name != nil || known.email != nil || known.picture != nil || !claims.isEmpty || !dropped.isEmpty else {
      throw ValidationError("Nothing is to be changed: give --name, --email, --picture, --claim or --without.")
    }
    for name in dropped {
      let isGiven =
        switch name {
        case "email": known.email != nil
        case "picture": known.picture != nil
        default: claims[name] != nil
        }
      guard !isGiven else { throw ValidationError("\(UntrustedText(name)) is both given and taken away.") }
    }
  }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let people = database.stores.people
    guard let account = try await people.account(username), let user = try await people.user(account.subject) else {
      throw NotInDatabase.person(username, settings)
    }
    guard try await people.change(try changed(user)) else { throw NotInDatabase.person(username) }
  }

  /// What is known about somebody after the change.
  private func changed(_ user: User) throws -> User {
    var (email, picture, claims) = (known.email ?? user.email, known.picture ?? user.picture, user.claims)
    // It was said of the other address.
    if known.email != nil { claims["email_verified"] = nil }
    for name in dropped {
      let isKnown: Bool
      switch name {
      case "email":
        isKnown = email != nil
        email = nil
        claims["email_verified"] = nil
      case "picture":
        isKnown = picture != nil
        picture = nil
      default: isKnown = claims.removeValue(forKey: name) != nil
      }
      guard isKnown else { throw UnknownClaim(claim: name, username: username) }
    }
    claims.merge(try known.allClaims()) { $1 }
    guard claims["email_verified"] == nil || email != nil else { throw NoAddressToVerify(username: username) }
    return User(
      subject: user.subject, username: user.username, name: name ?? user.name, picture: picture, email: email,
      claims: claims)
  }
}

/// A claim was to be taken away that isn't there.
struct UnknownClaim: ExplainedError {
  let claim: String
  let username: String

  var code: String { "unknown_claim" }
  var step: FlowStep { .configuration }
  var explanation: String {
    "\(UntrustedText(username)) has no claim \(UntrustedText(claim)). Nothing was changed."
  }
  var remedy: String { "See what is known about everybody with pixy serve user list --json." }
}

/// An address for mail was to be told as verified, and there is none.
struct NoAddressToVerify: ExplainedError {
  let username: String

  var code: String { "no_email" }
  var step: FlowStep { .configuration }
  var explanation: String { "\(UntrustedText(username)) has no address for mail. Nothing was changed." }
  var remedy: String { "Give it with --email." }
}
