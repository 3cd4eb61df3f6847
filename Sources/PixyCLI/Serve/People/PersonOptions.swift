internal import ArgumentParser
internal import OAuthCore

/// What may be known about a person.
struct PersonOptions: ParsableArguments {
  @Option(help: "Their address for mail.")
  var email: String?

  @Flag(name: .customLong("email-verified"), help: "Tell clients that the address is known to be theirs.")
  var isEmailVerified = false

  @Option(help: "The address of a picture of them.")
  var picture: String?

  @Option(
    name: .customLong("claim"),
    help: ArgumentHelp(
      "What else clients may know: given_name=Ada, phone_number=+41…, address={…}, or a claim of your own, which the scope claim:NAME opens. Repeat it for more.",
      valueName: "name=value"))
  var claims: [String] = []

  func validate() throws {
    guard let picture else { return }
    do {
      try PersonClaims.check(picture: picture)
    } catch {
      throw ValidationError("--picture \(error.problem).")
    }
  }

  /// The claims of all flags.
  func allClaims() throws -> [String: JSONValue] {
    var all: [String: JSONValue] = isEmailVerified ? ["email_verified": true] : [:]
    for pair in claims {
      do {
        let (name, value) = try PersonClaims.read(pair)
        try PersonClaims.check(name, value)
        guard all.updateValue(value, forKey: name) == nil else {
          throw PersonClaims.Unfit(claim: name, problem: "is there twice")
        }
      } catch let error as PersonClaims.Unfit {
        throw ValidationError("--claim: \(UntrustedText(error.claim)) \(error.problem).")
      }
    }
    return all
  }
}
