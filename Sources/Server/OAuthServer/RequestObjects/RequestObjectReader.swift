internal import FoundationBasics
internal import JOSE
internal import OAuthCore

/// Checks request objects (RFC 9101, OpenID Connect Core §6) and extracts their parameters.
struct RequestObjectReader: Sendable {
  let configuration: AuthorizationServerConfiguration
  /// The parameters of authorization requests that may appear once.
  let knownParameters: [String]
  /// The current time.
  let now: Date
  /// The time for which an expired request is still accepted: the user reads a page between the
  /// request and its completion.
  let grace: Duration
  /// The client that made the request.
  let client: RegisteredClient
  /// The source of the client's public keys.
  let clientKeys: ClientKeySources

  /// The maximum size of a request object, in bytes.
  static let maximumBytes = 16_384

  /// Returns the parameters of a request object.
  /// - Parameters:
  ///   - object: The request object, as received or fetched.
  ///   - isFromClient: Whether the object was fetched over TLS from an address that the client
  ///     registered. An unsigned object then proves as much as a signed one, unless the client is
  ///     registered for signed requests.
  /// - Throws: ``Refusal`` with `invalid_request_object` or `request_not_supported`; the errors of
  ///   the key source.
  func parameters(of object: String, isFromClient: Bool) async throws -> FormParameters {
    let object = try decrypted(object)
    let signature: JSONWebSignature
    do {
      signature = try JSONWebSignature(compact: object, maximumBytes: Self.maximumBytes)
    } catch {
      throw Self.invalid("it is not a signed JWT in compact form")
    }
    guard Self.types.contains(signature.header.shortType ?? "jwt") else {
      throw Self.invalid("its typ is that of another kind of token")
    }
    guard signature.header.algorithm == "none" || !client.settings.requestObjectsAreUnsigned else {
      throw Self.invalid("it is signed, and the client registered unsigned ones")
    }
    let claims =
      signature.header.algorithm == "none"
      ? try unsigned(signature, object, isFromClient: isFromClient) : try await signed(signature)
    do {
      return try parameters(claims)
    } catch let error as JWTClaimsError {
      throw Self.invalid("its claims are not acceptable: " + Self.words(error))
    }
  }

  /// Returns the signed object inside an encrypted one (RFC 9101 §6.1), and every other object
  /// unchanged.
  private func decrypted(_ object: String) throws(Refusal) -> String {
    let receivedObject = Secret(object)
    guard JWTDecryption.isEncrypted(receivedObject) else { return object }
    let keys = configuration.requests.decryptionKeys
    guard !keys.isEmpty else { throw Self.invalid("it is encrypted, which this server does not support") }
    guard object.utf8.count <= Self.maximumBytes else { throw Self.invalid("it is too long") }
    let rules = JWTDecryption(
      keys: keys, algorithms: Set(KeyManagementAlgorithm.allCases),
      contentAlgorithms: Set(ContentEncryptionAlgorithm.allCases))
    guard let content = try? rules.decrypted(receivedObject) else {
      throw Self.invalid("it can't be decrypted with this server's keys")
    }
    return content.reveal()
  }

  /// The accepted values of `typ`. RFC 9101 §10.8 recommends the first; most clients send `jwt`, or
  /// none.
  private static let types: Set<String> = ["oauth-authz-req+jwt", "jwt"]

  /// Whether this client's requests must be signed.
  private var mustBeSigned: Bool {
    let settings = client.settings
    return settings.requiresSignedRequests || settings.followsFAPI2 || settings.requestObjectAlgorithm != nil
  }

  /// Whether `aud`, `exp` and `nbf` are required. A client that only registered an algorithm may
  /// leave them out (OpenID Connect Core §6.1).
  private var requiresAudienceAndExpiry: Bool {
    client.settings.requiresSignedRequests || client.settings.followsFAPI2
  }

  /// Returns the claims of an unsigned object. An unsigned object by value is rejected, because it
  /// proves no more than plain parameters, although its sender may believe otherwise (OpenID
  /// Connect Core §3.1.2.6).
  private func unsigned(_ object: JSONWebSignature, _ text: String, isFromClient: Bool) throws -> JWTClaims {
    guard !mustBeSigned else { throw Self.invalid("it is not signed, as this client's requests must be") }
    guard isFromClient, configuration.requests.acceptsUnsignedObjects else {
      let reason = isFromClient ? "" : " by value"
      throw Refusal(.requestNotSupported, "this server does not accept unsigned request objects\(reason)")
    }
    guard text.hasSuffix("."), let members = (try? JSONValue(bytes: object.unverifiedPayload))?.object else {
      throw Self.invalid("it is not an unsigned JWT")
    }
    return JWTClaims(unverified: members)
  }

