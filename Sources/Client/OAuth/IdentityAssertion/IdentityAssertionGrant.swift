internal import FoundationBasics
internal import JOSE
public import OAuthCore

/// An Identity Assertion JWT Authorization Grant (ID-JAG): an identity provider's permission for a
/// client to get a token for its user at another authorization server
/// (draft-ietf-oauth-identity-assertion-authz-grant-03 §3).
///
/// ``OAuthClient/identityAssertionGrant(for:actor:at:resource:scope:authorizationDetails:parameters:)``
/// requests one, and ``OAuthClient/tokens(identityAssertion:parameters:)`` presents it. It lives for some
/// minutes, and servers may accept it only once.
public struct IdentityAssertionGrant: Sendable, Hashable {
  /// The JWT. Every holder can present it, so it is secret.
  public let assertion: Secret
  /// The authorization server that accepts it.
  public let audience: Issuer
  /// The protected resource that it was requested for; `nil` if the request named none.
  public let resource: String?
  /// The scope that the identity provider granted: the requested one, or less.
  public let scope: Scope
  /// The authorization details (RFC 9396) that the identity provider granted: the requested ones, or others if its
  /// answer has them.
  public let authorizationDetails: [JSONValue]
  /// The lifetime from its arrival on; `nil` if the identity provider didn't send it.
  public let expiresIn: Duration?
  /// Whether it is bound to the client's key, so that only this client can present it.
  public let isBound: Bool

  /// The value of `typ` in its header (§3.1).
  static let type = "oauth-id-jag+jwt"
  /// The profile's name in `authorization_grant_profiles_supported` (§7.2).
  static let profile = "urn:ietf:params:oauth:grant-profile:id-jag"

  /// Reads the identity provider's answer (§4.3.4).
  ///
  /// - Parameters:
  ///   - members: The members of the answer.
  ///   - audience: The authorization server that was named.
  ///   - resource: The protected resource that was named.
  ///   - requestedScope: The scope that was named.
  ///   - requestedDetails: The authorization details that were named.
  ///   - thumbprint: The thumbprint of the client's key; `nil` if the request had no proof.
  init(
    _ members: AnswerMembers, for audience: Issuer, _ resource: String?, _ requestedScope: Scope,
    _ requestedDetails: [JSONValue], boundTo thumbprint: String?
  ) throws {
    let issuedType = try members.requiredText("issued_token_type")
    guard issuedType == TokenTypeIdentifier.idJAG.rawValue else {
      throw IdentityAssertionError.wrongIssuedTokenType(UntrustedText(issuedType))
    }
    let tokenType = try members.requiredText("token_type")
    // RFC 8693 §2.2.1: it is no access token.
    guard tokenType.lowercased() == "n_a" else {
      throw IdentityAssertionError.wrongTokenType(UntrustedText(tokenType))
    }
    assertion = try members.requiredSecret("access_token")
    self.audience = audience
    self.resource = resource
    scope = members.scope() ?? requestedScope
    authorizationDetails = members.members["authorization_details"]?.array ?? requestedDetails
    expiresIn = members.usableDuration("expires_in")
    // §8.6.1.1: the answer doesn't say whether the key was bound, but the assertion does.
    let key = Self.boundKey(of: assertion)
    guard key == nil || thumbprint == nil || key == thumbprint else { throw IdentityAssertionError.anotherKey }
    isBound = key != nil && key == thumbprint
  }

  /// Returns the thumbprint in the assertion's `cnf`; `nil` if it has none, or is encrypted for the
  /// server that accepts it.
  private static func boundKey(of assertion: Secret) -> String? {
    guard let payload = try? JSONWebSignature(compact: assertion.reveal()).unverifiedPayload else { return nil }
    return (try? JSONValue(bytes: payload))?.object?["cnf"]?.object?["jkt"]?.string
  }
}

extension IdentityAssertionGrant: Redacted {
  /// The audience and the scope.
  public var description: String { "IdentityAssertionGrant(for: \(audience), scope: \(scope.parameter))" }
}

extension AuthorizationServerMetadata {
  /// Whether the server issues identity assertions for other servers
  /// (draft-ietf-oauth-identity-assertion-authz-grant-03 §7.1); `nil` if it announces nothing.
  package var issuesIdentityAssertions: Bool? {
    members["identity_chaining_requested_token_types_supported"]?.strings?.contains(TokenTypeIdentifier.idJAG.rawValue)
  }

  /// Whether the server accepts identity assertions (§7.2); `nil` if it announces nothing.
  package var acceptsIdentityAssertions: Bool? {
    members["authorization_grant_profiles_supported"]?.strings?.contains(IdentityAssertionGrant.profile)
  }
}
