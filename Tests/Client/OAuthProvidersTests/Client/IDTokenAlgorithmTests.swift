import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

@testable import OAuthProviders

/// The accepted signature algorithms of ID tokens: those that the provider announces, and never one
/// with a key that the client knows.
@Suite struct IDTokenAlgorithmTests {
  private func algorithms(_ announced: JSONValue?, _ name: String = "keycloak") async throws -> Set<SignatureAlgorithm>
  {
    let known = try #require(KnownProvider.all.first { $0.testDescription == name })
    let played = PlayedProvider(known)
    let base = "https://id.example.org/auth/realms/staff"
    var document: [String: JSONValue] = [
      "issuer": .string(base), "authorization_endpoint": .string(base + "/auth"),
      "token_endpoint": .string(base + "/token"), "jwks_uri": .string(base + "/certs"),
    ]
    document["id_token_signing_alg_values_supported"] = announced
    played.answer("/auth/realms/staff/.well-known/openid-configuration", with: .json(document))
    let provider = known.client(played, secret: Secret("s"))
    let client = try await provider.oauthClient()
    return try #require(try provider.openIDClient(client)).policy.algorithms
  }

  @Test(
    .covers("every provider: ID tokens", "issuer: algorithms of ID tokens"),
    arguments: [
      (["RS256"], [.rs256]), (["ES256", "RS256", "EdDSA"], [.es256, .rs256, .edDSA]),
      (["HS256", "ES256", "none"], [.es256]), (["PS512"], [.ps512]),
      (["ML-DSA-65", "Ed25519"], [.ed25519]),
    ] as [(JSONValue, Set<SignatureAlgorithm>)])
  func `The announced algorithms are accepted, except HMAC, ML-DSA and none`(
    _ announced: JSONValue, _ expected: Set<SignatureAlgorithm>
  ) async throws {
    #expect(try await algorithms(announced) == expected)
  }

  @Test(
    .covers("issuer: algorithms of ID tokens"),
    arguments: [nil, [], ["none"], ["HS256"], ["x"], "RS256", [1]] as [JSONValue?])
  func `Without a usable announced algorithm only RS256 is accepted`(_ announced: JSONValue?) async throws {
    #expect(try await algorithms(announced) == [.rs256])
  }
}
