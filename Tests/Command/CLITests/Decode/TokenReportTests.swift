import Foundation
import JOSE
import OAuthCore
import Testing

@testable import PixyConnection

@Suite struct TokenReportTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let idToken: [String: JSONValue] = [
    "iss": "https://a.example", "sub": "user-1", "aud": "app", "exp": 1_800_000_600, "iat": 1_799_999_990,
  ]

  private static func report(
    _ token: Secret, _ verification: TokenVerification = TokenVerification(keys: .none)
  ) async throws -> TokenReport {
    let decoded = DecodedToken(token)
    return TokenReport(
      decoded: decoded, checks: try await verification.checks(of: token, decoded, now: now), now: now)
  }

  private static func verification(_ key: SigningKey) throws -> TokenVerification {
    TokenVerification(keys: .given(JSONWebKeySet([key.verificationKey])))
  }

  private static let kinds: [(String?, [String: JSONValue], TokenKind)] = [
    (nil, idToken, .idToken), ("JWT", idToken, .idToken), ("at+jwt", idToken, .accessToken),
    ("application/AT+JWT", idToken, .accessToken), ("dpop+jwt", ["htm": "GET"], .dpopProof),
    ("JWT", ["htm": "GET", "htu": "https://a.example"], .dpopProof), ("logout+jwt", idToken, .logoutToken),
    (
      "JWT",
      idToken.merging(["events": ["http://schemas.openid.net/event/backchannel-logout": [:]]]) { $1 }, .logoutToken
    ),
    ("secevent+jwt", [:], .securityEvent), ("oauth-authz-req+jwt", [:], .requestObject),
    (nil, ["response_type": "code", "client_id": "a"], .requestObject),
    ("JWT", idToken.merging(["scope": "a"]) { $1 }, .privateAccessToken),
    ("JWT", ["iss": "app", "sub": "app", "aud": "https://a.example"], .clientAssertion),
    ("token-introspection+jwt", [:], .introspectionAnswer), (nil, ["hello": "world"], .jwt),
  ]

  @Test(arguments: kinds)
  func `The kind follows from typ and claims`(
    _ type: String?, _ claims: [String: JSONValue], _ kind: TokenKind
  ) throws {
    #expect(DecodedToken(try SigningKey.generate(.es256).sign(claims, type: type)).kind == kind)
  }

  @Test(arguments: [
    "", "abc", "a.b.c", "gho_16C7e42F292c6912E7710c838347Ae178B4a", ".....", "ey..", "é.é.é",
  ])
  func `Text that isn't a JWT is reported as opaque`(_ text: String) async throws {
    let report = try await Self.report(Secret(text))
    #expect(report.decoded.kind == .opaque && !report.isVerified)
    #expect(report.lines[0].contains("pixy introspect"))
  }

  @Test func `An encrypted token is reported as encrypted`() async throws {
    let header = Data(#"{"alg":"RSA-OAEP-256","enc":"A256GCM"}"#.utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    let report = try await Self.report(Secret(header + ".a.b.c.d"))
    #expect(report.decoded.kind == .encrypted && !report.isVerified)
    #expect(report.lines.contains { $0.contains("A256GCM") })
  }

  @Test func `A token with the right key, audience and times is verified`() async throws {
    let key = try SigningKey.generate(.es256, keyID: "k1")
    var verification = try Self.verification(key)
    verification.issuer = try Issuer("https://a.example")
    verification.audience = ["other", "app"]
    let report = try await Self.report(try key.sign(Self.idToken), verification)
    #expect(report.isVerified && report.verdict == "VERIFIED")
    #expect(report.checks.allSatisfy { $0.outcome == .passed } && report.checks.count == 4)
    let members = try #require(report.json.object)
    #expect(members["version"] == 1 && members["verified"] == true && members["kind"] == "id_token")
    let text = report.lines.joined(separator: "\n")
    #expect(text.contains("exp  1800000600  (2027-01-15T08:10:00Z, in 10 minutes)"))
    #expect(text.contains("iat  1799999990  (2027-01-15T07:59:50Z, 10 seconds ago)"))
  }

  private static let key: SigningKey? = try? SigningKey.generate(.es256)

  // Other clients don't verify the signature of ID tokens.
  @Test func `Each failed check is named, and the token isn't verified`() async throws {
    let key = try #require(Self.key)
    let other = try SigningKey.generate(.es256)
    let right = try Self.verification(key)
    var (issuer, audience, algorithm) = (right, right, right)
    issuer.issuer = try Issuer("https://b.example")
    audience.audience = ["other"]
    algorithm.algorithms = [.rs256]
    let token = try key.sign(Self.idToken)
    let parts = token.reveal().split(separator: ".").map(String.init)
    let changed = try other.sign(Self.idToken.merging(["sub": "root"]) { $1 }).reveal().split(separator: ".")[1]
    let unsigned = Data(#"{"alg":"none"}"#.utf8).base64EncodedString().replacing("=", with: "")
    let cases: [(Secret, TokenVerification, String, String)] = [
      (token, try Self.verification(other), "signature", "signature"),
      (Secret("\(parts[0]).\(changed).\(parts[2])"), right, "signature", "signature of the token is wrong"),
      (Secret("\(unsigned).\(parts[1])."), right, "signature", "none"),
      (token, algorithm, "signature", "not allowed"), (token, issuer, "iss", "a.example"),
      (token, audience, "aud", "different recipient"),
      (
        try key.sign(Self.idToken.merging(["exp": 1_799_999_000]) { $1 }), right, "times",
        "expired 16 minutes 40 seconds ago"
      ),
      (
        try key.sign(Self.idToken.merging(["nbf": 1_800_000_100]) { $1 }), right, "times",
        "valid only in 1 minute 40 seconds"
      ),
      (try key.sign(Self.idToken.merging(["exp": "soon"]) { $1 }), right, "times", "exp"),
      (try key.sign(Self.idToken, header: ["crit": ["x"]]), right, "signature", "extension"),
    ]
    for (token, verification, name, words) in cases {
      let report = try await Self.report(token, verification)
      let failed = report.checks.filter { $0.outcome == .failed }
      #expect(
        !report.isVerified && failed.map(\.name) == [name] && failed.first?.text.contains(words) == true, "\(failed)")
      #expect(report.verdict.contains(name))
    }
  }

  @Test func `Without a key no token is verified`() async throws {
    let report = try await Self.report(try SigningKey.generate(.es256).sign(Self.idToken))
    #expect(!report.isVerified && report.checks.first?.outcome == .notDone)
    #expect(report.verdict == "NOT VERIFIED: without a signature check, anyone could have written this.")
  }

  @Test func `A DPoP proof is verified with its own key only`() async throws {
    let key = try SigningKey.generate(.es256)
    let claims: [String: JSONValue] = ["htm": "POST", "htu": "https://a.example/t", "jti": "1", "iat": 1_800_000_000]
    let jwk = try #require(key.verificationKey.publicJWK)
    let proof = try key.sign(claims, type: "dpop+jwt", header: ["jwk": jwk])
    let right = try await Self.report(proof)
    #expect(right.isVerified && right.checks[0].text.contains(key.verificationKey.thumbprint))
    let foreign = try SigningKey.generate(.es256).sign(claims, type: "dpop+jwt", header: ["jwk": jwk])
    #expect(try await !Self.report(foreign).isVerified)
    #expect(try await !Self.report(try key.sign(claims, type: "dpop+jwt")).isVerified)
    let secret = try #require(try JSONValue(bytes: Array(key.privateJWK().reveal().utf8)).object)
    let leaked = try await Self.report(try key.sign(claims, type: "dpop+jwt", header: ["jwk": .object(secret)]))
    #expect(!leaked.isVerified && leaked.checks[0].text.contains("private key"))
  }

  // Anyone can create a proof with any claims. A given key, issuer or audience requires more.
  @Test func `A proof's own key doesn't replace a given key, issuer or audience`() async throws {
    let key = try SigningKey.generate(.es256)
    let jwk = try #require(key.verificationKey.publicJWK)
    let forged = try key.sign(Self.idToken, type: "dpop+jwt", header: ["jwk": jwk])
    let good = try SigningKey.generate(.es256)
    var (issuer, audience) = (TokenVerification(keys: .none), TokenVerification(keys: .none))
    issuer.issuer = try Issuer("https://a.example")
    audience.audience = ["app"]
    let secret = TokenVerification(
      keys: .given(JSONWebKeySet([JSONWebKey(secret: Secret("a-client-secret-of-32-bytes-or-more"))])),
      algorithms: [.hs256])
    for verification in [try Self.verification(good), issuer, audience, secret] {
      let report = try await Self.report(forged, verification)
      #expect(!report.isVerified && report.decoded.kind == .dpopProof, "\(report.checks)")
    }
    // The proof's own key may also be given as the key.
    #expect(try await Self.report(forged, try Self.verification(key)).isVerified)
  }

  @Test func `The text in a token can't control a terminal`() async throws {
    let token = try SigningKey.generate(.es256).sign(["na\u{1B}[2Jme": "va\u{7}l\u{202E}ue", "exp": .number(1e300)])
    let report = try await Self.report(token)
    let text = report.lines.joined()
    #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{202E}"].contains($0) })
  }
}
