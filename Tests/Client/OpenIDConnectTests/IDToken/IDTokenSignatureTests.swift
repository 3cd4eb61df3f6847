internal import PKCE
import Evidence
import JOSE
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

@Suite(.covers("OpenID Core §2")) struct IDTokenSignatureTests {
  private func failure(
    _ token: Secret, _ keys: JSONWebKeySet, _ policy: IDTokenPolicy
  ) -> IDTokenError? {
    do throws(IDTokenError) {
      _ = try policy.idToken(
        token, signedBy: keys, expecting: IDTokenExpectations(nonce: Fixture.nonce), now: Fixture.now)
      return nil
    } catch {
      return error
    }
  }

  @Test(.covers("RP basic: oidcc-client-test-idtoken-sig-rs256"), arguments: SignatureAlgorithm.asymmetric)
  func `A token that is signed with an allowed algorithm is accepted`(algorithm: SignatureAlgorithm) throws {
    let key = try Fixture.key(algorithm)
    let token = try key.sign(Fixture.claims())
    #expect(failure(token, Fixture.published(key), try Fixture.policy([algorithm])) == nil)
  }

  // OpenID Connect Core §3.1.3.7: the default is RS256.
  @Test(.covers("RP FAPI2: test-invalid-alternate-alg", "CVE-2026-48523"))
  func `By default only RS256 is accepted`() throws {
    let policy = IDTokenPolicy(issuer: .exactly(try Issuer(Fixture.issuer)), clientID: "app")
    for algorithm in SignatureAlgorithm.asymmetric {
      let key = try Fixture.key(algorithm)
      let failure = failure(try key.sign(Fixture.claims()), Fixture.published(key), policy)
      let expected: IDTokenError? =
        algorithm == .rs256 ? nil : .notVerified(.algorithmNotAllowed(UntrustedText(algorithm.rawValue)))
      #expect(failure == expected)
    }
  }

  @Test(
    .covers("RP basic: oidcc-client-test-idtoken-sig-none", "RP FAPI2: test-invalid-null-alg"),
    arguments: ["none", "None", "NONE", "nOnE", ""])
  func `An unsigned token is rejected in every spelling of none`(name: String) throws {
    let header = JSONValue.object(["alg": .string(name)])
    let payload = JSONValue.object(Fixture.claims())
    let input = Base64URL.encode(header.bytes()) + "." + Base64URL.encode(payload.bytes()) + "."
    let policy = try Fixture.policy(Set(SignatureAlgorithm.allCases))
    let failure = failure(Secret(input), Fixture.published(try Fixture.key()), policy)
    #expect(failure == .notVerified(.algorithmNotAllowed(UntrustedText(name))))
  }

  @Test(.covers("RP basic: oidcc-client-test-invalid-sig-rs256", "CVE-2024-51744"))
  func `A signature by another key and a changed payload are rejected`() throws {
    let key = try Fixture.key(.rs256)
    let stranger = try SigningKey.generate(.rs256, keyID: key.keyID)
    let policy = try Fixture.policy([.rs256])
    let forged = try stranger.sign(Fixture.claims())
    #expect(failure(forged, Fixture.published(key), policy) == .notVerified(.invalidSignature))
    // An expired token with a wrong signature is a forgery, not an expired token.
    let late = try stranger.sign(Fixture.claims(["exp": 1, "iat": 1]))
    #expect(failure(late, Fixture.published(key), policy) == .notVerified(.invalidSignature))
    let parts = try key.sign(Fixture.claims()).reveal().split(separator: ".")
    let payload = Base64URL.encode(JSONValue.object(Fixture.claims(["sub": "root"])).bytes())
    let changed = Secret("\(parts[0]).\(payload).\(parts[2])")
    #expect(failure(changed, Fixture.published(key), policy) == .notVerified(.invalidSignature))
  }

  @Test(
    .covers(
      "RP basic: oidcc-client-test-kid-absent-single-jwks", "RP basic: oidcc-client-test-kid-absent-multiple-jwks"))
  func `A token without kid is accepted if any of the keys fits`() throws {
    let key = try SigningKey.generate(.es256)
    let token = try key.sign(Fixture.claims())
    let policy = try Fixture.policy()
    #expect(failure(token, Fixture.published(key), policy) == nil)
    #expect(failure(token, Fixture.published(try Fixture.key(), key), policy) == nil)
    #expect(failure(token, Fixture.published(try Fixture.key()), policy) == .notVerified(.invalidSignature))
  }

  @Test func `HS256 is verified with the client secret, never with a published key, and only if it is allowed`() throws
  {
    let secret = Secret("client-secret-of-more-than-32-bytes")
    let key = try SigningKey(secret: secret, algorithm: .hs256)
    let token = try key.sign(Fixture.claims())
    var policy = try Fixture.policy([.hs256, .es256])
    policy.clientSecret = secret
    #expect(failure(token, JSONWebKeySet([]), policy) == nil)
    policy.trustedAudiences = ["other"]
    let several = try key.sign(Fixture.claims(["aud": ["app", "other"], "azp": "app"]))
    #expect(failure(several, JSONWebKeySet([]), policy) == .claims(.malformed("aud")))
    policy.clientSecret = nil
    // A key set that publishes the secret, or a public key as a secret, makes no difference.
    let published = JSONWebKeySet([key.verificationKey])
    #expect(failure(token, published, policy) == .notVerified(.noMatchingKey(keyID: nil)))
    policy.clientSecret = secret
    policy.algorithms = [.es256]
    #expect(failure(token, published, policy) == .notVerified(.algorithmNotAllowed(UntrustedText("HS256"))))
  }

  @Test(arguments: ["logout+jwt", "at+jwt", "application/AT+JWT", "dpop+jwt", "oauth-authz-req+jwt"])
  func `A JWT of another type isn't accepted as an ID token`(type: String) {
    #expect(
      Fixture.failure(Fixture.claims(), type: type) == .notVerified(.wrongType(UntrustedText(type))))
  }

  @Test(arguments: ["JWT", "jwt", nil])
  func `The types that servers give ID tokens are accepted`(type: String?) {
    #expect(Fixture.failure(Fixture.claims(), type: type) == nil)
  }

  @Test func `Damaged tokens are rejected without a crash`() throws {
    let key = try Fixture.key()
    let token = Array(try key.sign(Fixture.claims()).reveal().utf8)
    let random = SeededRandomSource(seed: 7)
    let policy = try Fixture.policy()
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+ \u{0}".utf8)
    for _ in 0..<1_500 {
      var damaged = token
      let picks = random.bytes(4).map(Int.init)
      let index = (picks[0] * 256 + picks[1]) % damaged.count
      switch picks[2] % 3 {
      case 0:
        let replacement = alphabet[picks[3] % alphabet.count]
        guard damaged[index] != replacement else { continue }
        damaged[index] = replacement
      case 1: damaged.remove(at: index)
      default: damaged.insert(alphabet[picks[3] % alphabet.count], at: index)
      }
      let text = String(decoding: damaged, as: UTF8.self)
      #expect(failure(Secret(text), Fixture.published(key), policy) != nil, "\(text)")
    }
  }

  @Test func `Claims with any value are accepted or rejected without a crash`() throws {
    let random = SeededRandomSource(seed: 11)
    let values: [JSONValue] = [
      .null, true, false, 0, -1, .integer(.max), .number(1e308), .number(-1.5), "", "x", .string("\u{0}\u{202E}"), [],
      [[]], ["app"], [1], .object([:]), ["a": ["b": []]], 1_800_000_100, "app", .string(Fixture.issuer),
    ]
    let names = ["iss", "sub", "aud", "exp", "iat", "nbf", "nonce", "auth_time", "acr", "amr", "azp", "sid", "at_hash"]
    for _ in 0..<400 {
      let picks = random.bytes(4).map(Int.init)
      var changes: [String: JSONValue?] = [names[picks[0] % names.count]: values[picks[1] % values.count]]
      changes[names[picks[2] % names.count]] = values[picks[3] % values.count]
      do {
        let token = try Fixture.check(Fixture.claims(changes))
        #expect(token.issuer == Fixture.issuer && token.audience.contains("app"))
      } catch {
        #expect(error is IDTokenError, "\(changes)")
      }
    }
  }
}
