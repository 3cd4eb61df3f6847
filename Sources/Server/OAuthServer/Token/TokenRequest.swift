internal import OAuthCore

/// A token request whose client has authenticated (RFC 6749 §4.1.3).
public struct TokenRequest: Sendable {
  let form: FormParameters
  /// The authenticated client.
  public let client: RegisteredClient
  /// The key that new tokens are bound to, whose possession the client has just proved; `nil` for
  /// bearer tokens.
  public let confirmation: KeyConfirmation?
  /// The key of the HTTP request. A grant passes it to the operation that spends what the request
  /// presents, so that the operation can be repeated when its answer was lost (``ServerDatabase``).
  public let key: RequestKey
  /// The generator of the request's secrets.
  let secrets: SecretGenerator

  /// Returns the value of a form parameter that appears once.
  ///
  /// - Parameter name: A name that the grant's ``TokenGrant/parameters`` list.
  /// - Returns: `nil` if the parameter is absent or empty (RFC 6749 §3.2).
  public func parameter(_ name: String) -> String? { form.value(name) }

  /// Returns all values of a form parameter that may appear more than once, such as `resource` (RFC
  /// 8707 §2), in the order of the form.
  ///
  /// - Parameter name: A name that the grant's ``TokenGrant/parameters`` don't list: those may
  ///   appear only once.
  /// - Returns: An empty array if the parameter is absent.
  public func values(of name: String) -> [String] { form.all(name) }

  /// The type of the access token that the request gets.
  var tokenType: TokenType {
    if case .dpop = confirmation { .dpop } else { .bearer }
  }
}
