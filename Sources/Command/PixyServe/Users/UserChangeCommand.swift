internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve user change`: changes the claims of a user.
struct UserChangeCommand: OneUserCommand, ChangingCommand {
  static let configuration = CommandConfiguration(
    commandName: "change",
    abstract: "Change the claims of a user.",
    discussion: """
      Claims without an option stay as they are, and so do the password, sessions and tokens. Clients get the new \
      claims with their next request. A new email address is unverified without --email-verified.
      """
  ).withExamples(of: "serve user change")

  @OptionGroup var common: SettingsOptions
  @OptionGroup var user: UserArgument

  @Option(help: "The display name.")
  var name: String?

  @OptionGroup var known: UserClaimOptions

  @Option(
    name: .customLong("without"),
    help: ArgumentHelp(
      "A claim to remove: email, picture, or the name of another claim. Repeatable.", valueName: "claim"))
  var dropped: [String] = []

  func validate() throws {
    let claims = try known.allClaims()
    guard name != nil || known.email != nil || known.picture != nil || !claims.isEmpty || !dropped.isEmpty else {
      throw ValidationError("Nothing to change: give --name, --email, --picture, --group, --claim or --without.")
    }
    for name in dropped {
      let isGiven =
        switch name {
        case "email": known.email != nil
        case "picture": known.picture != nil
        default: claims[name] != nil
        }
      guard !isGiven else { throw ValidationError("\(UntrustedText(name)) is both set and removed.") }
    }
  }

  func change(_ database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws -> [String] {
    let users = database.contents
    guard let account = try await users.account(username), let user = try await users.user(account.subject) else {
      throw NotInDatabase.user(username, settings)
    }
    let changed = try changed(user)
    if !known.groups.isEmpty { try await KnownGroups(in: database, settings).warnOfNew(known.groups, console) }
    guard try await users.changeUser(changed) else { throw NotInDatabase.user(username) }
    if known.email != nil { try await database.warnOfSharedEmail(changed, settings, console) }
    return ChangedMembers.names(between: user.changeableClaims, and: changed.changeableClaims)
  }

  /// Returns the user after the change.
  private func changed(_ user: User) throws -> User {
    var (email, picture, claims) = (known.email ?? user.email, known.picture ?? user.picture, user.claims)
    // The mark belonged to the old address.
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
      claims: claims, isDisabled: user.isDisabled)
  }
}

extension User {
  /// The names of the claims that the command changes.
  fileprivate var changeableClaims: JSONValue {
    var members = claims
    (members["name"], members["email"], members["picture"]) =
      (.string(name), email.map { .string($0) }, picture.map { .string($0) })
    return .object(members)
  }
}

/// A claim to remove that the user doesn't have.
struct UnknownClaim: ExplainedError {
  let claim: String
  let username: String

  /// The facts of the error.
  var facts: ErrorFacts {
    ErrorFacts(
      "unknown_claim", at: .configuration, .mistake,
      "\(UntrustedText(username)) has no claim \(UntrustedText(claim)). Nothing was changed.",
      remedy: "List the claims of all users with pixy serve user list --json.")
  }
}

/// The error of marking an email address as verified when the user has none.
struct NoAddressToVerify: ExplainedError {
  let username: String

  /// The facts of the error.
  var facts: ErrorFacts {
    ErrorFacts(
      "no_email", at: .configuration, .mistake, "\(UntrustedText(username)) has no email address. Nothing was changed.",
      remedy: "Give the address with --email.")
  }
}
