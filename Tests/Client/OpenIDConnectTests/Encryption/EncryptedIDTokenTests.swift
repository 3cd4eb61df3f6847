import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import OpenIDConnect
import Testing
import TokenStorage

/// Encrypted ID tokens (OpenID Connect Core §2, §3.1.3.7, §10.2).
@Suite(.covers("OpenID Core §3.1.3.7"), .timeLimit(.minutes(60))) struct EncryptedIDTokenTests {
  /// A client that registered for encryption, at an issuer that encrypts for it.
  private func client(_ recipient: Recipient, at issuer: TestIssuer) throws -> OpenIDClient {
    issuer.change { $0.encrypt = { try recipient.encrypt($0) } }
    var client = try issuer.client()
    client.policy.decryption = recipient.decryption
    return client
  }

  private func failure(_ client: OpenIDClient, _ issuer: TestIssuer) async throws -> IDTokenError? {
    do {
      _ = try await client.signIn(with: issuer)
      return nil
    } catch let error as IDTokenError {
      return error
    }
  }

  @Test(arguments: KeyManagementAlgorithm.allCases, ContentEncryptionAlgorithm.allCases)
  func `An encrypted ID token is decrypted and then verified, and its content is what is stored`(
    algorithm: KeyManagementAlgorithm, content: ContentEncryptionAlgorithm
  ) async throws {
    let issuer = try TestIssuer()
    let client = try client(Recipient(algorithm, content), at: issuer)
    let signedIn = try await client.signIn(with: issuer)
    #expect(signedIn.idToken.subject == "248289761001")
    // Core §2: the hint of a sign-out is the signed token, which any client or server can read.
    let compact = signedIn.idToken.compact
    #expect(throws: Never.self) { try JSONWebSignature(compact: compact.reveal()) }
    #expect(signedIn.tokens.additionalMembers["id_token"] == .string(compact.reveal()))
    #expect(try client.beginLogout(of: signedIn.idToken).url.contains(compact.reveal()))
  }

  @Test func `Without a key an encrypted ID token is rejected`() async throws {
    let issuer = try TestIssuer()
    var client = try client(Recipient(), at: issuer)
    client.policy.decryption = nil
    #expect(try await failure(client, issuer) == .notVerified(.encrypted))
  }

  // Core §3.1.3.7, 1.
  @Test func `After a registration for encryption, an ID token that isn't encrypted is rejected`() async throws {
    let issuer = try TestIssuer()
    let client = try client(Recipient(), at: issuer)
    issuer.change { $0.encrypt = { $0.reveal() } }
    #expect(try await failure(client, issuer) == .notDecrypted(.notCompact))
  }

  @Test func `Only the registered algorithms and keys decrypt`() async throws {
    let issuer = try TestIssuer()
    let recipient = try Recipient(.ecdhESA256KW, .a256GCM)
    var client = try client(recipient, at: issuer)
    client.policy.decryption?.algorithms = [.ecdhES]
    #expect(
      try await failure(client, issuer) == .notDecrypted(.algorithmNotAllowed(UntrustedText("ECDH-ES+A256KW"))))
    client.policy.decryption = recipient.decryption
    client.policy.decryption?.contentAlgorithms = [.a128CBCHS256]
    #expect(try await failure(client, issuer) == .notDecrypted(.algorithmNotAllowed(UntrustedText("A256GCM"))))
    client.policy.decryption?.contentAlgorithms = [.a256GCM]
    client.policy.decryption?.keys = [try DecryptionKey.generate(.ecdhESA256KW)]
    #expect(try await failure(client, issuer) == .notDecrypted(.notDecrypted))
    client.policy.decryption?.keys = [try DecryptionKey.generate(.ecdhESA256KW, keyID: "another")]
    let keyID = try #require(recipient.key.keyID)
    #expect(try await failure(client, issuer) == .notDecrypted(.noMatchingKey(keyID: UntrustedText(keyID))))
    // While a key is replaced, the client has both.
    client.policy.decryption?.keys.append(recipient.key)
    #expect(try await failure(client, issuer) == nil)
  }

  // Every party can encrypt for the client, so the signature and the claims decide.
  @Test(.covers("rfc8725bis §3.3", "CVE-2026-29000", "CVE-2023-51774"))
  func `An encrypted token is checked like any other`() async throws {
    let issuer = try TestIssuer()
    let recipient = try Recipient()
    let client = try client(recipient, at: issuer)
    issuer.change { $0.changes = ["nonce": "another"] }
    #expect(try await failure(client, issuer) == .wrongNonce)
    issuer.change { $0.changes = ["aud": "another"] }
    #expect(try await failure(client, issuer) == .claims(.wrongAudience))
    issuer.change { $0.changes = [:] }
    let stranger = try SigningKey.generate(.rs256, keyID: Fixture.key(.rs256).keyID)
    issuer.change { $0.encrypt = { _ in try recipient.encrypt(stranger.sign(Fixture.claims())) } }
    #expect(try await failure(client, issuer) == .notVerified(.invalidSignature))
    // A JSON object alone, an encrypted token in an encrypted one, and an access token.
    issuer.change {
      $0.encrypt = { _ in
        try recipient.encrypt(Secret(String(decoding: JSONValue.object(Fixture.claims()).bytes(), as: UTF8.self)))
      }
    }
    #expect(try await failure(client, issuer) == .notVerified(.notCompact))
    issuer.change { $0.encrypt = { try recipient.encrypt(Secret(recipient.encrypt($0))) } }
    #expect(try await failure(client, issuer) == .notVerified(.encrypted))
    let key = try Fixture.key(.rs256)
    issuer.change { $0.encrypt = { _ in try recipient.encrypt(key.sign(Fixture.claims(), type: "at+jwt")) } }
    #expect(try await failure(client, issuer) == .notVerified(.wrongType(UntrustedText("at+jwt"))))
  }

  @Test func `The tokens of the device grant have the decrypted ID token`() async throws {
    let issuer = try TestIssuer()
    let recipient = try Recipient()
    let client = try client(recipient, at: issuer)
    let signedIn = try await client.verify(try await client.client.clientCredentials())
    #expect(signedIn.tokens.additionalMembers["id_token"] == .string(signedIn.idToken.compact.reveal()))
  }

  /// Both what a sign-in returns, and an answer that a program stored as it came.
  @Test(arguments: [true, false])
  func `A session continues from an encrypted ID token, and stores the next one decrypted`(
    isDecrypted: Bool
  ) async throws {
    let issuer = try TestIssuer()
    let recipient = try Recipient()
    let client = try client(recipient, at: issuer)
    let account = try Account(provider: Fixture.issuer, name: "ada")
    let store: any TokenStore = MemoryTokenStore()
    let session = TokenSession(
      account: account, client: client.client, store: store, verifier: client,
      monotonic: issuer.clock.monotonicClock)
    let signedIn = try await client.signIn(with: issuer)
    var stored = try StoredTokens(signedIn.tokens)
    if !isDecrypted {
      stored.additionalMembers["id_token"] = .string(try recipient.encrypt(signedIn.idToken.compact))
    }
    try await store.save(stored, for: account)
    issuer.clock.advance(by: .seconds(3_600))
    issuer.change { $0.answerChanges = ["access_token": "at-2", "refresh_token": "rt-2"] }
    #expect(try await session.accessToken() == Secret("at-2"))
    let next = try #require(try await store.tokens(for: account)?.additionalMembers["id_token"]?.string)
    #expect(next != signedIn.idToken.compact.reveal())
    #expect(throws: Never.self) { try JSONWebSignature(compact: next) }
    // Another user's is rejected, and the new refresh token is stored.
    issuer.clock.advance(by: .seconds(3_600))
    issuer.change {
      $0.answerChanges = ["access_token": "at-3", "refresh_token": "rt-3"]
      $0.changes = ["sub": "another"]
    }
    do {
      _ = try await session.accessToken()
      Issue.record("an access token of another user was returned")
    } catch TokenSessionError.unacceptable(let cause) {
      #expect(cause as? IDTokenError == .changedByRefresh("sub"))
    }
    #expect(try await store.tokens(for: account)?.refreshToken == Secret("rt-3"))
  }
}
