#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing

/// Sign-ins that another process completes.
@Suite struct SealedAttemptTests {
  private let app = SealingFixture()

  /// The form that redeems the code of an answer, and the code's checked `nonce` and `max_age`.
  private struct Redeemed: Equatable {
    let body: String
    let nonce: Secret?
    let maxAge: Duration?
    let issuer: String?

    init(_ code: borrowing AuthorizationCode, _ client: OAuthClient) async throws {
      body = String(decoding: try await client.tokenRequest(exchanging: code).body, as: UTF8.self)
      nonce = code.nonce
      maxAge = code.maxAge
      issuer = code.receivedIssuer
    }
  }

  @Test func `Another process completes a sign-in`() async throws {
    let attempt = try app.attempt()
    let cookie = try attempt.sealed(by: app.sealer())
    // A client and a sealer of its own, with the same configuration.
    let client = try app.client(ScriptedTransport(Fixture.tokens()), seed: 2)
    let restored = try await client.restoreAttempt(cookie, from: app.sealer(seed: 13))
    #expect(restored.redirectURI == attempt.redirectURI)
    #expect(restored.expiresAt == app.clock.now.addingTimeInterval(600))
    let tokens = try await client.exchange(try await restored.receive(SealingFixture.callback(attempt)))
    #expect(tokens.accessToken == Secret("at-12345"))
  }

  @Test(arguments: 0..<200)
  func `A restored attempt redeems its code exactly as the attempt itself does`(_ seed: UInt64) async throws {
    var random = SplitMix(seed)
    let prover = random.isTrue() ? try DPoPProver.generate() : nil
    let server = try Fixture.metadata(random.isTrue() ? ["authorization_response_iss_parameter_supported": true] : [:])
    let uri = [Fixture.loopback, "app.example:/oauth", "https://app.example/cb?tab=2", SealingFixture.redirectURI]
    var request = AuthorizationRequest(
      redirectURI: try RedirectURI(uri[Int(seed % 4)]), scope: random.isTrue() ? try Scope(["openid"]) : .none)
    request.openID.maxAge = random.isTrue() ? .seconds(Int64(seed)) : nil
    request.resources = random.isTrue() ? ["https://api.example/a", "https://api.example/b"] : []
    request.responseMode = [nil, .query, .fragment, .formPost][Int(seed / 4 % 4)]
    request.requestObjectKey = random.isTrue() ? try SigningKey.generate(.es256) : nil
    request.challengeMethod = .s256

    // Two attempts from the same seed are the same.
    let client = try app.client(server: server, prover: prover, seed: seed)
    let direct = try await client.begin(request)
    let sealed = try await app.client(server: server, prover: prover, seed: seed).begin(request)
    try #require(direct.state == sealed.state && direct.verifier == sealed.verifier)

    let other = try app.client(server: server, prover: prover, seed: 999)
    let restored = try await other.restoreAttempt(sealed.sealed(by: app.sealer()), from: app.sealer())
    var form = FormParameters()
    form.append("code", "c-\(seed)")
    form.append("state", direct.state.reveal())
    form.append("iss", "https://as.example")
    let callback =
      switch request.responseMode {
      case .formPost: try AuthorizationCallback(formBody: Array(form.formEncoded().utf8))
      case .fragment: try AuthorizationCallback(url: direct.redirectURI.text + "#" + form.queryEncoded())
      default: try AuthorizationCallback(url: direct.redirectURI.adding(form))
      }
    let expected = try await Redeemed(direct.receive(callback), client)
    #expect(try await Redeemed(restored.receive(callback), other) == expected)
  }

