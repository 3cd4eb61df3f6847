internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer

/// The options for the claims of a user.
struct UserClaimOptions: ParsableArguments {
  @Option(help: "The user's email address.")
  var email: String?

  @Flag(name: .customLong("email-verified"), help: "Mark the email address as verified.")
  var isEmailVerified = false

  @Option(help: ArgumentHelp("The URL of the user's picture.", valueName: "url"))
  var picture: String?

  @Option(
    name: .customLong("group"),
    help: ArgumentHelp(
      "A group of the user, which clients get with the scope groups. Repeatable; all groups are given together.",
      valueName: "group"))
  var groups: [String] = []

  @Option(
    name: .customLong("claim"),
    help: ArgumentHelp(
      """
      A further claim: given_name=Ada, phone_number=+41…, address={…}, or a claim of your own, which clients get \
      with the scope claim:NAME. Repeatable.
      """,
      valueName: "name=value"))
  var claims: [String] = []

  func validate() throws {
    guard let picture else { return }
    do {
      try UserClaims.check(picture: picture)
    } catch {
      throw ValidationError("--picture \(error.problem).")
    }
  }

  /// Returns the claims of all options.
  func allClaims() throws -> [String: JSONValue] {
    var all: [String: JSONValue] = isEmailVerified ? ["email_verified": true] : [:]
    if !groups.isEmpty { all[User.groupsClaim] = .array(groups.map { .string($0) }) }
    for pair in claims {
      do {
        let (name, value) = try UserClaims.read(pair)
        try UserClaims.check(name, value)
        guard all.updateValue(value, forKey: name) == nil else {
          throw UserClaims.InvalidClaim(claim: name, problem: "is given twice")
        }
      } catch let error as UserClaims.InvalidClaim {
        throw ValidationError("--claim: \(UntrustedText(error.claim)) \(error.problem).")
      }
    }
    return all
  }
}