  private func signed(_ object: JSONWebSignature) async throws -> JWTClaims {
    guard let keys = client.requestObjectKeys else {
      throw Refusal(.requestNotSupported, "this client has registered no keys to verify a request object with")
    }
    do {
      return try JWTClaims(
        try await clientKeys.source(keys, ofStranger: client.isUntrusted).verified(
          object, allowing: algorithms, type: .any))
    } catch let error as JOSEError {
      throw Self.invalid("its signature is not accepted (\(error.code))")
    } catch let error where error is ClientKeysError || error is RemoteKeySetError || error is HTTPTransportError {
      throw Self.invalid("the keys to verify it could not be fetched from the client's jwks_uri")
    }
  }

  private var algorithms: Set<SignatureAlgorithm> {
    let rules = configuration.requests.requestObjectAlgorithms.intersection(SignatureAlgorithm.ofKeyPairs)
    let allowedAlgorithms = client.settings.requestObjectAlgorithm.map { rules.intersection([$0]) } ?? rules
    return client.settings.followsFAPI2 ? allowedAlgorithms.intersection(SignatureAlgorithm.fapi2) : allowedAlgorithms
  }

  private func parameters(_ claims: JWTClaims) throws -> FormParameters {
    try checkNames(claims)
    try checkTimes(claims)
    var form = FormParameters()
    for name in knownParameters + ["resource"] {
      guard let value = claims.members[name], value != .null else { continue }
      guard name != "request", name != "request_uri" else {
        throw Self.invalid("it has \(name), which RFC 9101 section 4 forbids")
      }
      for text in try Self.texts(value, of: name) { form.append(name, text) }
    }
    return form
  }

  /// Checks the client and the audience (RFC 9101 §4, §5).
  private func checkNames(_ claims: JWTClaims) throws {
    guard let id = try claims.text("client_id"), id.utf8.elementsEqual(client.id.utf8) else {
      throw Self.invalid("its client_id is missing or not the one of the request")
    }
    if let issuer = try claims.text("iss"), !issuer.utf8.elementsEqual(client.id.utf8) {
      throw Self.invalid("its iss is not the client_id")
    }
    // A client assertion has the client as `sub`, and must not be accepted as a request (RFC 9101
    // §10.8).
    guard try claims.text("sub") != client.id else { throw Self.invalid("its sub is the client_id") }
    if requiresAudienceAndExpiry || claims.members["aud"] != nil {
      _ = try claims.checkAudience([configuration.issuer.text])
    }
  }

  /// Checks the times. FAPI 2.0 Message Signing §5.3.1 requires `exp` and `nbf`, at most an hour
  /// apart and at most an hour old. Other clients may leave them out (OpenID Connect Core §6.1).
  private func checkTimes(_ claims: JWTClaims) throws {
    let earlier = now.addingTimeInterval(-(grace / .seconds(1)))
    if try claims.time("exp") != nil {
      guard earlier.timeIntervalSince(try claims.requiredTime("exp")) < ClockTolerance.standard.seconds else {
        throw Self.invalid("it has expired")
      }
    }
    if let start = try claims.time("nbf"), start.timeIntervalSince(now) > ClockTolerance.standard.seconds {
      throw Self.invalid("its nbf is in the future")
    }
    guard requiresAudienceAndExpiry else { return }
    let (start, end) = (try claims.requiredTime("nbf"), try claims.requiredTime("exp"))
    guard earlier.timeIntervalSince(start) <= 3_600, end.timeIntervalSince(start) <= 3_600 else {
      throw Self.invalid("its nbf is more than 60 minutes ago, or its exp more than 60 minutes after that")
    }
  }

  /// Returns the values of the parameter that a claim stands for (RFC 9101 §4): numbers as text,
  /// JSON as JSON.
  private static func texts(_ value: JSONValue, of name: String) throws(Refusal) -> [String] {
    switch (value, name) {
    case (.string(let text), _): return [text]
    case (.integer(let number), _): return [String(number)]
    case (.object, "claims"), (.array, "authorization_details"):
      return [String(decoding: value.bytes(), as: UTF8.self)]
    case (.array, "resource"):
      guard let texts = value.strings else { throw invalid("its \(name) is not a string or a list of strings") }
      return texts
    default: throw invalid("its \(name) has a type that the parameter does not allow")
    }
  }

  /// Describes a fault in the claims, without any of their values.
  private static func words(_ error: JWTClaimsError) -> String {
    switch error {
    case .missing(let name): "\(name) is missing"
    case .malformed(let name): "\(name) is malformed"
    case .wrongAudience: "aud does not name this server's issuer"
    default: error.code
    }
  }

  private static func invalid(_ reason: String) -> Refusal {
    Refusal(.invalidRequestObject, "the request object was rejected: " + reason)
  }
}

extension RegisteredClient {
  /// The keys for the client's request objects: its own, whether it authenticates with them or not.
  var requestObjectKeys: ClientKeys? {
    if let keys = settings.keys { return keys }
    guard case .confidential(.privateKeyJWT(let keys), _) = kind else { return nil }
    return keys
  }
}
