public import OAuthCore

/// An application that the authorization server knows (RFC 6749 §2).
public struct RegisteredClient: Sendable, Hashable {
  /// Whether the application can keep a secret (RFC 6749 §2.1).
  public enum Kind: Sendable, Hashable {
    /// It can't: an app, a command-line tool, a page. It must always use PKCE (RFC 9700 §2.1.1).
    case `public`
    /// It can, and has to prove who it is at the server's own endpoints.
    case confidential(Authentication, proofKey: ProofKeyRequirement = .required)

    /// A confidential client with a secret of at least 128 random bits, of which the server keeps the hash.
    ///
    /// - Parameters:
    ///   - secretHash: made by ``SecretHash/init(of:)``. A password that somebody chose would be found by trying.
    ///   - proofKey: whether its requests must have a code challenge.
    public static func confidential(secretHash: SecretHash, proofKey: ProofKeyRequirement = .required) -> Kind {
      .confidential(.secret(secretHash), proofKey: proofKey)
    }
  }

  /// Whether a confidential client must send a code challenge. Public clients always must.
  public enum ProofKeyRequirement: Sendable, Hashable {
    /// A request without a challenge is refused.
    case required
    /// A request without a challenge is let through: for software too old for PKCE. Whoever gets such a client's code
    /// can inject it into a session of their own choosing (RFC 9700 §4.5), and nothing here stops them.
    case optionalDespiteCodeInjection
  }

  /// The client identifier (RFC 6749 §2.2), which is no secret.
  public let id: String
  /// What the sign-in page calls the application.
  public let name: String
  /// Whether it is public or confidential.
  public let kind: Kind
  /// Where answers may be sent; compared with `RedirectURI.matches(_:)`.
  public let redirectURIs: [RedirectURI]
  /// The most that the client may ask for.
  public let scope: Scope
  /// What the client may redeem.
  public let grants: Set<GrantType>
  /// Everything else that was registered for it.
  public let settings: ClientSettings
  /// Whether the client registered itself and nobody vouched for it, so that browsers aren't sent to it without a person's
  /// decision (RFC 9700 §4.11.2).
  var isUntrusted = false
  /// Whether anybody could have registered it, so that its secret says nothing about who sends requests.
  var isAnybodys = false
  /// Whether the client is forgotten unless it gets tokens.
  var isUnused = false

  /// Registers an application.
  /// - Parameters:
  ///   - id: the client identifier.
  ///   - name: what people know the application by.
  ///   - kind: public unless the application runs where nobody but its owner can read its secret.
  ///   - redirectURIs: every address that answers may be sent to. An `http` one with a loopback address stands for
  ///     all its ports (RFC 8252 §7.3).
  ///   - scope: the most that it may ask for; the server's own scopes limit it further.
  ///   - grants: what it may redeem.
  ///   - settings: everything else; nothing unless said.
  public init(
    id: String, name: String, kind: Kind = .public, redirectURIs: [RedirectURI], scope: Scope,
    grants: Set<GrantType> = [.authorizationCode, .refreshToken], settings: ClientSettings = ClientSettings()
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.redirectURIs = redirectURIs
    self.scope = scope
    self.grants = grants
    self.settings = settings
  }

  /// Whether an authorization request of this client must have a code challenge (RFC 9700 §2.1.1).
  public var mustUseProofKey: Bool {
    switch kind {
    case .public: true
    case .confidential(_, let proofKey): proofKey == .required
    }
  }

  /// The address that a request names, if an answer may be sent there.
  func redirectURI(sent text: String) -> RedirectURI? {
    // Nearly always one that is registered, octet for octet: it was taken apart when the client was read.
    if let known = redirectURIs.first(where: { $0.text.utf8.elementsEqual(text.utf8) }) { return known }
    guard let sent = try? RedirectURI(text), redirectURIs.contains(where: { $0.matches(sent) }) else { return nil }
    return sent
  }
}
