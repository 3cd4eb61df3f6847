#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE
internal import OAuthCore

/// Checks request objects (RFC 9101, OpenID Connect Core §6) and takes the parameters out of them.
struct RequestObjectReader: Sendable {
  let configuration: AuthorizationServerConfiguration
  /// The parameters of authorization requests that may appear once.
  let understood: [String]
  /// What time it is.
  let now: Date
  /// How long ago the request may have ended: a person reads a page between its beginning and its completion.
  let grace: Duration
  /// The client whose request it is.
  let client: RegisteredClient
  /// Where its keys are found.
  let clientKeys: ClientKeySources

  /// The most octets that a request object may have.
  static let maximumOctets = 16_384

  /// The parameters of a request object.
  /// - Parameters:
  ///   - object: what came, or was fetched.
  ///   - isFromClient: whether it was fetched from an address that the client registered, over TLS: then an unsigned one says
  ///     as much as a signed one, unless the client promised to sign.
  /// - Throws: a refusal with `invalid_request_object` or `request_not_supported`.
  func parameters(of object: String, isFromClient: Bool) async throws -> FormParameters {
    let signature: JSONWebSignature
    do {
      signature = try JSONWebSignature(compact: object, maximumOctets: Self.maximumOctets)
    } catch .encrypted {
      throw Self.invalid("it is encrypted, which this server does not support")
    } catch {
      throw Self.invalid("it is not a signed JWT in compact form")
    }
    guard Self.types.contains(signature.header.type?.lowercased() ?? "jwt") else {
      throw Self.invalid("its typ is that of another kind of token")
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

  /// RFC 9101 §10.8 recommends the first; most clients send the second, or none.
  private static let types: Set<String> = ["oauth-authz-req+jwt", "application/oauth-authz-req+jwt", "jwt"]

  /// Whether a request of this client counts only if it is signed.
  private var mustBeSigned: Bool {
    let settings = client.settings
    return settings.requiresSignedRequests || settings.followsFAPI2 || settings.requestObjectAlgorithm != nil
  }

  /// Whether `aud`, `exp` and `nbf` have to be there. A client that only said with which algorithm it signs may leave them out
  /// (OpenID Connect Core §6.1).
  private var mustSayForWhomAndWhen: Bool {
    client.settings.requiresSignedRequests || client.settings.followsFAPI2
  }

  /// By value an unsigned object is refused: it proves no more than plain parameters, and who sends one may believe it did
  /// (OpenID Connect Core §3.1.2.6).
  private func unsigned(_ object: JSONWebSignature, _ text: String, isFromClient: Bool) throws -> JWTClaims {
    guard !mustBeSigned else { throw Self.invalid("it is not signed, as this client's requests must be") }
    guard isFromClient else {
      throw Refusal(.requestNotSupported, "this server does not take unsigned request objects by value")
    }
    guard text.hasSuffix("."), let members = (try? JSONValue(octets: object.unverifiedPayload))?.object else {
      throw Self.invalid("it is not an unsigned JWT")
    }
    return JWTClaims(unverified: members)
  }

  private func signed(_ object: JSONWebSignature) async throws -> JWTClaims {
    guard let keys = client.requestObjectKeys else {
      throw Refusal(.requestNotSupported, "this client has registered no keys that could check a request object")
    }
    do {
      return try JWTClaims(
        try await clientKeys.source(keys, ofStranger: client.isUntrusted).verified(
          object, allowing: algorithms, type: .any))
    } catch let error as JOSEError {
      throw Self.invalid("its signature is not accepted (\(error.code))")
    } catch let error where error is ClientKeysError || error is RemoteKeySetError || error is HTTPTransportError {
      throw Self.invalid("the keys that could check it cannot be fetched from the client's jwks_uri")
    }
  }

  private var algorithms: Set<SignatureAlgorithm> {
    let rules = configuration.requests.requestObjectAlgorithms.intersection(SignatureAlgorithm.asymmetric)
    let allowed = client.settings.requestObjectAlgorithm.map { rules.intersection([$0]) } ?? rules
    return client.settings.followsFAPI2 ? allowed.intersection(SignatureAlgorithm.fapi2) : allowed
  }

  private func parameters(_ claims: JWTClaims) throws -> FormParameters {
    try checkNames(claims)
    try checkTimes(claims)
    var form = FormParameters()
    for name in understood + ["resource"] {
      guard let value = claims.members[name], value != .null else { continue }
      guard name != "request", name != "request_uri" else {
        throw Self.invalid("it has \(name), which RFC 9101 section 4 forbids")
      }
      for text in try Self.texts(value, of: name) { form.append(name, text) }
    }
    return form
  }

  /// Who made it, and for whom (RFC 9101 §4, §5).
  private func checkNames(_ claims: JWTClaims) throws {
    guard let id = try claims.text("client_id"), id.utf8.elementsEqual(client.id.utf8) else {
      throw Self.invalid("its client_id is missing or not the one of the request")
    }
    if let issuer = try claims.text("iss"), !issuer.utf8.elementsEqual(client.id.utf8) {
      throw Self.invalid("its iss is not the client_id")
    }
    // A client assertion has the client as sub; it must not do as a request (RFC 9101 §10.8).
    guard try claims.text("sub") != client.id else { throw Self.invalid("its sub is the client_id") }
    if mustSayForWhomAndWhen || claims.members["aud"] != nil {
      _ = try claims.checkAudience([configuration.issuer.text])
    }
  }

  /// FAPI 2.0 Message Signing §5.3.1 demands `exp` and `nbf`, at most an hour apart and old. Others may leave them out, as
  /// OpenID Connect Core §6.1 lets them.
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
    guard mustSayForWhomAndWhen else { return }
    let (start, end) = (try claims.requiredTime("nbf"), try claims.requiredTime("exp"))
    guard earlier.timeIntervalSince(start) <= 3_600, end.timeIntervalSince(start) <= 3_600 else {
      throw Self.invalid("its nbf is more than 60 minutes ago, or its exp more than 60 minutes after that")
    }
  }

  /// A claim as the parameter that it stands for (RFC 9101 §4): numbers are written out, JSON stays JSON.
  private static func texts(_ value: JSONValue, of name: String) throws(Refusal) -> [String] {
    switch (value, name) {
    case (.string(let text), _): return [text]
    case (.integer(let number), _): return [String(number)]
    case (.object, "claims"), (.array, "authorization_details"):
      return [String(decoding: value.octets(), as: UTF8.self)]
    case (.array, "resource"):
      guard let texts = value.strings else { throw invalid("its \(name) is not a text or a list of texts") }
      return texts
    default: throw invalid("its \(name) is of a kind that the parameter does not have")
    }
  }

  /// What is wrong with claims, without anything that was in them.
  private static func words(_ error: JWTClaimsError) -> String {
    switch error {
    case .missing(let name): "\(name) is missing"
    case .malformed(let name): "\(name) is malformed"
    case .wrongAudience: "aud does not name this server's issuer"
    default: error.code
    }
  }

  private static func invalid(_ reason: String) -> Refusal {
    Refusal(.invalidRequestObject, "the request object is refused: " + reason)
  }
}

extension RegisteredClient {
  /// What checks the client's request objects: its own keys, whether it authenticates with them or not.
  var requestObjectKeys: ClientKeys? {
    if let keys = settings.keys { return keys }
    guard case .confidential(.privateKeyJWT(let keys), _) = kind else { return nil }
    return keys
  }
}
