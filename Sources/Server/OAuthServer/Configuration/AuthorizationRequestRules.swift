public import JOSE

/// The server's rules for authorization requests: limits, required extensions, and the resources
/// and types that requests may name.
///
/// Change the members that should differ from their defaults:
///
/// ```swift
/// configuration.requests.requiresPushed = true
/// configuration.requests.resources = ["https://api.example"]
/// ```
public struct AuthorizationRequestRules: Sendable {
  /// Whether every client must push its requests (RFC 9126 §5,
  /// `require_pushed_authorization_requests`). Without ``ServerFeature/pushedRequests``, this
  /// rejects every request. Default: `false`.
  public var requiresPushed = false
  /// The time in which a sign-in can begin with a pushed request: 5 to 600 seconds, default 90.
  /// Values outside are clamped. RFC 9126 §2.2 recommends a short time, because the browser is
  /// redirected at once.
  public var pushedLifetime: Duration = .seconds(90)
  /// The time from the sign-in page to the user's decision for pushed and signed requests: at most
  /// a day, default 30 minutes. Other requests have no such limit.
  public var signInTime: Duration = .seconds(1_800)
  /// The maximum number of requests that are stored per minute and address for clients without
  /// reliable authentication. Default: 1,000. Less than 1 counts as 1.
  ///
  /// Such clients are public, or registered themselves. The limit covers pushed requests, device
  /// authorization requests, and request objects that the server fetches for a browser, whichever
  /// client they are for. DPoP proofs and client assertions are stored too, and have the same limit
  /// for themselves. Further requests are answered with status 429 (RFC 9126 §2.3). Addresses
  /// with the same first 56 bits of IPv6 count as one, and those with the same 48 bits as two. Each of
  /// several processes has its share (``AuthorizationServerConfiguration/processes``). Requests without
  /// a known address aren't counted.
  public var unprovenPerAddress = 1_000
  /// The signature algorithms of request objects, for clients that registered none (RFC 9101
  /// §10.8). Symmetric algorithms are never accepted. Clients that follow FAPI 2.0 may use PS256,
  /// ES256 and EdDSA.
  public var requestObjectAlgorithms: Set<SignatureAlgorithm> = [
    .rs256, .ps256, .es256, .es384, .es512, .edDSA, .ed25519,
  ]
  /// Whether unsigned request objects are accepted from the addresses that a client registered
  /// (`request_uris`, OpenID Connect Core §6.2). Default: `true`.
  public var acceptsUnsignedObjects = true
  /// The private keys that decrypt request objects (RFC 9101 §6.1). The first is published, with
  /// `use` `enc`; the others are former ones. `SigningKeySeal.requestObjectKeys()` derives them.
  /// Without keys, encrypted request objects are rejected. Default: none.
  public var decryptionKeys: [DecryptionKey] = []
  /// The resources that tokens may be requested for (RFC 8707 §2), as absolute URIs without a
  /// fragment. Requests for other resources are rejected with `invalid_target`. Requests may spell scheme
  /// and host in capitals, the default port, and the slash of an empty path differently; tokens have the
  /// spelling here.
  ///
  /// `nil`, the default, allows every resource. Choose it only if all resources compare `aud` with
  /// their own identifier.
  public var resources: [String]?
  /// The types of authorization details that the server knows (RFC 9396). Requests with other types
  /// are rejected with `invalid_authorization_details`. Default: none.
  public var detailTypes: [any AuthorizationDetailType] = []

  /// Creates rules with their defaults, which require nothing beyond the specifications.
  public init() {}

  /// The algorithms by which clients may encrypt request objects, for the published key.
  var encryptionAlgorithms: [KeyManagementAlgorithm] {
    guard let key = decryptionKeys.first?.encryptionKey else { return [] }
    return KeyManagementAlgorithm.allCases.filter(key.allows)
  }

  var boundedPushedLifetime: Duration { min(max(pushedLifetime, .seconds(5)), .seconds(600)) }

  var boundedSignInTime: Duration { min(max(signInTime, .zero), .seconds(86_400)) }
}
