#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Evidence
import HTTPTypes
import OAuthCore
import OAuthResourceServer
import OAuthTestSupport
import Testing

/// RFC 6750.
@Suite(.covers("RFC 6750 §2", "RFC 9470 §3")) struct BearerTests {
  private var resource: TestResource

  init() throws {
    resource = try TestResource()
  }

  @Test func `A valid token gives access within its scope, and states its subject`() async throws {
    let token = try resource.token(["acr": "gold", "auth_time": .integer(TestResource.now - 5)])
    let access = try await resource.server().access(
      to: resource.request("Bearer \(token.reveal())"), requiring: AccessRequirement(scope: Scope(["read"])))
    #expect(access.subject == "ada" && access.clientID == "app" && access.scope.contains("read"))
    #expect(access.scheme == .bearer && access.proof == nil && access.answerFields.isEmpty)
    #expect(access.token.authenticationContext == "gold" && access.token.claims["jti"] == "t-1")
    #expect(access.token.expiresAt?.timeIntervalSince1970 == 1_800_000_600)
    #expect(!"\(access) \(access.token) \(String(reflecting: access))".contains("ada"))
  }

  @Test(
    .covers("OP FAPI2: access-token-type-header-case-sensitivity"), arguments: ["Bearer", "bearer", "BEARER", "bEARER"])
  func `The scheme's name may be written in any case`(_ scheme: String) async throws {
    let request = resource.request("\(scheme) \(try resource.token().reveal())")
    #expect(try await resource.server().refusal(request) == nil)
  }

  // RFC 6750 §3.1, RFC 9449 §7.2, RFC 9728 §5.1.
  @Test func `Without a token the challenges contain no error, but the URL of the resource metadata`() async throws {
    let refusal = try await resource.server().refusal(resource.request())
    #expect(
      refusal?.wire == [
        "401", #"DPoP algs="ES256 Ed25519 EdDSA PS256", resource_metadata="\#(TestResource.metadata)""#,
        #"Bearer resource_metadata="\#(TestResource.metadata)""#,
      ])
    #expect(refusal?.reason == .noToken && refusal?.answer.body == [])
    #expect(refusal?.answer.response.headerFields[.cacheControl] == "no-store")
    let other = try await resource.server().refusal(resource.request("Basic YTpi"))
    #expect(other == refusal)
  }

  @Test func `The error is in the challenge of the scheme that was tried`() async throws {
    let refusal = try await resource.server().refusal(resource.request("Bearer INVALID_TOKEN"))
    #expect(
      refusal?.wire == [
        "401", #"DPoP algs="ES256 Ed25519 EdDSA PS256", resource_metadata="\#(TestResource.metadata)""#,
        #"Bearer error="invalid_token", error_description="the access token is expired, revoked, malformed or not for this resource", resource_metadata="\#(TestResource.metadata)""#,
      ])
    #expect(
      refusal.map { String(decoding: $0.answer.body, as: UTF8.self) }?.contains(#""error":"invalid_token""#) == true)
  }

  // RFC 9449 §7.2, figure "Ambiguous Authentication".
  @Test func `Two Authorization fields are rejected in both schemes`() async throws {
    var request = resource.request()
    request.headerFields.append(HTTPField(name: .authorization, value: "Bearer \(try resource.token().reveal())"))
    request.headerFields.append(HTTPField(name: .authorization, value: "DPoP \(try resource.token().reveal())"))
    let refusal = try #require(try await resource.server().refusal(request))
    #expect(refusal.reason == .request(.severalFields) && refusal.answer.response.status == .badRequest)
    let challenges = try AuthenticateChallenge.read(refusal.answer)
    #expect(challenges.map(\.error) == [.invalidRequest, .invalidRequest])
  }

  @Test(arguments: [
    "Bearer", "Bearer ", "Bearer a b", "Bearer a,b", "Bearer =", "Bearer \"a\"", "DPoP ", "Bearer x, DPoP y",
  ])
  func `A malformed token is a bad request`(_ field: String) async throws {
    let refusal = try await resource.server().refusal(resource.request(field))
    #expect(refusal?.answer.response.status == .badRequest)
  }

  // Peers print tokens, codes, verifiers and request URLs.
  @Test(
    .covers(
      "RFC 9700 §4.3.2", "MCP: A token in the query is rejected", "question: Can the token be passed via the query"))
  func `A token in the query isn't accepted, and a second one in the field is an error`() async throws {
    let token = try resource.token().reveal()
    let server = try resource.server()
    #expect(await server.refusal(resource.request(nil, "/api/things?access_token=\(token)"))?.reason == .noToken)
    #expect(
      await server.refusal(resource.request("Bearer \(token)", "/api/things?access_token=\(token)"))?.reason
        == .request(.severalWays))
    #expect(await server.refusal(resource.request("Bearer \(token)", "/api/things?x=access_token")) == nil)
  }

  @Test func `A token in a form is accepted only if the resource allows forms`() async throws {
    let token = try resource.token().reveal()
    var request = resource.request()
    request.method = .post
    request.headerFields[.contentType] = "application/x-www-form-urlencoded; charset=utf-8"
    let form = Array("a=b&access_token=\(token)".utf8)
    #expect(try await resource.server().refusal(request, body: form)?.reason == .noToken)
    var open = resource
    open.presentation.takesForms = true
    let server = try open.server()
    #expect(await server.refusal(request, body: form) == nil)
    #expect(
      await server.refusal(request, body: form + Array("&access_token=\(token)".utf8))?.reason
        == .request(.malformedForm))
    #expect(await server.refusal(request, body: Array("access_token=%zz".utf8))?.reason == .request(.malformedForm))
    #expect(await server.refusal(request, body: [])?.reason == .noToken)
    request.headerFields[.authorization] = "Bearer \(token)"
    #expect(await server.refusal(request, body: form)?.reason == .request(.severalWays))
    request.headerFields[.authorization] = nil
    request.headerFields[.contentType] = "text/plain"
    #expect(await server.refusal(request, body: form)?.reason == .noToken)
  }

  @Test(.covers("MCP: An insufficient scope gets 403 with the scope"))
  func `An insufficient scope is 403, with the required scope`() async throws {
    let request = resource.request("Bearer \(try resource.token().reveal())")
    let refusal = try #require(
      try await resource.server().refusal(request, requiring: AccessRequirement(scope: Scope(["read", "write"]))))
    #expect(refusal.answer.response.status == .forbidden)
    let challenge = try #require(try AuthenticateChallenge.read(refusal.answer).last)
    #expect(challenge.error == .insufficientScope)
    #expect(challenge.scope == (try Scope(["read", "write"])))
    // A client without a token learns which scope to request.
    let first = try #require(
      try await resource.server().refusal(resource.request(), requiring: AccessRequirement(scope: Scope(["write"]))))
    #expect(
      try AuthenticateChallenge.read(first.answer).allSatisfy { $0.scope?.parameter == "write" && $0.error == nil })
  }

  // RFC 9470 §3.
  @Test func `An authentication that is too old or too weak is challenged with the requirement`() async throws {
    let server = try resource.server()
    let requirement = AccessRequirement(acrValues: ["gold", "silver"], maxAge: .seconds(60))
    func refusal(_ claims: [String: JSONValue?]) async throws -> AccessRefusal? {
      await server.refusal(resource.request("Bearer \(try resource.token(claims).reveal())"), requiring: requirement)
    }
    let recent = JSONValue.integer(TestResource.now - 60)
    #expect(try await refusal(["acr": "silver", "auth_time": recent]) == nil)
    for claims: [String: JSONValue?] in [
      ["acr": "bronze", "auth_time": recent], ["auth_time": recent], ["acr": "gold"],
      ["acr": "gold", "auth_time": .integer(TestResource.now - 61)],
    ] {
      let refusal = try #require(try await refusal(claims))
      #expect(refusal.answer.response.status == .unauthorized)
      let challenge = try #require(try AuthenticateChallenge.read(refusal.answer).last)
      let wanted = try #require(challenge.requiredAuthentication)
      #expect(wanted.acrValues == ["gold", "silver"] && wanted.maxAge == .seconds(60))
      #expect(challenge.isScheme("Bearer"))
    }
  }

  @Test(.covers("question: Does the test URI require DPoP tokens"))
  func `A resource that accepts only bound tokens announces it, and rejects all others`() async throws {
    var strict = resource
    strict.presentation.binding = .required
    let server = try strict.server()
    let refusal = try #require(await server.refusal(strict.request("Bearer \(try strict.token().reveal())")))
    #expect(refusal.reason == .scheme(.bearer))
    let challenges = try AuthenticateChallenge.read(refusal.answer)
    #expect(challenges.map(\.scheme) == ["DPoP"] && challenges.first?.error == .invalidToken)
    strict.presentation.takesCertificates = true
    #expect(
      try await strict.server().refusal(strict.request("Bearer \(try strict.token().reveal())"))?.reason
        == .token(.notBound))
  }

  @Test func `An internal failure is 503, so that clients keep valid tokens`() async throws {
    struct Broken: AccessTokenChecker {
      func facts(about token: Secret) async throws -> AccessTokenFacts {
        throw HTTPTransportError(.timedOut, origin: "https://as.example")
      }
    }
    var broken = resource
    broken.tokens = Broken()
    let refusal = try #require(try await broken.server().refusal(resource.request("Bearer abc")))
    #expect(refusal.wire == ["503"] && refusal.reason == .unavailable("timed_out"))
  }

  @Test func `No log contains a token or personal data`() async throws {
    let token = try resource.token().reveal()
    let server = try resource.server()
    _ = await server.refusal(resource.request("Bearer \(token)x"))
    _ = await server.refusal(
      resource.request("Bearer \(token)"), requiring: AccessRequirement(scope: try Scope(["write"])))
    let text = resource.logs.records.joined(separator: "\n")
    #expect(text.contains("insufficient_scope") && text.contains("access_token_jws_malformed"))
    #expect(!text.contains(token.prefix(12)) && !text.contains("ada"))
  }
}
