import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

/// A sign-in with everything that FAPI 2.0 requires, a refresh and refusals, and then a search for
/// visible secrets.
@Suite struct NoSecretTests {
  // Some clients print tokens, codes, verifiers and request URLs.
  @Test func `No token, assertion, proof or key is in any log record, error or description`() async throws {
    let logs = LogCollector()
    let issuer = try TestIssuer(.es256)
    issuer.change { $0.answerChanges["token_type"] = "DPoP" }
    let key = try SigningKey(
      jwk: Secret(
        #"""
        {"kty":"OKP","crv":"Ed25519","alg":"EdDSA","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        "d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}
        """#))
    let client = try issuer.client(
      algorithms: [.es256], prover: .generate(), authentication: .privateKeyJWT(key),
      members: ["pushed_authorization_request_endpoint": "https://as.example/par"], logger: logs.logger())
    var shown: [String] = []

    let signedIn = try await client.signIn(with: issuer) { redirectURI in
      var request = AuthorizationRequest(redirectURI: redirectURI, scope: try Scope(["openid"]))
      request.isPushed = true
      request.requestObjectKey = key
      request.openID.idTokenHint = Secret("id-token-hint-of-this-test")
      return request
    }
    var openID = OpenIDParameters()
    openID.idTokenHint = Secret("id-token-hint-of-this-test")
    shown += Self.views(of: openID)
    let refreshed = try await client.refresh(signedIn)
    _ = try await client.userInfo(refreshed)
    for value: Any in [
      signedIn, signedIn.idToken, signedIn.tokens, refreshed, client, client.client, client.policy, key,
      client.client.authentication, try #require(client.client.prover),
      try await client.client.tokenRequest(grantType: "refresh_token", FormParameters()),
    ] {
      shown += Self.views(of: value)
    }

    issuer.change { $0.changes["nonce"] = "nonce-of-somebody-else" }
    shown += await Self.failure { try await client.signIn(with: issuer) }
    issuer.change {
      $0.changes = [:]
      $0.answerChanges = ["error": "invalid_client", "error_description": "assertion refused"]
    }
    shown += await Self.failure { try await client.refresh(signedIn) }

    var secrets = issuer.bodies.flatMap(\.pairs)
      .filter { ["client_assertion", "request", "code", "code_verifier", "refresh_token", "state"].contains($0.name) }
      .map(\.value)
    secrets += issuer.requests.compactMap { $0.headerFields[.authorization] }
      .flatMap { $0.split(separator: " ").dropFirst().map(String.init) }
    secrets += issuer.requests.compactMap { $0.headerFields[HTTPField.Name("DPoP") ?? .accept] }
    secrets += [
      "at-12345", "nonce-of-somebody-else", "id-token-hint-of-this-test", "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
      signedIn.idToken.compact.reveal(), try #require(issuer.nonce).reveal(),
    ]
    #expect(Set(secrets).count >= 15)
    #expect(logs.records.count >= 5 && shown.count >= 30)
    for text in logs.records + shown {
      for secret in Set(secrets) where text.contains(secret) {
        Issue.record("a secret of \(secret.count) characters is in: \(text.replacing(secret, with: "HERE"))")
      }
    }
  }

  private static func views(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), dumped]
  }

  private static func failure(_ body: () async throws -> some Any) async -> [String] {
    do {
      _ = try await body()
      Issue.record("nothing was thrown")
      return []
    } catch let error as any ExplainedError {
      return views(of: error) + [error.explanation, error.remedy, error.code]
    } catch {
      return views(of: error)
    }
  }
}
