internal import FoundationBasics
public import HTTPTypes
public import OAuthCore

/// A form for one of the authorization server's endpoints, with the client's authentication (RFC
/// 6749 §2.3).
///
/// ``OAuthClient`` creates one for each request and sends it once. Never log its body, which
/// contains secrets.
public struct EndpointRequest: Sendable {
  /// Method, address and header fields.
  public let head: HTTPRequest
  /// The form-encoded body.
  public let body: [UInt8]
  /// The endpoint that is asked.
  let endpoint: EndpointName
  /// The endpoint's address.
  let address: Endpoint
  /// Values that an error must not repeat, should the server send them back.
  let secrets: [Secret]
  /// The grant of a token request.
  let grant: GrantName?
  /// The client's authentication method, if the server doesn't announce it.
  let unannouncedAuthentication: UnannouncedAuthentication?

  /// The values of `token_type` that mean a bearer token.
  let bearerNames: BearerNames
  /// Whether the request redeems a refresh token, whose type the new access token has.
  let isRefresh: Bool
  /// Whether the request has a DPoP proof, so that the server must bind the token to the client's
  /// key (RFC 9449 §5).
  let asksForDPoP: Bool
  /// The nonce in the request's DPoP proof; `nil` without one.
  let nonce: String?

  /// Builds a request, with a new assertion and a new proof where the client uses them.
  ///
  /// - Parameter nonce: The nonce that the server has just asked for. Default: the newest one that
  ///   its origin sent.
  /// - Throws: ``EndpointError`` if the server doesn't have the endpoint; `SignerError` and
  ///   `CancellationError` if a key outside of this process doesn't sign; what the cryptographic
  ///   library throws.
  init(
    to endpoint: EndpointName, _ parameters: FormParameters, secrets: [Secret], client: OAuthClient,
    nonce: String? = nil
  ) async throws {
    self.endpoint = endpoint
    grant = parameters.all("grant_type").first.map(GrantName.init(rawValue:))
    address = try client.address(of: endpoint)
    unannouncedAuthentication = UnannouncedAuthentication(of: client, at: endpoint)
    bearerNames = client.bearerNames
    isRefresh = endpoint == .token && (try? parameters.single("grant_type")) == "refresh_token"
    var head = address.request(.post)
    head.headerFields[.contentType] = MediaType.form
    head.headerFields[.accept] = MediaType.json
    head.headerFields[.userAgent] = Self.userAgent
    var form = parameters
    var assertion: Secret?
    switch client.authentication {
    case .none, .tlsClientAuth, .selfSignedTLSClientAuth:
      form.append("client_id", client.id)
    case .clientSecretBasic(let secret):
      head.headerFields[.authorization] = Self.basic(
        FormParameters.formEncode(client.id), FormParameters.formEncode(secret.reveal()))
    case .clientSecretBasicWithoutEncoding(let secret):
      head.headerFields[.authorization] = Self.basic(client.id, secret.reveal())
    case .clientSecretPost(let secret):
      form.append("client_id", client.id)
      form.append("client_secret", secret.reveal())
    case .clientSecretJWT(let key, let audience):
      assertion = try await ClientAssertion.make(key, audience: audience, client: client)
    case .privateKeyJWT(let key, let audience):
      assertion = try await ClientAssertion.make(key, audience: audience, client: client)
    }
    if let assertion {
      // RFC 7521 §4.2: client_id is optional here, but RFC 9126 and many servers expect it.
      form.append("client_id", client.id)
      form.append("client_assertion_type", ClientAssertion.type)
      form.append("client_assertion", assertion.reveal())
    }
    // Only the token endpoint binds what it issues (RFC 9449 §5).
    if endpoint == .token, let prover = client.prover {
      let nonce = nonce ?? prover.nonce(for: head)
      head.headerFields[.dpop] = try await prover.proof(
        for: head, nonce: nonce, at: client.clock.now(), random: client.random
      ).reveal()
      (asksForDPoP, self.nonce) = (true, nonce)
    } else {
      (asksForDPoP, self.nonce) = (false, nil)
    }
    self.head = head
    self.body = Array(form.formEncoded().utf8)
    // The field contains the secret too, encoded.
    let credentials = head.headerFields[.authorization].map { Secret(String($0.dropFirst("Basic ".count))) }
    self.secrets = secrets + client.authentication.secrets + [assertion, credentials].compactMap { $0 }
  }

  private static func basic(_ id: String, _ secret: String) -> String {
    "Basic " + Data((id + ":" + secret).utf8).base64EncodedString()
  }

  static let userAgent = "Pixy"
}

extension EndpointRequest: Redacted {
  /// The endpoint's address.
  public var description: String { "EndpointRequest(\(head.authority ?? "")\(head.path ?? ""))" }
}
