#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// What an access token says, after an ``AccessTokenChecker`` found it good.
///
/// It isn't access yet: whether the request proves what the token is bound to, and whether the scope reaches, is checked by
/// ``ResourceServer``, which makes an ``Access`` of it.
public struct AccessTokenFacts: Sendable, Hashable {
  /// The `sub`: the person, or the client itself where nobody is involved; nil if the server doesn't say.
  public var subject: String?
  /// The `client_id`: whom the token was given to.
  public var clientID: String?
  /// The `iss`.
  public var issuer: String?
  /// The `scope`; empty if the server doesn't say, which opens nothing that needs one.
  public var scope: Scope
  /// The `exp`; nil if the server doesn't say.
  public var expiresAt: Date?
  /// The `jti`.
  public var tokenID: String?
  /// The `auth_time`: when the person was authenticated (RFC 9068 §2.2.1, RFC 9470 §6.2).
  public var authenticationTime: Date?
  /// The `acr`: which kind of authentication that was.
  public var authenticationContext: String?
  /// What the request must prove to have besides the token; nil if whoever has the token may use it.
  public var binding: Binding?
  /// All claims, or members of the server's answer.
  public var claims: [String: JSONValue]

  /// What a token is bound to: its `cnf` (RFC 7800 §3). All of it must be proved; a binding with neither member is one that this
  /// library doesn't know, and such a token opens nothing.
  public struct Binding: Sendable, Hashable {
    /// `jkt`: the thumbprint of a DPoP key (RFC 9449 §6.1).
    public var keyThumbprint: String?
    /// `x5t#S256`: the thumbprint of a client certificate (RFC 8705 §3.1).
    public var certificateThumbprint: String?

    /// A binding.
    ///
    /// - Parameters:
    ///   - keyThumbprint: the `jkt`.
    ///   - certificateThumbprint: the `x5t#S256`.
    public init(keyThumbprint: String? = nil, certificateThumbprint: String? = nil) {
      self.keyThumbprint = keyThumbprint
      self.certificateThumbprint = certificateThumbprint
    }
  }

  /// Facts, as a checker of one's own makes them: the other members are set afterwards.
  ///
  /// - Parameters:
  ///   - scope: what the token opens.
  ///   - binding: its `cnf`. A checker that leaves it out makes a bound token a free one.
  ///   - claims: everything that is known of the token.
  public init(scope: Scope, binding: Binding?, claims: [String: JSONValue] = [:]) {
    self.scope = scope
    self.binding = binding
    self.claims = claims
  }
}

extension AccessTokenFacts: Redacted {
  /// The scope; nothing about the person.
  public var description: String { "AccessTokenFacts(scope: \(scope))" }
}
