internal import FoundationBasics
public import OAuthCore

/// The result of a token exchange (RFC 8693 §2.2.1).
public struct ExchangedToken: Sendable, Hashable {
  /// The issued token, which need not be an access token.
  public let token: Secret
  /// The type of the issued token.
  public let issuedTokenType: TokenTypeIdentifier
  /// The issued token as an access token that can be presented; `nil` if it isn't one (`token_type`
  /// is `N_A`).
  public let accessToken: TokenResponse?
  /// The lifetime of the token, from its arrival on; `nil` if the server didn't send it.
  public let expiresIn: Duration?
  /// The granted scope; `nil` if it is the requested one, or if the server sent no usable one.
  public let scope: Scope?

  /// Reads a token endpoint's answer to an exchange.
  init(_ members: AnswerMembers, to request: EndpointRequest, receivedAt: Date) throws(EndpointError) {
    issuedTokenType = TokenTypeIdentifier(rawValue: try members.requiredText("issued_token_type"))
    let isAccessToken = try members.text("token_type")?.lowercased() != "n_a"
    accessToken = isAccessToken ? try TokenResponse(members, to: request, receivedAt: receivedAt) : nil
    token = try members.requiredSecret("access_token")
    expiresIn = members.usableDuration("expires_in")
    scope = members.scope()
  }
}

extension ExchangedToken: Redacted {
  /// Only the type of the token.
  public var description: String { "ExchangedToken(\(UntrustedText(issuedTokenType.rawValue)))" }
}
