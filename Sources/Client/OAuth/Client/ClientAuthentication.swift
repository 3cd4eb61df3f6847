public import JOSE
public import OAuthCore

/// The method by which a client authenticates at the authorization server's endpoints (RFC 6749
/// §2.3).
public enum ClientAuthentication: Sendable {
  /// `none`: a public client, which sends its `client_id` and proves nothing. PKCE protects its
  /// codes.
  ///
  /// Use it for every app and command that users install, because a secret inside them isn't secret
  /// (RFC 8252 §8.5).
  case none
  /// `client_secret_basic`: id and secret, each form-encoded, in an `Authorization` field (RFC 6749
  /// §2.3.1).
  case clientSecretBasic(Secret)
  /// `client_secret_basic` without form-encoding (RFC 7617), for servers that don't decode id and
  /// secret as RFC 6749 §2.3.1 requires.
  ///
  /// It differs only if id or secret contain characters other than letters, digits, `-`, `.`, `_`
  /// and `*`. An id with a colon can't be sent this way.
  case clientSecretBasicWithoutEncoding(Secret)
  /// `client_secret_post`: id and secret in the body, for servers that can't read the field (RFC
  /// 6749 §2.3.1).
  case clientSecretPost(Secret)
  /// `client_secret_jwt`: a short-lived assertion signed with the secret, which isn't sent (OpenID
  /// Connect Core §9).
  ///
  /// `SigningKey(secret:algorithm:)` creates the key.
  case clientSecretJWT(SigningKey, audience: AssertionAudience = .issuer)
  /// `private_key_jwt`: a short-lived assertion signed with a key whose public part the server has
  /// (RFC 7523 §2.2).
  ///
  /// The key is a `SigningKey` in memory, or a `Signer` whose key is in hardware.
  case privateKeyJWT(any Signer, audience: AssertionAudience = .issuer)
  /// `tls_client_auth`: the certificate that the transport presents in the TLS handshake (RFC 8705
  /// §2.1).
  case tlsClientAuth
  /// `self_signed_tls_client_auth`: a self-signed certificate in the TLS handshake (RFC 8705 §2.2).
  case selfSignedTLSClientAuth

  /// The name in `token_endpoint_auth_methods_supported` (RFC 7591 §2).
  public var method: String {
    switch self {
    case .none: "none"
    case .clientSecretBasic, .clientSecretBasicWithoutEncoding: "client_secret_basic"
    case .clientSecretPost: "client_secret_post"
    case .clientSecretJWT: "client_secret_jwt"
    case .privateKeyJWT: "private_key_jwt"
    case .tlsClientAuth: "tls_client_auth"
    case .selfSignedTLSClientAuth: "self_signed_tls_client_auth"
    }
  }

  /// Whether the transport's certificate authenticates the client, so that the endpoints for mutual
  /// TLS are used.
  var usesMutualTLS: Bool {
    switch self {
    case .tlsClientAuth, .selfSignedTLSClientAuth: true
    default: false
    }
  }

  /// The secret that is sent, if the method sends one.
  package var secrets: [Secret] {
    switch self {
    case .none, .clientSecretJWT, .privateKeyJWT, .tlsClientAuth, .selfSignedTLSClientAuth: []
    case .clientSecretBasic(let secret), .clientSecretBasicWithoutEncoding(let secret), .clientSecretPost(let secret):
      [secret]
    }
  }
}

extension ClientAuthentication: Hashable {
  /// The values that distinguish two methods.
  private struct Identity: Hashable {
    var secret: Secret?
    var isEncoded = true
    var signer: SignerIdentity?
    var audience: AssertionAudience?
  }

  private var identity: Identity {
    switch self {
    case .none, .tlsClientAuth, .selfSignedTLSClientAuth: Identity()
    case .clientSecretBasic(let secret), .clientSecretPost(let secret): Identity(secret: secret)
    case .clientSecretBasicWithoutEncoding(let secret): Identity(secret: secret, isEncoded: false)
    case .clientSecretJWT(let key, let audience): Identity(signer: SignerIdentity(key), audience: audience)
    case .privateKeyJWT(let key, let audience): Identity(signer: SignerIdentity(key), audience: audience)
    }
  }

  /// Two methods are equal if their names, secrets, public keys and audiences are equal.
  public static func == (lhs: ClientAuthentication, rhs: ClientAuthentication) -> Bool {
    lhs.method == rhs.method && lhs.identity == rhs.identity
  }

  /// Feeds the name, the secret, the public key and the audience to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(identity)
  }
}

/// The audience of a client assertion, and with it the assertion's form (RFC 7523 §3).
public enum AssertionAudience: Sendable, Hashable {
  /// The issuer, which no other server accepts as its own, with `typ: client-authentication+jwt`
  /// (draft-ietf-oauth-rfc7523bis §4). If the issuer isn't known, as ``tokenEndpoint``.
  case issuer
  /// The token endpoint's address, with `typ: JWT`: the form before rfc7523bis, for servers that know
  /// only that type or follow OpenID Connect Core §9 to the letter.
  case tokenEndpoint
}
