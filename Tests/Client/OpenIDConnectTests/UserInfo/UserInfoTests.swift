import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite(.covers("RFC 9449 §7.1", "OpenID Core §5.1")) struct UserInfoTests {
  private static let subject = "248289761001"

  private func signed(
    _ claims: [String: JSONValue], algorithm: SignatureAlgorithm = .rs256, type: String? = nil,
    contentType: String = "application/jwt"
  ) throws -> HTTPAnswer {
    .text(try Fixture.key(algorithm).sign(claims, type: type).reveal(), contentType: contentType)
  }

  private func failure(_ answer: HTTPAnswer, _ algorithms: Set<SignatureAlgorithm> = []) async throws -> UserInfoError?
  {
    let issuer = try TestIssuer()
    issuer.change { $0.userInfo = answer }
    var client = try issuer.client()
    client.userInfoAlgorithms = algorithms
    do {
      _ = try await client.userInfo(Secret("at"), of: Self.subject)
      return nil
    } catch let error as UserInfoError {
      return error
    }
  }

  @Test(
    .covers("RP basic: oidcc-client-test-userinfo-invalid-sub"),
    arguments: ["248289761002", "", "248289761001 ", "2482897610010"])
  func `An answer about another user is rejected`(subject: String) async throws {
    #expect(try await failure(.json(["sub": .string(subject)])) == .wrongSubject)
    #expect(
      try await failure(signed(["sub": .string(subject)]))
        == (subject.isEmpty ? .claims(.malformed("sub")) : .wrongSubject))
  }

  @Test(.covers("RP basic: oidcc-client-test-scope-userinfo-claims"))
  func `The standard claims have properties, which accept servers' variants`() async throws {
    let issuer = try TestIssuer()
    issuer.change {
      $0.userInfo = .json([
        "sub": .string(Self.subject), "name": "Jane Doe", "given_name": "Jane", "family_name": "Doe",
        "middle_name": "M", "nickname": "J", "preferred_username": "j.doe", "profile": "https://x.example/j",
        "picture": "http://example.com/janedoe/me.jpg", "website": "https://j.example", "email": "janedoe@example.com",
        "email_verified": "false", "gender": "female", "birthdate": "0000-10-31", "zoneinfo": "Europe/Paris",
        "locale": "en_US", "phone_number": "+1 (604) 555-1234;ext=5678", "phone_number_verified": true,
        "address": ["formatted": "1 Main St\nX", "country": "US", "odd": 7], "updated_at": 1_700_000_000, "empty": "",
        "_claim_names": ["payment_info": "src1"], "_claim_sources": ["src1": ["endpoint": "https://bank.example"]],
      ])
    }
    let client = try issuer.client()
    let info = try await client.userInfo(Secret("at"), of: Self.subject)
    let claims = info.standardClaims
    #expect(claims.name == "Jane Doe" && claims.givenName == "Jane" && claims.familyName == "Doe")
    #expect(claims.middleName == "M" && claims.nickname == "J" && claims.preferredUsername == "j.doe")
    #expect(claims.profile == "https://x.example/j" && claims.website == "https://j.example")
    #expect(claims.picture == "http://example.com/janedoe/me.jpg" && claims.email == "janedoe@example.com")
    #expect(claims.isEmailVerified == false && claims.isPhoneNumberVerified == true)
    #expect(claims.gender == "female" && claims.birthdate == "0000-10-31" && claims.timeZone == "Europe/Paris")
    #expect(claims.locale == "en_US" && claims.phoneNumber == "+1 (604) 555-1234;ext=5678")
    #expect(claims.address == ["formatted": "1 Main St\nX", "country": "US"])
    #expect(claims.updatedAt?.timeIntervalSince1970 == 1_700_000_000)
    // §5.6.2: distributed claims are kept, but not fetched.
    #expect(info.claims["_claim_names"] == ["payment_info": "src1"] && issuer.paths == ["/userinfo"])
  }

  @Test func `Claims of the wrong type count as absent, even email_verified`() async throws {
    let issuer = try TestIssuer()
    for value: JSONValue in ["yes", 1, "TRUE", .null, ["true"]] {
      issuer.change { $0.userInfo = .json(["sub": .string(Self.subject), "email_verified": value, "name": value]) }
      let claims = try await issuer.client().userInfo(Secret("at"), of: Self.subject).standardClaims
      #expect(claims.isEmailVerified == nil)
    }
  }

  @Test(.covers("RP dynamic: oidcc-client-test-userinfo-signed"))
  func `A signed answer is verified, with its iss and aud if they are present`() async throws {
    let right: [String: JSONValue] = ["sub": .string(Self.subject), "iss": .string(Fixture.issuer), "aud": ["app"]]
    #expect(try await failure(signed(right)) == nil)
    #expect(try await failure(signed(right, contentType: "application/jwt; charset=utf-8")) == nil)
    #expect(try await failure(signed(["sub": .string(Self.subject)])) == nil)
    #expect(try await failure(signed(right.merging(["aud": .null, "iss": .null]) { $1 })) == nil)
    #expect(
      try await failure(signed(right.merging(["iss": "https://evil.example"]) { $1 }))
        == .claims(.wrongIssuer(UntrustedText("https://evil.example"))))
    #expect(try await failure(signed(right.merging(["aud": "other"]) { $1 })) == .claims(.wrongAudience))
    #expect(try await failure(signed(right.merging(["aud": []]) { $1 })) == .claims(.malformed("aud")))
    #expect(
      try await failure(signed(right.merging(["exp": 1_799_999_000]) { $1 })) == .claims(.expired(secondsAgo: 1_000)))
    #expect(try await failure(signed(["iss": .string(Fixture.issuer)])) == .claims(.missing("sub")))
  }

  @Test func `A signed answer with another algorithm, key or type is rejected`() async throws {
    let right: [String: JSONValue] = ["sub": .string(Self.subject)]
    #expect(
      try await failure(signed(right, algorithm: .es256))
        == .notVerified(.algorithmNotAllowed(UntrustedText("ES256"))))
    let stranger = try SigningKey.generate(.rs256, keyID: Fixture.key(.rs256).keyID)
    let forged = HTTPAnswer.text(try stranger.sign(right).reveal(), contentType: "application/jwt")
    #expect(try await failure(forged) == .notVerified(.invalidSignature))
    #expect(
      try await failure(signed(right, type: "at+jwt")) == .notVerified(.wrongType(UntrustedText("at+jwt"))))
    #expect(try await failure(.text("a.b", contentType: "application/jwt")) == .notVerified(.notCompact))
  }

  @Test func `A client that registered for signed answers accepts no others`() async throws {
    let right: [String: JSONValue] = ["sub": .string(Self.subject)]
    #expect(try await failure(.json(right), [.rs256]) == .notSigned)
    #expect(try await failure(signed(right), [.rs256]) == nil)
    #expect(
      try await failure(signed(right), [.es256]) == .notVerified(.algorithmNotAllowed(UntrustedText("RS256"))))
  }

  @Test(arguments: ["[]", "{}", "{\"sub\":7}", "", "{", "null", "\"sub\""])
  func `An answer that isn't an object with a sub is rejected`(text: String) async throws {
    #expect(try await failure(.text(text)) == .malformed)
  }

  @Test func `Another content type and another status are errors`() async throws {
    #expect(
      try await failure(.text("<html>", contentType: "text/html")) == .wrongContentType(UntrustedText("text/html")))
    await #expect(throws: EndpointError(.userInfo, .unexpectedStatus(401, retryAfter: nil))) {
      try await failure(.json(["sub": .string(Self.subject)], status: .unauthorized))
    }
    await #expect(throws: EndpointError(.userInfo, .unexpectedStatus(302, retryAfter: nil))) {
      try await failure(.text("", status: .found))
    }
  }

  @Test(
    .covers(
      "RP FAPI2: test-happy-path: DPoP nonce at the resource", "RP FAPI2: test-rs-dpop-auth-scheme-case-insensitivity"),
    arguments: [
      "DPoP error=\"use_dpop_nonce\"", "dpop ERROR=\"use_dpop_nonce\"", "Bearer, dPoP error=use_dpop_nonce",
    ])
  func `A bound token is presented with a proof, and with the resource's nonce if it asks for one`(
    challenge: String
  ) async throws {
    var refusal = HTTPAnswer.text("", status: .unauthorized)
    refusal.response.headerFields[.wwwAuthenticate] = challenge
    refusal.response.headerFields[try #require(HTTPField.Name("DPoP-Nonce"))] = "rs-1"
    let transport = ScriptedTransport(refusal, .json(["sub": .string(Self.subject)]))
    let endpoint = try Endpoint("https://as.example/x")
    let oauth = OAuthClient(
      id: "app",
      server: AuthorizationServerMetadata(
        issuer: try Issuer(Fixture.issuer), authorizationEndpoint: endpoint, tokenEndpoint: endpoint,
        userInfoEndpoint: try Endpoint("https://as.example/userinfo")),
      prover: try DPoPProver.generate(), transport: transport, clock: ManualClock().wallClock)
    let client = OpenIDClient(oauth, policy: try Fixture.policy(), keys: JSONWebKeySet([]))
    _ = try await client.userInfo(Secret("at"), of: Self.subject)
    #expect(transport.exchanges.count == 2)
    let proofs = try transport.exchanges.map { exchange in
      #expect(exchange.request.headerFields[.authorization] == "DPoP at")
      let name = try #require(HTTPField.Name("DPoP"))
      let proof = try JSONWebSignature(compact: try #require(exchange.request.headerFields[name]))
      return try #require(JSONValue(bytes: proof.unverifiedPayload).object)
    }
    #expect(proofs[0]["nonce"] == nil && proofs[1]["nonce"] == "rs-1" && proofs[0]["jti"] != proofs[1]["jti"])
    #expect(proofs.allSatisfy { $0["ath"]?.string != nil && $0["htu"] == "https://as.example/userinfo" })
  }
}
