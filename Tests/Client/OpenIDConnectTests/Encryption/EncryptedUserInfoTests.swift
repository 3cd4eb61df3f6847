import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

/// Encrypted UserInfo answers (OpenID Connect Core §5.3.2, §5.3.4).
@Suite(.covers("OpenID Core §3.1.3.7")) struct EncryptedUserInfoTests {
  private static let claims: [String: JSONValue] = ["sub": "248289761001", "name": "Ada"]

  private static func json(_ claims: [String: JSONValue]) -> Secret {
    Secret(String(decoding: JSONValue.object(claims).bytes(), as: UTF8.self))
  }

  private func read(
    _ answer: String, _ recipient: Recipient?, signedWith algorithms: Set<SignatureAlgorithm> = []
  ) async throws -> UserInfo {
    let issuer = try TestIssuer()
    issuer.change { $0.userInfo = .text(answer, contentType: "application/jwt") }
    var client = try issuer.client()
    client.userInfoAlgorithms = algorithms
    client.userInfoDecryption = recipient?.decryption
    return try await client.userInfo(Secret("at"), of: "248289761001")
  }

  private func failure(
    _ answer: String, _ recipient: Recipient?, signedWith algorithms: Set<SignatureAlgorithm> = []
  ) async throws -> UserInfoError? {
    do {
      _ = try await read(answer, recipient, signedWith: algorithms)
      return nil
    } catch let error as UserInfoError {
      return error
    }
  }

  @Test func `An answer is encrypted, or signed and then encrypted`() async throws {
    let recipient = try Recipient()
    let plain = try await read(recipient.encrypt(Self.json(Self.claims), contentType: nil), recipient)
    #expect(plain.standardClaims.name == "Ada" && !plain.isSigned)
    let signed = try Fixture.key(.rs256).sign(Self.claims)
    let nested = try await read(recipient.encrypt(signed), recipient, signedWith: [.rs256])
    #expect(nested.standardClaims.name == "Ada" && nested.isSigned)
  }

  // TLS protects an answer that isn't encrypted, so nothing is gained by rejecting it.
  @Test func `An answer that isn't encrypted is read too`() async throws {
    let signed = try Fixture.key(.rs256).sign(Self.claims)
    #expect(try await read(signed.reveal(), Recipient()).isSigned)
    let issuer = try TestIssuer()
    var client = try issuer.client()
    client.userInfoDecryption = try Recipient().decryption
    #expect(try await client.userInfo(Secret("at"), of: "248289761001").standardClaims.name == "Ada")
  }

  @Test func `Encryption replaces neither the signature nor the check of the user`() async throws {
    let recipient = try Recipient()
    let unsigned = try recipient.encrypt(Self.json(Self.claims), contentType: nil)
    #expect(try await failure(unsigned, recipient, signedWith: [.rs256]) == .notSigned)
    let another = try recipient.encrypt(Self.json(["sub": "another"]), contentType: nil)
    #expect(try await failure(another, recipient) == .wrongSubject)
    let forged = try recipient.encrypt(SigningKey.generate(.rs256).sign(Self.claims))
    #expect(try await failure(forged, recipient) == .notVerified(.invalidSignature))
    let malformed = try recipient.encrypt(Secret("{"), contentType: nil)
    #expect(try await failure(malformed, recipient) == .malformed)
  }

  @Test func `An answer that can't be decrypted is rejected`() async throws {
    let recipient = try Recipient()
    let encrypted = try recipient.encrypt(Self.json(Self.claims), contentType: nil)
    #expect(try await failure(encrypted, nil) == .notVerified(.encrypted))
    #expect(
      try await failure(encrypted, Recipient(.ecdhES))
        == .notDecrypted(.algorithmNotAllowed(UntrustedText("ECDH-ES+A256KW"))))
    #expect(try await failure("a.b.c.d.e", recipient) == .notDecrypted(.malformed))
  }
}
