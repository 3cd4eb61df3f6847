internal import ArgumentParser
internal import OAuthCore

/// The options for what the tokens are for, in every grant.
struct RequestOptions: ParsableArguments {
  @Option(help: "The scopes to request, repeated or separated by spaces. With openid, the ID token is verified.")
  var scope: [String] = []

  @Option(help: ArgumentHelp("A resource that the token is for (RFC 8707). Repeatable.", valueName: "uri"))
  var resource: [String] = []

  @Option(
    help: ArgumentHelp(
      "A WWW-Authenticate field of the request that a protected resource rejected. Repeatable.", valueName: "field"))
  var challenge: [String] = []

  @Flag(name: .customLong("dpop"), help: "Bind the tokens to a new key (DPoP, RFC 9449).")
  var dpop = false

  func validate() throws {
    for text in resource where !ParsedURI.isResource(text) {
      throw ValidationError(ResourceOption.wrongValue)
    }
  }

  /// Returns the requested scope; `nil` without `--scope`.
  func givenScope() throws -> Scope? {
    scope.isEmpty ? nil : try Scope(parameter: scope.joined(separator: " "))
  }
}
