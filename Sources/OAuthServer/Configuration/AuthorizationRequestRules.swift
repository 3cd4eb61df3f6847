public import JOSE

/// What a server asks of authorization requests beyond what the specifications do, and what it knows that they may name.
///
/// Whoever configures a server sets the members that should differ:
///
/// ```swift
/// configuration.requests.requiresPushed = true
/// configuration.requests.resources = ["https://api.example"]
/// ```
public struct AuthorizationRequestRules: Sendable {
  /// Whether every client must push its requests (RFC 9126 §5, `require_pushed_authorization_requests`). It needs
  /// ``ServerStores/pushedRequests``: without that store every request is refused.
  public var requiresPushed = false
  /// For how long a sign-in can be begun with a pushed request, 5 to 600 seconds; what is outside counts as the nearer of the
  /// two. RFC 9126 §2.2 wants it short, because a browser is sent on at once.
  public var pushedLifetime: Duration = .seconds(90)
  /// How long a person may take from the sign-in page to their decision if the request is pushed or signed, at most a day.
  /// Other requests have no such limit.
  public var signInTime: Duration = .seconds(1_800)
  /// How many requests of one address (of IPv6, the first 56 bits) are kept in a minute for clients that prove nothing, which are public ones
  /// and those that registered themselves: pushed requests and device authorization requests. More are answered with status 429 (RFC
  /// 9126 §2.3). Request objects that a browser has the server fetch count too, whatever their client. 1 and more; less counts as 1.
  ///
  /// Each process counts for itself. Requests without a known address aren't counted.
  public var unprovenPerAddress = 1_000
  /// The algorithms that request objects may be signed with by clients that registered none (RFC 9101 §10.8). Those for
  /// secrets are never taken. Clients that follow FAPI 2.0 may use PS256, ES256 and EdDSA of these.
  public var requestObjectAlgorithms: Set<SignatureAlgorithm> = [.rs256, .ps256, .es256, .es384, .es512, .edDSA]
  /// The resources that tokens may be for (RFC 8707 §2), as absolute URIs without fragment; any if `nil`, for servers whose
  /// resources compare `aud` with their own name. Whatever else is asked for is refused with `invalid_target`.
  public var resources: [String]?
  /// The types of authorization details that the server knows (RFC 9396); others are refused with
  /// `invalid_authorization_details`.
  public var detailTypes: [any AuthorizationDetailType] = []

  /// Nothing beyond the specifications.
  public init() {}

  var boundedUnprovenPerAddress: Int { max(unprovenPerAddress, 1) }

  var boundedPushedLifetime: Duration { min(max(pushedLifetime, .seconds(5)), .seconds(600)) }

  var boundedSignInTime: Duration { min(max(signInTime, .zero), .seconds(86_400)) }
}
