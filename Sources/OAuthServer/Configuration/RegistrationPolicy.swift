public import JOSE
public import OAuthCore

/// Who may register clients, and what such clients may be (RFC 7591 §1.2, §5).
///
/// What isn't allowed here is left out of a registration if the specifications let the server do that, and refused otherwise;
/// the answer says what was registered.
public struct RegistrationPolicy: Sendable {
  /// Who may register.
  public enum Admission: Sendable, Hashable {
    /// Nobody; the endpoint isn't there.
    case closed
    /// Who shows one of these initial access tokens (RFC 7591 §3), of which the server has the hashes.
    case initialAccessTokens(Set<SecretHash>)
    /// Everybody. Nothing is known about such clients: people are told on a page, instead of being sent to the client, when a request
    /// fails before they decided (RFC 9700 §4.11.2); clients that are never used are forgotten.
    case open
  }

  /// Nobody may register.
  public static let closed = RegistrationPolicy(.closed)

  /// Who may register.
  public var admission: Admission
  /// The most that a client may register, and what it gets if it names no scope; everything that the server knows if `nil`.
  public var scope: Scope?
  /// The grants that a client may register. The client credentials grant isn't among them unless said: it gives tokens without
  /// any person.
  public var grants: Set<GrantType> = [.authorizationCode, .refreshToken, .deviceCode]
  /// How a client may authenticate, by the names of RFC 7591 §2.
  public var authenticationMethods: Set<String> = [
    "none", "client_secret_basic", "client_secret_post", "private_key_jwt",
  ]
  /// Whether confidential clients must use PKCE. Many that were written for OpenID Connect Core don't know it, and rely on `nonce`.
  public var proofKey = RegisteredClient.ProofKeyRequirement.required
  /// What the access tokens of such clients look like, which a client can't choose itself: its resources have to understand them.
  public var accessTokenFormat = AccessTokenFormat.opaque
  /// Whether a client's pages and picture may be at other hosts than its redirect URIs. With open registration a client could show
  /// somebody else's then (RFC 7591 §5).
  public var documentsMayBeElsewhere = false
  /// How many registered clients there may be.
  public var maximumClients = 10_000
  /// How many clients may be registered in a minute, by all together; with open registration from one address at most half as many.
  /// Were it more than ``maximumClients`` in an hour, clients that nobody uses could fill all places before they make room again.
  public var clientsPerMinute = 120
  /// As many of them from one address.
  var clientsPerAddress: Int { max(clientsPerMinute / 2, 1) }
  /// How long a client that registered itself openly is kept if it never gets a token; a limit on what abuse leaves behind.
  public var unusedLifetime = Duration.seconds(7 * 86_400)
  /// Whose software statements are believed (RFC 7591 §2.3), by their `iss`. Those of others are refused. A client is vouched for by one that
  /// has its `redirect_uris`, and `post_logout_redirect_uris` if it registers any: anybody can show a statement, which is shipped with software.
  public var statementIssuers: [String: JSONWebKeySet] = [:]

  /// A policy with the limits that are usual.
  /// - Parameter admission: who may register.
  public init(_ admission: Admission) {
    self.admission = admission
  }

  /// Whether the endpoint is there.
  var isOpenToSomebody: Bool { admission != .closed }

  var limits: RegistrationLimits {
    RegistrationLimits(clients: maximumClients, clientsPerMinute: clientsPerMinute)
  }
}

/// How many registered clients a store takes.
public struct RegistrationLimits: Sendable, Hashable {
  /// Of all that it keeps.
  public let clients: Int
  /// Of those that were registered in the last minute.
  public let clientsPerMinute: Int

  /// Takes limits.
  ///
  /// - Parameters:
  ///   - clients: how many in all; with 0 or less nobody can register.
  ///   - clientsPerMinute: how many in a minute, by all together; with 0 or less nobody can register.
  public init(clients: Int, clientsPerMinute: Int) {
    self.clients = clients
    self.clientsPerMinute = clientsPerMinute
  }
}
