import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

@Suite(.covers("OpenID Core §10.1.1")) struct KeyRotationTests {
  @Test(
    .covers(
      "RP config: oidcc-client-test-signing-key-rotation",
      "RP config: oidcc-client-test-signing-key-rotation-just-before-signing"))
  func `A token that is signed with a new key causes a new fetch of the keys`() async throws {
    let issuer = try TestIssuer(.es256)
    let client = try issuer.client(algorithms: [.es256])
    _ = try await client.signIn(with: issuer)
    _ = try await client.signIn(with: issuer)
    #expect(issuer.paths.filter { $0 == "/jwks" }.count == 1)
    issuer.clock.advance(by: .seconds(60))
    let new = try SigningKey.generate(.es256, keyID: "new")
    issuer.change {
      $0.key = new
      $0.published = JSONWebKeySet([new.verificationKey])
    }
    #expect(try await client.signIn(with: issuer).idToken.subject == "248289761001")
    #expect(issuer.paths.filter { $0 == "/jwks" }.count == 2)
  }

  @Test func `Tokens with unknown keys don't cause endless fetches`() async throws {
    let issuer = try TestIssuer(.es256)
    let client = try issuer.client(algorithms: [.es256])
    _ = try await client.signIn(with: issuer)
    issuer.clock.advance(by: .seconds(60))
    let unknown = try SigningKey.generate(.es256, keyID: "unknown")
    issuer.change { $0.key = unknown }
    for _ in 0..<5 {
      await #expect(throws: IDTokenError.notVerified(.noMatchingKey(keyID: UntrustedText("unknown")))) {
        try await client.signIn(with: issuer)
      }
    }
    #expect(issuer.paths.filter { $0 == "/jwks" }.count == 2)
  }

  // Some clients reject a whole JWK Set because of one unknown key.
  @Test func `Unusable keys don't affect usable ones`() async throws {
    let issuer = try TestIssuer(.es256)
    let key = try #require(try Fixture.key(.es256).verificationKey.publicJWK)
    issuer.change { $0.keysAnswer = .json(["keys": [["kty": "XYZ"], 7, ["kty": "EC", "crv": "P-256"], key]]) }
    _ = try await issuer.client(algorithms: [.es256]).signIn(with: issuer)
  }

  @Test func `A sign-in fails if the keys can't be fetched`() async throws {
    let issuer = try TestIssuer(.es256)
    let client = try issuer.client(algorithms: [.es256])
    issuer.change { $0.keysAnswer = .json([:], status: .serviceUnavailable) }
    await #expect(throws: RemoteKeySetError.self) { try await client.signIn(with: issuer) }
    issuer.change { $0.keysAnswer = .text("<html>") }
    await #expect(throws: RemoteKeySetError.self) { try await client.signIn(with: issuer) }
    issuer.change { $0.keysAnswer = nil }
    _ = try await client.signIn(with: issuer)
  }
}