  // RFC 9126.
  @Test func `A pushed request's attempt survives`() async throws {
    let reference = HTTPAnswer.json(["request_uri": "urn:example:pushed", "expires_in": 60], status: .created)
    let server = try Fixture.metadata(["pushed_authorization_request_endpoint": "https://as.example/par"])
    var request = AuthorizationRequest(redirectURI: try RedirectURI(SealingFixture.redirectURI))
    request.isPushed = true
    let transport = ScriptedTransport(reference)
    let attempt = try await app.client(transport, server: server).begin(request)
    let pushed = try #require(transport.exchanges.first).form

    let other = try app.client(server: server, seed: 2)
    let restored = try await other.restoreAttempt(attempt.sealed(by: app.sealer()), from: app.sealer())
    let state = try #require(try pushed.single("state"))
    let code = try await restored.receive(Fixture.callback(attempt, ("code", "c-1"), ("state", state)))
    let challenge = try CodeChallenge(#require(try pushed.single("code_challenge")), method: .s256)
    #expect(challenge.isMet(by: code.verifier))
  }

  // JARM §2.4.
  @Test func `An attempt that waits for a signed answer accepts only a signed one`() async throws {
    let key = try SigningKey.generate(.es256, keyID: "s1")
    let jwks = HTTPAnswer.json(["keys": [try #require(key.verificationKey.publicJWK)]])
    let server = try Fixture.metadata(["jwks_uri": "https://as.example/jwks"])
    var request = AuthorizationRequest(redirectURI: try RedirectURI(SealingFixture.redirectURI))
    request.responseMode = .jwt
    let attempt = try await app.client(ScriptedTransport(jwks), server: server).begin(request)
    let cookie = try attempt.sealed(by: app.sealer())

    let restored = try await app.client(ScriptedTransport(jwks), server: server)
      .restoreAttempt(cookie, from: app.sealer())
    await #expect(throws: CallbackError.unsignedResponse) {
      _ = try await restored.receive(SealingFixture.callback(attempt))
    }
    let claims: [String: JSONValue] = [
      "iss": "https://as.example", "aud": "app", "exp": .integer(Fixture.now + 60), "code": "c-1",
      "state": .string(attempt.state.reveal()),
    ]
    let code = try await restored.receive(
      Fixture.callback(attempt, ("response", try key.sign(claims).reveal())))
    #expect(code.code.reveal() == "c-1")
  }

  // RFC 9449 §10.
  @Test func `A sign-in that is bound to a DPoP key is restored only with that key`() async throws {
    let prover = try DPoPProver.generate()
    let cookie = try app.attempt(app.client(prover: prover)).sealed(by: app.sealer())
    for other in [nil, try DPoPProver.generate()] {
      await #expect(throws: SealingError.anotherProofKey(expected: prover.thumbprint)) {
        _ = try await app.client(prover: other).restoreAttempt(cookie, from: app.sealer())
      }
    }
    _ = try await app.client(prover: DPoPProver(prover.signer)).restoreAttempt(cookie, from: app.sealer())
  }

  @Test func `A sign-in expires`() async throws {
    let attempt = try app.attempt()
    let cookie = try attempt.sealed(by: app.sealer(lifetime: .seconds(60)))
    app.clock.advance(by: .seconds(59))
    let restored = try await app.client().restoreAttempt(cookie, from: app.sealer())
    app.clock.advance(by: .seconds(1))
    await #expect(throws: SealingError.expired) {
      _ = try await app.client().restoreAttempt(cookie, from: app.sealer())
    }
    // An attempt that was restored in time isn't accepted later either.
    await #expect(throws: SealingError.expired) { _ = try await restored.receive(SealingFixture.callback(attempt)) }
    #expect(app.record.count == 0)
  }

  // The lifetime is counted from the beginning of the sign-in, not from the time of sealing.
  @Test func `Sealing an attempt again doesn't extend its life`() async throws {
    let attempt = try app.attempt()
    _ = try attempt.sealed(by: app.sealer())
    app.clock.advance(by: .seconds(599))
    let restored = try await app.client().restoreAttempt(attempt.sealed(by: app.sealer()), from: app.sealer())
    #expect(restored.expiresAt == app.clock.now.addingTimeInterval(1))
  }

  @Test(arguments: [(Duration.zero, 1.0), (.seconds(-5), 1), (.seconds(86_401), 86_400), (.seconds(90), 90)])
  func `A lifetime is between a second and a day`(_ lifetime: Duration, _ seconds: Double) async throws {
    let cookie = try app.attempt().sealed(by: app.sealer(lifetime: lifetime))
    let restored = try await app.client().restoreAttempt(cookie, from: app.sealer())
    #expect(restored.expiresAt == app.clock.now.addingTimeInterval(seconds))
  }

  // Cookies end at 4,096 bytes with their name and attributes (RFC 6265 §6.1).
  @Test func `A sealed attempt has the characters of base64url and fits into a cookie many times`() async throws {
    let short = try app.attempt(app.client()).sealed(by: app.sealer()).reveal()
    let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    #expect(short.allSatisfy(allowed.contains))
    #expect(short.count == 408)
    // All options together, and a redirect URI of 200 characters.
    let prover = try DPoPProver.generate()
    var request = AuthorizationRequest(
      redirectURI: try RedirectURI("https://app.example/" + String(repeating: "p", count: 180)),
      scope: try Scope(["openid"]))
    request.responseMode = .formPost
    request.openID.maxAge = .seconds(3_600)
    request.requestObjectKey = try SigningKey.generate(.rs256)
    let long = try await app.client(prover: prover).begin(request).sealed(by: app.sealer()).reveal()
    #expect(long.count < 850, "\(long.count)")
  }

  @Test func `A redirect URI of 8,000 characters can be sealed, and a longer text than 16,384 can't`() async throws {
    let long = "https://app.example/" + String(repeating: "p", count: 8_000)
    let cookie = try app.attempt(redirectURI: long).sealed(by: app.sealer())
    _ = try await app.client().restoreAttempt(cookie, from: app.sealer())
    let transport = ScriptedTransport(
      .json([
        "device_code": .string(String(repeating: "d", count: 12_500)), "user_code": "WDJB-MJHT",
        "verification_uri": "https://example.com/device", "expires_in": 60,
      ]))
    let server = try Fixture.metadata(["device_authorization_endpoint": "https://as.example/device"])
    let device = try await app.client(transport, server: server).deviceAuthorization()
    #expect(throws: SealingError.tooLong) { try device.sealed(by: app.sealer()) }
  }

  @Test func `Neither text nor restored attempt shows a secret`() async throws {
    let attempt = try app.attempt()
    let cookie = try attempt.sealed(by: app.sealer())
    let restored = try await app.client().restoreAttempt(cookie, from: app.sealer())
    var shown = "\(cookie) \(restored) \(String(reflecting: restored)) \(cookie.reveal())"
    dump(restored, to: &shown)
    dump(cookie, to: &shown)
    for secret in [attempt.state.reveal(), attempt.verifier.reveal(), try #require(attempt.nonce).reveal()] {
      #expect(!shown.contains(secret))
    }
  }
}

/// A small source of choices that are the same in every run.
private struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func isTrue() -> Bool {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 63 == 1
  }
}
