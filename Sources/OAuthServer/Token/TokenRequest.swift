internal import OAuthCore

/// A token request whose client has authenticated (RFC 6749 §4.1.3).
public struct TokenRequest: Sendable {
  let form: FormParameters
  /// The authenticated client.
  public let client: RegisteredClient
  /// The key that new tokens are bound to, whose possession the client has just proved; `nil` for
  /// bearer tokens.
  let confirmation: KeyConfirmation?
  /// The key of the HTTP request.
  let key: RequestKey

  /// The value of a form parameter that appears once.
  ///
  /// - Parameter name: A name that the grant's ``TokenGrant/parameters`` list.
  /// - Returns: `nil` if the parameter is absent or empty (RFC 6749 §3.2).
  public func parameter(_ name: String) -> String? { form.value(name) }

  /// The type of the access token that the request gets.
  var tokenType: TokenType {
    if case .dpop = confirmation { .dpop } else { .bearer }
  }
}
