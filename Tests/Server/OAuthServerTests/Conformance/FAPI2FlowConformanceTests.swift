import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

/// The module fapi2-security-profile-final-happy-flow from the pushed request to the refresh, with
/// the suite's checks for every flow: each client authentication, each way to bind tokens.
@Suite struct FAPI2FlowConformanceTests {
  static let secondRedirect = "https://second.example/callback?dummy1=lorem&dummy2=ipsum"

  /// Makes a server whose clients all follow the profile: `fapi` and `second` have keys, `bank` has
  /// a certificate.
  static func server(codesLive lifetime: Duration = .seconds(60)) throws -> TestServer {
    var lifetimes = TokenLifetimes()
    lifetimes.authorizationCode = lifetime
    var strict = ClientSettings()
    strict.followsFAPI2 = true
    let scope = try Scope(["openid", "profile", "email"])
    let keys = ClientKeys.set(JSONWebKeySet([try ClientKey.ps256.get().verificationKey]))
    func client(_ id: String, _ authentication: RegisteredClient.Authentication) throws -> RegisteredClient {
      RegisteredClient(
        id: id, name: id, kind: .confidential(authentication), redirectURIs: [try RedirectURI(secondRedirect)],
        scope: scope, settings: strict)
    }
    return try TestServer.withServices(
      rules: { $0.certificateMethods = [.issued] },
      moreClients: [
        try client("second", .privateKeyJWT(keys)),
        try client("bank", .certificate(subject: MutualTLSTests.ecSubject)),
      ], lifetimes: lifetimes)
  }

  /// Opens a pushed request in the browser and allows it. Checks the rules of RFC 9126 §2.2 and RFC
  /// 9207.
  static func code(_ test: TestServer, _ pushed: HTTPAnswer, _ client: String, _ redirect: String) async throws
    -> String
  {
    #expect(pushed.status == 201 && pushed.field("Cache-Control") == "no-store")
    let reference = try #require(try pushed.members["request_uri"]?.string)
    guard case .integer(5...600)? = try pushed.members["expires_in"] else {
      throw AuthorizationRequestTests.Unexpected()
    }
    let secret = try #require(reference.split(separator: ":").last)
    // FAPI 2.0 Security Profile §5.3.2.2: at least 128 bits, in base64url.
    #expect(secret.utf8.count >= 22)
    let request = TestServer.form([("client_id", client), ("request_uri", reference)])
    #expect(await test.get("/authorize", request).status == 200)
    let answer = await test.decide(request)
    #expect(answer.field("Location")?.hasPrefix(redirect + (redirect.contains("?") ? "&" : "?")) == true)
    #expect(try answer.callback.all("iss") == [TestServer.issuer])
    let code = try answer.callback("code")
    #expect(code.utf8.count >= 22)
    return code
  }

