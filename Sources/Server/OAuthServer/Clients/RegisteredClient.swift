public import OAuthCore

/// An application that may use the authorization server (RFC 6749 §2).
///
/// ```swift
/// // A command-line tool. It can't keep a secret, so it is public and uses PKCE.
/// let tool = RegisteredClient(
///   id: "notes-cli", name: "Notes",
///   redirectURIs: [try RedirectURI("http://127.0.0.1/callback")],
///   scope: try Scope(["notes.read", "offline_access"]))
///
/// // A web application with a secret. The server stores only the secret's hash.
/// let secret = Secret("…")  // at least 128 random bits
/// let web = RegisteredClient(
///   id: "notes-web", name: "Notes on the web",
///   kind: .confidential(secretHash: SecretHash(of: secret)),
///   redirectURIs: [try RedirectURI("https://notes.example/callback")],
///   scope: try Scope(["openid", "notes.read", "notes.write"]))
/// ```
public struct RegisteredClient: Sendable, Hashable {
  /// Whether the application can keep a secret (RFC 6749 §2.1).
  public enum Kind: Sendable, Hashable {
    /// The application can't keep a secret: a native app, a command-line tool, a page in the
    /// browser. It must always use PKCE (RFC 9700 §2.1.1).
    case `public`
    /// The application can keep a secret. It has to authenticate at the endpoints that clients
    /// call.
    case confidential(Authentication, proofKey: ProofKeyRequirement = .required)

    /// Returns a confidential client with a secret of at least 128 random bits. The server stores
    /// the secret's hash.
    ///
    /// - Parameters:
    ///   - secretHash: The hash, created by ``SecretHash/init(of:)``. The hash doesn't protect a
    ///     password that a user chose, because guesses can be tried quickly.
    ///   - proofKey: Whether authorization requests must have a code challenge. Default:
    ///     `required`.
    public static func confidential(secretHash: SecretHash, proofKey: ProofKeyRequirement = .required) -> Kind {
      .confidential(.secret(secretHash), proofKey: proofKey)
    }
  }

  /// Whether a confidential client must send a code challenge. Public clients always must.
  public enum ProofKeyRequirement: Sendable, Hashable {
    /// A request without a challenge is rejected.
    case required
    /// A request without a challenge is accepted, for software that is too old for PKCE. An
    /// attacker who steals such a client's code can inject it into another session (RFC 9700 §4.5).
    /// The server can't prevent that.
    case optionalDespiteCodeInjection
  }

  /// The client identifier (RFC 6749 §2.2). It isn't a secret.
  public let id: String
  /// The name of the application on the server's pages.
  public let name: String
  /// Whether the client is public or confidential.
  public let kind: Kind
  /// The addresses that responses may be sent to, compared by `RedirectURI.matches(_:)`.
  public let redirectURIs: [RedirectURI]
  /// The largest scope that the client may request.
  public let scope: Scope
  /// The grants that the client may redeem.
  public let grants: Set<GrantType>
  /// The other registered settings.
  public let settings: ClientSettings
  /// Whether the client registered itself without a trusted software statement. The server then
  /// sends no browser to it without the user's decision (RFC 9700 §4.11.2).
  var isUntrusted = false
  /// Whether any program could have registered the client. Its secret then doesn't identify the
  /// sender of a request.
  var couldBeRegisteredByAnyone = false
  /// Whether the client's identifier is the address of its metadata document. Users then see the
  /// host of the address, and decide about each request.
  var hasMetadataDocument = false
  /// Whether the client is deleted unless tokens are issued to it.
  var isUnused = false

  /// Creates a client.
  /// - Parameters:
  ///   - id: The client identifier.
  ///   - name: The name that users know the application by.
  ///   - kind: Whether the client is confidential. Choose it only if the application runs where
  ///     only its operator can read its secret. Default: public.
  ///   - redirectURIs: The addresses that responses may be sent to. An `http` one with a loopback
  ///     address matches all its ports (RFC 8252 §7.3).
  ///   - scope: The largest scope that the client may request. The server's own scopes limit it
  ///     further.
  ///   - grants: The grants that the client may redeem. Default: authorization codes and refresh
  ///     tokens.
  ///   - settings: The other settings. Default: those of the specifications.
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

  /// Whether the client must use PKCE, by its kind or by FAPI 2.0.
  var needsCodeChallenge: Bool { mustUseProofKey || settings.followsFAPI2 }

  /// Returns the redirect URI of a request if a response may be sent there.
  func redirectURI(sent text: String) -> RedirectURI? {
    // Most requests name a registered address byte for byte. It was parsed when the client was
    // read.
    if let registeredURI = redirectURIs.first(where: { $0.text.utf8.elementsEqual(text.utf8) }) { return registeredURI }
    guard let requestURI = try? RedirectURI(text) else { return nil }
    // One document serves all installations of an application, so it can't name their ports. Widely
    // used clients for the Model Context Protocol listen on `localhost`, although RFC 8252 §8.3
    // advises against the name.
    let isRegistered = redirectURIs.contains {
      hasMetadataDocument ? $0.matchesAnyPort(requestURI) : $0.matches(requestURI)
    }
    return isRegistered ? requestURI : nil
  }
}
