import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

/// Response modes (OAuth 2.0 Multiple Response Types §2.1, Form Post Response Mode, JARM).
@Suite(.covers("Multiple Response Types §2.1", "JARM §2.3")) struct ResponseModeTests {
  private static let key = try? SigningKey.generate(.es256, keyID: "s1")

  private func attempt(
    _ mode: ResponseMode, jwks: JSONValue? = nil, clock: ManualClock = ManualClock()
  ) async throws -> AuthorizationAttempt {
    let key = try #require(jwks ?? Self.key?.verificationKey.publicJWK)
    let server = AuthorizationServerMetadata(
      issuer: try Issuer("https://as.example"), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"), members: ["jwks_uri": "https://as.example/jwks"])
    let client = OAuthClient(
      id: "app", server: server, transport: ScriptedTransport(.json(["keys": [key]])), clock: clock.wallClock,
      random: SeededRandomSource(seed: 5))
    var request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback))
    request.responseMode = mode
    let attempt = try await client.begin(request)
    #expect(try Fixture.parameters(of: attempt.url).single("response_mode") == mode.rawValue)
    return attempt
  }

  private func answer(_ attempt: AuthorizationAttempt, _ pairs: (String, String)...) -> FormParameters {
    var form = FormParameters()
    for (name, value) in pairs.isEmpty ? [("code", "c-1"), ("state", attempt.state.reveal())] : pairs {
      form.append(name, value)
    }
    return form
  }

  private func callback(_ form: FormParameters, in mode: ResponseMode) throws -> AuthorizationCallback {
    switch mode {
    case .query, .queryJWT, .jwt: try AuthorizationCallback(url: Fixture.loopback + "?" + form.queryEncoded())
    case .fragment, .fragmentJWT: try AuthorizationCallback(url: Fixture.loopback + "#" + form.queryEncoded())
    case .formPost, .formPostJWT: try AuthorizationCallback(formBody: Array(form.formEncoded().utf8))
    }
  }

  @Test(.covers("RP form_post: the Basic list by form_post"), arguments: [ResponseMode.query, .fragment, .formPost])
  func `An answer is accepted only in the requested response mode`(_ mode: ResponseMode) async throws {
    let attempt = try await attempt(mode)
    for other in [ResponseMode.query, .fragment, .formPost] where other != mode {
      let error = #expect(throws: CallbackError.self) {
        _ = try attempt.receive(callback(answer(attempt), in: other))
      }
      #expect(error?.leavesWaiting == true)
    }
    let code = try attempt.receive(callback(answer(attempt), in: mode))
    #expect(code.code.reveal() == "c-1")
  }

  private func claims(_ attempt: AuthorizationAttempt, _ changes: [String: JSONValue] = [:]) -> [String: JSONValue] {
    let now = Fixture.now
    return [
      "iss": "https://as.example", "aud": "app", "exp": .integer(now + 60), "code": "c-1",
      "state": .string(attempt.state.reveal()),
    ].merging(changes) { $1 }
  }

  private func signed(
    _ attempt: AuthorizationAttempt, _ claims: [String: JSONValue], in mode: ResponseMode, key: SigningKey? = nil
  ) throws -> AuthorizationCallback {
    let response = try #require(key ?? Self.key).sign(claims)
    return try callback(answer(attempt, ("response", response.reveal())), in: mode)
  }

  @Test(
    .covers("RP FAPI2 signing: JARM, a valid answer"),
    arguments: [ResponseMode.jwt, .queryJWT, .fragmentJWT, .formPostJWT])
  func `A signed answer has its code`(_ mode: ResponseMode) async throws {
    let attempt = try await attempt(mode)
    let code = try attempt.receive(signed(attempt, claims(attempt), in: mode))
    #expect(code.code.reveal() == "c-1")
  }

  @Test func `A signed refusal is a refusal`() async throws {
    let attempt = try await attempt(.jwt)
    let refusal = claims(attempt, ["code": .null, "error": "access_denied"])
    #expect(throws: CallbackError.refused(ErrorResponse(.accessDenied))) {
      _ = try attempt.receive(signed(attempt, refusal, in: .jwt))
    }
  }

  @Test(
    .covers("RP FAPI2 signing: JARM: missing or wrong iss, aud, exp"),
    arguments: [
      ("iss", JSONValue.string("https://evil.example")), ("iss", .null), ("aud", "other"), ("aud", .array([])),
      ("aud", .null),
      ("exp", 1), ("exp", .null), ("exp", "soon"), ("nbf", 9_999_999_999), ("iat", 9_999_999_999),
    ])
  func `A signed answer with a wrong claim is rejected, and the attempt still waits`(
    _ name: String, _ value: JSONValue
  ) async throws {
    let attempt = try await attempt(.jwt)
    #expect(throws: CallbackError.unacceptableResponseClaim(name)) {
      _ = try attempt.receive(signed(attempt, claims(attempt, [name: value]), in: .jwt))
    }
    _ = try attempt.receive(signed(attempt, claims(attempt), in: .jwt))
  }

  @Test(.covers("RP FAPI2 signing: JARM: signature, alg none"))
  func `An unsigned answer and one that is signed by another key are rejected`() async throws {
    let attempt = try await attempt(.jwt)
    let foreign = try SigningKey.generate(.es256, keyID: "s1")
    #expect(throws: CallbackError.forgedResponse(.invalidSignature)) {
      _ = try attempt.receive(signed(attempt, claims(attempt), in: .jwt, key: foreign))
    }
    // {"alg":"none"}
    let none = answer(attempt, ("response", "eyJhbGciOiJub25lIn0.e30."))
    #expect(throws: CallbackError.forgedResponse(.algorithmNotAllowed(UntrustedText("none")))) {
      _ = try attempt.receive(callback(none, in: .jwt))
    }
    #expect(throws: CallbackError.unsignedResponse) {
      _ = try attempt.receive(callback(answer(attempt), in: .jwt))
    }
    #expect(throws: CallbackError.foreignState) {
      _ = try attempt.receive(signed(attempt, claims(attempt, ["state": "other"]), in: .jwt))
    }
    _ = try attempt.receive(signed(attempt, claims(attempt), in: .jwt))
  }

  @Test func `Without keys or an issuer a signed answer can't be requested`() async throws {
    var request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback))
    request.responseMode = .jwt
    await #expect(throws: AuthorizationRequestError.signedAnswersNotSupported) {
      try await Fixture.client().begin(request)
    }
    #expect(throws: AuthorizationRequestError.requiresBegin) {
      try Fixture.client().authorizationAttempt(request)
    }
  }
}
