#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import OAuthCore

/// What a token was exchanged for (RFC 8693 §2.2.1).
public struct ExchangedToken: Sendable, Hashable {
  /// The issued token. It need not be an access token.
  public let token: Secret
  /// What kind the issued token is.
  public let issuedTokenType: TokenTypeIdentifier
  /// The same as an access token that can be presented; `nil` if the server says that it isn't one (`token_type` is
  /// `N_A`).
  public let accessToken: TokenResponse?
  /// How long the token lasts from its arrival; `nil` if the server didn't say.
  public let expiresIn: Duration?
  /// What the token reaches; `nil` if the server didn't say, which means: what was asked for.
  public let scope: Scope?

  /// Reads a token endpoint's answer to an exchange.
  init(_ answer: HTTPAnswer, to request: EndpointRequest, receivedAt: Date) throws(EndpointError) {
    let members = try AnswerMembers(answer, of: .token, withholding: request.secrets)
    issuedTokenType = TokenTypeIdentifier(rawValue: try members.requiredText("issued_token_type"))
    let isAccessToken = try members.requiredText("token_type").lowercased() != "n_a"
    accessToken = isAccessToken ? try TokenResponse(members, to: request, receivedAt: receivedAt) : nil
    token = try members.requiredSecret("access_token")
    expiresIn = try members.duration("expires_in")
    scope = try members.scope()
  }
}

extension ExchangedToken: Redacted {
  /// The kind of token alone.
  public var description: String { "ExchangedToken(\(UntrustedText(issuedTokenType.rawValue)))" }
}
