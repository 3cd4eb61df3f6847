internal import OAuthCore
internal import OAuthServer

/// Checks the claims about a user (OpenID Connect Core §5.1) that commands and configuration files
/// set.
enum UserClaims {
  /// The reason why a claim is invalid, as the end of a sentence that begins with the claim's name.
  struct InvalidClaim: Error {
    let claim: String
    let problem: String
  }

  /// The claims with an option or a member of their own.
  private static let elsewhere: Set<String> = ["name", "preferred_username", "email", "email_verified", "picture"]

  /// Checks the name of a claim, and that its value has the type of the specification, which
  /// clients rely on.
  static func check(_ claim: String, _ value: JSONValue) throws(InvalidClaim) {
    guard !claim.isEmpty, !elsewhere.contains(claim) else {
      throw InvalidClaim(claim: claim, problem: "has an option and a member of its own")
    }
    guard let token = User.scopeToken(opening: claim) else {
      throw InvalidClaim(claim: claim, problem: "is about tokens, not about users")
    }
    // `given_name#ja` has the type of `given_name` (§5.2).
    switch (claim.prefix { $0 != "#" }, value) {
    case (_, .null): throw InvalidClaim(claim: claim, problem: "is null: remove it")
    case ("address", .object), ("phone_number_verified", .bool), ("updated_at", .integer), ("updated_at", .number):
      return
    case ("address", _): throw InvalidClaim(claim: claim, problem: "is not an object (OpenID Connect Core §5.1.1)")
    case ("phone_number_verified", _): throw InvalidClaim(claim: claim, problem: "is neither true nor false")
    case ("updated_at", _): throw InvalidClaim(claim: claim, problem: "is not a number of seconds")
    case (Substring(User.groupsClaim), let groups):
      guard let names = groups.strings, !names.contains("") else {
        throw InvalidClaim(claim: claim, problem: "is not a list of names")
      }
    case (_, .string(let text)) where !text.isEmpty: return
    default:
      guard token.hasPrefix("claim:") else { throw InvalidClaim(claim: claim, problem: "is not a non-empty string") }
    }
  }

  /// Checks the URL of a picture, which clients display (OpenID Connect Core §5.1).
  static func check(picture: String) throws(InvalidClaim) {
    guard let address = try? ParsedURI(picture), ["https", "http"].contains(address.scheme), !address.host.isEmpty
    else {
      throw InvalidClaim(claim: "picture", problem: "is not an address that begins with https:// or http://")
    }
  }

  /// Reads `name=value`.
  ///
  /// A value is a string, unless it begins like a JSON object, array or string, or is `true` or
  /// `false`. The value of `updated_at` is a number.
  static func read(_ pair: String) throws(InvalidClaim) -> (name: String, value: JSONValue) {
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw InvalidClaim(claim: pair, problem: "has no value: write name=value") }
    let (name, text) = (parts[0], parts[1])
    let isJSON = ["true", "false"].contains(text) || text.first.map { "{[\"".contains($0) } ?? false
    guard isJSON || name == "updated_at" else { return (name, .string(text)) }
    guard let value = try? JSONValue(bytes: Array(text.utf8)) else {
      throw InvalidClaim(
        claim: name, problem: isJSON ? "begins like JSON, but is not valid JSON" : "is not a number of seconds")
    }
    return (name, value)
  }
}
