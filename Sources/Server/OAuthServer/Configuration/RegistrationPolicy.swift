public import JOSE
public import OAuthCore

/// The rules for clients that register themselves (RFC 7591 §1.2, §5).
///
/// Values that the policy doesn't allow are left out of a registration if the specifications permit
/// that, and rejected otherwise. The response contains the registered values.
public struct RegistrationPolicy: Sendable {
  /// The condition for registering a client.
  public enum Admission: Sendable, Hashable {
    /// Registration is closed, and the endpoint isn't offered.
    case closed
    /// Registration requires one of these initial access tokens (RFC 7591 §3). The server has their
    /// hashes.
    case initialAccessTokens(Set<SecretHash>)
    /// Registration is open to every program. Such clients are untrusted: if a request fails before
    /// the user's decision, the user sees a page and isn't sent to the client (RFC 9700 §4.11.2).
    /// Unused clients are deleted after ``unusedLifetime``.
    case open
    /// Registration is open as with ``open``, and a program with one of these initial access tokens
    /// registers clients that are trusted as with ``initialAccessTokens(_:)``.
    case openWithInitialAccessTokens(Set<SecretHash>)
  }

  /// The policy under which no client can register itself.
  public static let closed = RegistrationPolicy(.closed)

  /// The condition for registering a client.
  public var admission: Admission
  /// The largest scope that a client may register, and the default of clients that name no scope.
  ///
  /// `nil`, the default, means every scope that the server knows. For a client without an initial
  /// access token and a trusted software statement, it means the scope values of OpenID Connect
  /// (`openid`, `profile`, `email`, `address`, `phone`, `offline_access`): a stranger must not ask
  /// users for access to the operator's resources.
  public var scope: Scope?
  /// The grants that a client may register. The client credentials grant isn't among the defaults,
  /// because it issues tokens without a user.
  public var grants: Set<GrantType> = [.authorizationCode, .refreshToken, .deviceCode]
  /// The authentication methods that a client may register, by their names in RFC 7591 §2.
  public var authenticationMethods: Set<String> = [
    "none", "client_secret_basic", "client_secret_post", "private_key_jwt",
  ]
  /// Whether confidential clients must use PKCE. Many clients written for OpenID Connect Core don't
  /// know PKCE, and rely on `nonce`. Default: required.
  public var proofKey = RegisteredClient.ProofKeyRequirement.required
  /// The access token format of registered clients. Clients can't choose it themselves, because
  /// their resources have to understand it. Default: opaque.
  public var accessTokenFormat = AccessTokenFormat.opaque
  /// Whether a client's documents and logo may be at other hosts than its redirect URIs. With open
  /// registration, a client could then show the documents and logo of another application (RFC 7591
  /// §5). Default: `false`.
  public var allowsDocumentsAtOtherHosts = false
  /// The private-use URI schemes without a dot that redirect URIs may have, such as `cursor`. No domain
  /// name shows who owns such a scheme, and any program on the user's device can claim it. An address
  /// with another one is left out of a registration (RFC 8252 §8.4). Default: none.
  public var privateUseSchemes: Set<String> = []
  /// The maximum number of registered clients.
  public var maximumClients = 10_000
  /// The maximum number of registrations per minute. With open registration, one address may use at
  /// most half of it, and the last quarter is for networks that registered at most two clients in the
  /// minute.
  ///
  /// Keep sixty times this value below ``maximumClients``. Otherwise unused clients could take all
  /// places within an hour. The database replaces an unused client only after an hour.
  public var clientsPerMinute = 120
  /// The maximum number of registrations per minute from one address.
  var clientsPerAddress: Int { max(clientsPerMinute / 2, 1) }
  /// The time after which an openly registered client is deleted if no token was issued to it. It
  /// limits what abuse leaves behind. Default: 7 days.
  public var unusedLifetime = Duration.seconds(7 * 86_400)
  /// The keys of the trusted issuers of software statements (RFC 7591 §2.3), by `iss`. Statements
  /// of other issuers are rejected.
  ///
  /// A client is trusted only if the statement contains its `redirect_uris`, and its
  /// `post_logout_redirect_uris` if it registers any. Any program can present a statement, because
  /// statements are published with the software.
  public var statementIssuers: [String: JSONWebKeySet] = [:]

  /// Creates a policy with default limits.
  /// - Parameter admission: The condition for registering a client.
  public init(_ admission: Admission) {
    self.admission = admission
  }

  /// Whether the registration endpoint is offered.
  var offersRegistration: Bool { admission != .closed }

  /// Whether every program can register a client.
  var isOpen: Bool {
    switch admission {
    case .open, .openWithInitialAccessTokens: true
    case .closed, .initialAccessTokens: false
    }
  }

  /// Returns the limits for a registration with this number among those of its network in a minute.
  func limits(_ number: Int) -> RegistrationLimits {
    RegistrationLimits(
      clients: maximumClients, clientsPerMinute: UnauthenticatedRequestRate.share(of: clientsPerMinute, for: number))
  }
}

extension AuthorizationServerConfiguration {
  /// The authentication methods that a client may register or publish here.
  var registrableMethods: Set<String> {
    registration.authenticationMethods.subtracting(tokenRules.requiresClientAuthentication ? ["none"] : [])
  }
}

/// The limits on clients that register themselves.
public struct RegistrationLimits: Sendable, Hashable {
  /// The maximum number of registered clients.
  public let clients: Int
  /// The maximum number of registrations within a minute.
  public let clientsPerMinute: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - clients: The maximum number of registered clients. With 0 or less, no client can register.
  ///   - clientsPerMinute: The maximum number of registrations per minute. With 0 or less, no
  ///     client can register.
  public init(clients: Int, clientsPerMinute: Int) {
    self.clients = clients
    self.clientsPerMinute = clientsPerMinute
  }
}