  // …-happy-flow, with private_key_jwt and DPoP
  @Test(.covers("OP FAPI2: happy-flow", "OP FAPI2: in every flow", "OP FAPI2: refresh-token"))
  func `Two clients with keys get tokens that are bound to their proofs' keys`() async throws {
    let test = try Self.server()
    for (client, key, redirect) in [
      (TestServer.fapi, ClientKey.es256, TestServer.redirect), ("second", ClientKey.ps256, Self.secondRedirect),
    ] {
      let (proof, stranger) = (try PlayedProof(), try PlayedProof())
      func form(_ form: FormParameters) throws -> FormParameters {
        TestServer.authenticated(
          form.pairs.map { ($0.name, $0.value) }, by: try test.assertion(client, key: key))
      }
      let request = TestServer.authorization([
        "client_id": client, "redirect_uri": redirect, "scope": "openid profile", "nonce": "n-" + client,
      ])
      let pushed = await test.post("/par", try form(request), fields: try proof.field(test, path: "/par"))
      let code = try await Self.code(test, pushed, client, redirect)
      let redemption = TestServer.redemption(code, ["client_id": client, "redirect_uri": redirect])
      let tokens = try TokenAnswer(
        await test.post("/token", try form(redemption), fields: try proof.field(test)))
      #expect(tokens.members["token_type"] == "DPoP" && tokens.access.utf8.count >= 22)
      #expect(try await test.idToken(tokens).claims["nonce"] == .string("n-" + client))
      for (key, status) in [(proof, 200), (stranger, 401)] {
        var fields = try key.field(test, method: "GET", path: "/userinfo", accessToken: tokens.access)
        fields[.authorization] = "DPoP \(tokens.access)"
        #expect(await test.get("/userinfo", fields: fields).status == status)
      }
      #expect(await test.userInfo(tokens.access).status == 401)
      let refreshment = TestServer.refreshment(try #require(tokens.refresh), ["client_id": client])
      // FAPI 2.0 Security Profile §5.3.2.1: the refresh token isn't rotated. It is bound to the
      // client, not to the key (RFC 9449 §5).
      for _ in 1...2 {
        let refreshed = try TokenAnswer(
          await test.post("/token", try form(refreshment), fields: try proof.field(test)))
        #expect(refreshed.refresh == nil && refreshed.access != tokens.access)
        #expect(refreshed.members["id_token"] != nil)
      }
      #expect(await test.post("/token", try form(refreshment), fields: try stranger.field(test)).status == 200)
    }
  }

  // …-ensure-token-endpoint-fails-with-expired-auth-code
  @Test(.covers("OP FAPI2: ensure-token-endpoint-fails-with-expired-auth-code"), arguments: [(59, 200), (60, 400)])
  func `A code lives for a minute, even if the server's codes live longer`(seconds: Int, status: Int) async throws {
    let test = try Self.server(codesLive: .seconds(600))
    let proof = try PlayedProof()
    func form(_ form: FormParameters) throws -> FormParameters {
      TestServer.authenticated(
        form.pairs.map { ($0.name, $0.value) }, by: try test.assertion("second", key: ClientKey.ps256))
    }
    let names = ["client_id": "second", "redirect_uri": Self.secondRedirect]
    let pushed = await test.post(
      "/par", try form(TestServer.authorization(names)), fields: try proof.field(test, path: "/par"))
    let code = try await Self.code(test, pushed, "second", Self.secondRedirect)
    test.clock.advance(by: .seconds(seconds))
    let answer = await test.post("/token", try form(TestServer.redemption(code, names)), fields: try proof.field(test))
    #expect(answer.status == status)
    if status == 400 { #expect(answer.error == "invalid_grant") }
  }

  @Test(.covers("question: Is refresh token rotation used", "Refresh Token Expiration §6, server"))
  func `A refresh token that isn't rotated ends with its grant and its lifetime`() async throws {
    let test = try Self.server()
    let proof = try PlayedProof()
    func refresh(_ token: String) async throws -> HTTPAnswer {
      await test.post(
        "/token",
        TestServer.authenticated(
          [("grant_type", "refresh_token"), ("refresh_token", token)], by: try test.assertion(TestServer.fapi)),
        fields: try proof.field(test))
    }
    func token() async throws -> String {
      let code = try await test.savedCode(for: TestServer.fapi)
      let redemption = TestServer.redemption(code).pairs.filter { $0.name != "client_id" }
      let answer = await test.post(
        "/token",
        TestServer.authenticated(redemption.map { ($0.name, $0.value) }, by: try test.assertion(TestServer.fapi)),
        fields: try proof.field(test))
      let tokens = try TokenAnswer(answer)
      #expect(tokens.members["authorization_expires_in"] == 2_592_000)
      #expect(tokens.members["refresh_token_timeout"] == nil)
      return try #require(tokens.refresh)
    }
    let revoked = try await token()
    #expect(try await refresh(revoked).status == 200)
    let revocation = TestServer.authenticated([("token", revoked)], by: try test.assertion(TestServer.fapi))
    #expect(await test.post("/revoke", revocation).status == 200)
    #expect(try await refresh(revoked).error == "invalid_grant")
    // A token that was spent before the client followed the profile: a second use means that it was
    // copied.
    let spent = try await token()
    let hash = SecretHash(ofToken: Secret(spent))
    let use = RefreshTokenUse(token: hash, successors: [], moment: test.clock.now, refusedUntil: test.clock.now + 3_600)
    let earlier = RequestKey(drawnFrom: SystemRandomSource())
    #expect(try await test.database.refresh(use, request: earlier) == .refreshed)
    test.clock.advance(by: .seconds(60))
    #expect(try await refresh(spent).error == "invalid_grant")
    #expect(try await test.database.token(hash) == nil)
    let old = try await token()
    test.clock.advance(by: .seconds(86_400))
    // A use doesn't prolong it.
    #expect(try await refresh(old).members["authorization_expires_in"] == 2_505_600)
    test.clock.advance(by: TokenLifetimes().refreshToken - .seconds(86_400))
    #expect(try await refresh(old).error == "invalid_grant")
  }

  // …-happy-flow, with mutual TLS for both
  @Test(.covers("OP FAPI2: happy-flow")) func `A client with a certificate gets tokens that are bound to it`()
    async throws
  {
    let test = try Self.server()
    let (context, stranger) = (
      try PlayedCertificate.context(PlayedCertificate.ec), try PlayedCertificate.context(PlayedCertificate.rsa)
    )
    let request = TestServer.authorization([
      "client_id": "bank", "redirect_uri": Self.secondRedirect, "scope": "openid profile",
    ])
    #expect(await test.post("/par", request, context: stranger).error == "invalid_client")
    let code = try await Self.code(
      test, await test.post("/par", request, context: context), "bank", Self.secondRedirect)
    let redemption = TestServer.redemption(code, ["client_id": "bank", "redirect_uri": Self.secondRedirect])
    #expect(await test.post("/token", redemption, context: stranger).error == "invalid_client")
    let tokens = try TokenAnswer(await test.post("/token", redemption, context: context))
    let field: HTTPFields = [.authorization: "Bearer \(tokens.access)"]
    #expect(await test.get("/userinfo", fields: field, context: context).status == 200)
    #expect(await test.get("/userinfo", fields: field, context: stranger).error == "invalid_token")
    #expect(await test.get("/userinfo", fields: field).error == "invalid_token")
  }

  /// A means of authentication or token binding.
  enum Means: CaseIterable { case key, certificate }

  // …-happy-flow, …-ensure-holder-of-key-required and …-refresh-token, in each variant of the plan
  @Test(
    .covers("RFC 9700 §4.14", "OP FAPI2: happy-flow", "OP FAPI2: ensure-holder-of-key-required"),
    arguments: Means.allCases, Means.allCases)
  func `Each authentication works with each binding, and without either one no tokens are issued`(
    authentication: Means, binding: Means
  ) async throws {
    var settings = ClientSettings()
    settings.followsFAPI2 = true
    settings.requiresDPoP = binding == .key
    settings.requiresCertificateBinding = binding == .certificate
    let keys = ClientKeys.set(JSONWebKeySet([try ClientKey.ps256.get().verificationKey]))
    let client = RegisteredClient(
      id: "variant", name: "Variant",
      kind: .confidential(
        authentication == .key ? .privateKeyJWT(keys) : .certificate(subject: MutualTLSTests.ecSubject)),
      redirectURIs: [try RedirectURI(TestServer.redirect)], scope: try Scope(["openid", "profile"]), settings: settings)
    let test = try TestServer.withServices(rules: { $0.certificateMethods = [.issued] }, moreClients: [client])
    let (proof, certificate) = (try PlayedProof(), try PlayedCertificate.context(PlayedCertificate.ec))

    func send(
      _ path: String, _ form: FormParameters, isAuthenticated: Bool = true, isHolder: Bool = true
    ) async throws -> HTTPAnswer {
      var form = form
      if authentication == .key, isAuthenticated {
        form = TestServer.authenticated(
          form.pairs.map { ($0.name, $0.value) }, by: try test.assertion("variant", key: ClientKey.ps256))
      }
      let fields = binding == .key && isHolder ? try proof.field(test, path: path) : [:]
      let isShown =
        (authentication == .certificate && isAuthenticated) || (binding == .certificate && isHolder)
      return await test.post(path, form, adding: fields, context: isShown ? certificate : RequestContext())
    }
    func refused(_ form: FormParameters) async throws {
      // One certificate serves for both.
      let isOne = authentication == .certificate && binding == .certificate
      let unknown = try await send("/token", form, isAuthenticated: false, isHolder: !isOne)
      #expect(unknown.status == 401 && unknown.error == "invalid_client")
      let unbound = try await send("/token", form, isAuthenticated: !isOne, isHolder: false)
      #expect((400...401).contains(unbound.status) && unbound.error != nil)
    }

    let request = TestServer.authorization(["client_id": "variant", "scope": "openid profile"])
    let code = try await Self.code(test, try await send("/par", request), "variant", TestServer.redirect)
    let redemption = TestServer.redemption(code, ["client_id": "variant"])
    try await refused(redemption)
    let tokens = try TokenAnswer(try await send("/token", redemption))
    #expect(tokens.members["token_type"] == (binding == .key ? "DPoP" : "Bearer"))
    var field: HTTPFields = [:]
    if binding == .key { field = try proof.field(test, method: "GET", path: "/userinfo", accessToken: tokens.access) }
    field[.authorization] = (binding == .key ? "DPoP " : "Bearer ") + tokens.access
    #expect(await test.get("/userinfo", fields: field, context: certificate).status == 200)
    #expect(
      await test.get("/userinfo", fields: [.authorization: "Bearer " + tokens.access], context: RequestContext()).status
        == 401)
    let refreshment = TestServer.refreshment(try #require(tokens.refresh), ["client_id": "variant"])
    try await refused(refreshment)
    #expect(try await send("/token", refreshment).status == 200)
  }
}
