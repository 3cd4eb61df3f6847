internal import ArgumentParser
internal import JOSE
package import OAuthCore

/// The names of claims, for `--claims`: separated by commas, without blanks.
package struct ClaimNames: Sendable, Hashable, ExpressibleByArgument {
  package let names: [String]

  package init?(argument: String) {
    names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) else { return nil }
  }

  /// The names as the option's value.
  package var argument: String { names.joined(separator: ",") }

  /// The `claims` parameter that requests these claims in the ID token (OpenID Connect Core §5.5).
  var requestParameter: String {
    let claims = JSONValue.object(Dictionary(names.map { ($0, .null) }) { first, _ in first })
    return String(decoding: JSONValue.object(["id_token": claims]).bytes(), as: UTF8.self)
  }

  /// Returns the names that an ID token has no claim for. Its signature isn't verified.
  package func missing(in idToken: Secret) -> [String] {
    let payload = try? JSONWebSignature(compact: idToken.reveal()).unverifiedPayload
    let claims = payload.flatMap { try? JSONValue(bytes: $0) }?.object ?? [:]
    return names.filter { claims[$0] == nil }
  }
}
