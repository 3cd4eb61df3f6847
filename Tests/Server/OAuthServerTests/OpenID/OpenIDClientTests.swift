import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import OpenIDConnect
import Testing

/// The server with this package's own client, which verifies every answer with independent code.
@Suite(.covers("OpenID Core §2, server")) struct OpenIDClientTests {
  @Test func `A client that knows only the issuer signs a user in and verifies the answers`() async throws {
    let test = try TestServer.openID()
    let client = try await test.client()
    let signedIn = try await client.signIn(scope: Scope(["openid", "profile", "email"]), with: try test.browser())
    #expect(signedIn.idToken.issuer == TestServer.issuer && signedIn.idToken.audience == ["app"])
    #expect(signedIn.idToken.subject == "248289761001" && signedIn.idToken.algorithm == .rs256)
    #expect(signedIn.idToken.authenticationTime == test.clock.now && signedIn.idToken.claims["nonce"] != nil)
    let info = try await client.userInfo(signedIn)
    #expect(info.standardClaims.name == "Ada Lovelace" && info.standardClaims.email == "ada@example.com")
  }

  @Test func `A client that is configured for ES256 accepts it, and another rejects it`() async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    let signedIn = try await test.client(algorithms: [.es256]).signIn(with: try test.browser())
    #expect(signedIn.idToken.algorithm == .es256)
    await #expect(throws: IDTokenError.notVerified(.algorithmNotAllowed(UntrustedText("ES256")))) {
      try await test.client().signIn(with: try test.browser())
    }
  }

  // Core §12.2.
  @Test func `Refreshed ID tokens are verified to continue the sign-in, one after the other`() async throws {
    let test = try TestServer.openID()
    let client = try await test.client()
    var signedIn = try await client.signIn(with: try test.browser())
    let first = signedIn.idToken
    for _ in 1...3 {
      test.clock.advance(by: .seconds(3_600))
      let tokens = try await client.client.refresh(try #require(signedIn.tokens.refreshToken))
      #expect(tokens.additionalMembers["id_token"] != nil)
      signedIn = try await client.verify(tokens, continuing: signedIn.idToken)
      #expect(signedIn.idToken.authenticationTime == first.authenticationTime)
      #expect(signedIn.idToken.issuedAt == test.clock.now)
    }
    _ = try await client.userInfo(signedIn)
  }

  @Test(arguments: [Duration.seconds(0), .seconds(60)])
  func `Every sign-in satisfies max_age`(age: Duration) async throws {
    let test = try TestServer.openID()
    let client = try await test.client()
    let signedIn = try await client.signIn(with: try test.browser()) { redirectURI in
      var request = AuthorizationRequest(redirectURI: redirectURI, scope: try Scope(["openid"]))
      request.openID.maxAge = age
      return request
    }
    #expect(signedIn.idToken.authenticationTime == test.clock.now)
  }

  // An attacker may put a code into another user's answer. The nonce of the code's own request
  // reveals it (Core §3.1.3.7, §15.5.2).
  @Test func `Simultaneous sign-ins never get each other's nonce`() async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    let client = try await test.client(algorithms: [.es256])
    let browser = try test.browser()
    // More at once could be taken for guesses of one user's password.
    var nonces: Set<JSONValue?> = []
    for _ in 0..<3 {
      nonces = try await withThrowingTaskGroup(of: JSONValue?.self) { group in
        for _ in 0..<8 { group.addTask { try await client.signIn(with: browser).idToken.claims["nonce"] } }
        return try await group.reduce(into: nonces) { $0.insert($1) }
      }
    }
    #expect(nonces.count == 24 && !nonces.contains(nil))
  }

  @Test func `The ID token of a sign-in is a hint for the next one`() async throws {
    let test = try TestServer.openID()
    let client = try await test.client()
    let first = try await client.signIn(with: try test.browser())
    test.clock.advance(by: .seconds(86_400))
    let again = try await client.signIn(with: try test.browser()) { redirectURI in
      var request = AuthorizationRequest(redirectURI: redirectURI, scope: try Scope(["openid"]))
      request.openID.idTokenHint = first.idToken.compact
      return request
    }
    #expect(again.idToken.subject == first.idToken.subject)
  }
}
