internal import OAuthCore
internal import OAuthServer

/// Claims about a person (OpenID Connect Core §5.1) that somebody wrote down, checked.
enum PersonClaims {
  /// What is wrong with a claim, as the end of a sentence that begins with its name.
  struct Unfit: Error {
    let claim: String
    let problem: String
  }

  /// Those that have a place of their own beside the others.
  private static let elsewhere: Set<String> = ["name", "preferred_username", "email", "email_verified", "picture"]

  /// Checks a claim's name, and that it has the type that the specification gives it: clients would stumble over another.
  static func check(_ claim: String, _ value: JSONValue) throws(Unfit) {
    guard !claim.isEmpty, !elsewhere.contains(claim) else {
      throw Unfit(claim: claim, problem: "has a place of its own, beside the claims")
    }
    guard let token = User.scopeToken(opening: claim) else {
      throw Unfit(claim: claim, problem: "says something about a token, and not about a person")
    }
    // `given_name#ja` is of the type of `given_name` (§5.2).
    switch (claim.prefix { $0 != "#" }, value) {
    case (_, .null): throw Unfit(claim: claim, problem: "is null: leave it out")
    case ("address", .object), ("phone_number_verified", .bool), ("updated_at", .integer), ("updated_at", .number):
      return
    case ("address", _): throw Unfit(claim: claim, problem: "is no object (OpenID Connect Core §5.1.1)")
    case ("phone_number_verified", _): throw Unfit(claim: claim, problem: "is neither true nor false")
    case ("updated_at", _): throw Unfit(claim: claim, problem: "is no number of seconds")
    case (_, .string(let text)) where !text.isEmpty: return
    default:
      guard token.hasPrefix("claim:") else { throw Unfit(claim: claim, problem: "is no text with something in it") }
    }
  }

  /// Checks the address of a picture, which clients show (OpenID Connect Core §5.1).
  static func check(picture: String) throws(Unfit) {
    guard let address = try? ParsedURI(picture), ["https", "http"].contains(address.scheme), !address.host.isEmpty
    else {
      throw Unfit(claim: "picture", problem: "is no address that begins with https:// or http://")
    }
  }

  /// Reads `name=value`. A value is a text, unless it begins as an object, an array or a quoted text does in JSON, or is `true` or
  /// `false`; `updated_at` is a number.
  static func read(_ pair: String) throws(Unfit) -> (name: String, value: JSONValue) {
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw Unfit(claim: pair, problem: "has no value: write name=value") }
    let (name, text) = (parts[0], parts[1])
    let isJSON = ["true", "false"].contains(text) || text.first.map { "{[\"".contains($0) } ?? false
    guard isJSON || name == "updated_at" else { return (name, .string(text)) }
    guard let value = try? JSONValue(octets: Array(text.utf8)) else {
      throw Unfit(claim: name, problem: isJSON ? "is not the JSON that it begins as" : "is no number of seconds")
    }
    return (name, value)
  }
}
