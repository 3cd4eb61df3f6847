import Foundation
import JOSE
import OAuthCore
import OAuthServerHummingbird
import OAuthTestSupport
import PKCE
import Testing

@testable import PixyConnection
@testable import PixyWire

@Suite(.timeLimit(.minutes(60))) struct DecodeCommandTests {
  private static func claims(_ issuer: String = "https://a.example") -> [String: JSONValue] {
    let now = Int64(Date().timeIntervalSince1970)
    return ["iss": .string(issuer), "sub": "u", "aud": "app", "exp": .integer(now + 86_400), "iat": .integer(now)]
  }

  // Other tools exit with 0 although they failed.
  @Test func `The exit status is 0 for a verified token, or with --unverified`() async throws {
    let key = try SigningKey.generate(.es256, keyID: "k")
    let folder = try TemporaryFolder()
    let jwk = try #require(key.verificationKey.publicJWK)
    let file = try folder.file("key.json", String(decoding: jwk.bytes(), as: UTF8.self))
    let set = try folder.file("set.json", String(decoding: JSONValue.object(["keys": [jwk]]).bytes(), as: UTF8.self))
    let token = try key.sign(Self.claims()).reveal()
    for input in [token, " \(token)\n", "Bearer \(token)"] {
      let right = try await CommandTests.pixy(["decode", "--key-file", file, "--audience", "app"], input: input)
      #expect(right.status == 0 && right.output.contains("VERIFIED") && right.errors.isEmpty, "\(right)")
    }
    #expect(try await CommandTests.pixy(["decode", "--key-file", set], input: token).status == 0)
    let wrong = try await CommandTests.pixy(["decode", "--key-file", file, "--audience", "other"], input: token)
    #expect(wrong.status == 1 && wrong.output.contains("NOT VERIFIED: the aud is wrong"))
    let without = try await CommandTests.pixy(["decode"], input: token)
    #expect(without.status == 1 && without.output.contains("no key was given"))
    let unverified = try await CommandTests.pixy(["decode", "--unverified", "--json"], input: token)
    let members = try #require(try JSONValue(bytes: Array(unverified.output.utf8)).object)
    #expect(unverified.status == 0 && members["verified"] == false && members["claims"]?.object?["sub"] == "u")
    // The signature makes the text a usable token, so it isn't repeated.
    let signature = try #require(token.split(separator: ".").last)
    for outcome in [wrong, without, unverified] { #expect(!outcome.output.contains(signature)) }
  }

  @Test func `An encrypted token is decrypted with the recipient's key, and its content is verified`() async throws {
    let folder = try TemporaryFolder()
    let key = try SigningKey.generate(.es256, keyID: "k")
    let recipient = try DecryptionKey.generate(.ecdhESA256KW)
    let jwk = try #require(key.verificationKey.publicJWK)
    let file = try folder.file("key.json", String(decoding: jwk.bytes(), as: UTF8.self))
    let decryption = try folder.file("private.json", recipient.privateJWK().reveal())
    let signed = try key.sign(Self.claims()).reveal()
    let token = try recipient.encryptionKey.encrypt(
      Array(signed.utf8), with: .ecdhESA256KW, content: .a256GCM, contentType: "JWT")
    let arguments = ["decode", "--key-file", file, "--audience", "app"]
    let right = try await CommandTests.pixy(arguments + ["--decryption-key-file", decryption], input: token)
    #expect(right.status == 0 && right.output.contains("VERIFIED") && right.output.contains("ID token"), "\(right)")
    #expect(right.errors.contains("decrypted"))
    let without = try await CommandTests.pixy(arguments, input: token)
    #expect(without.status == 1 && without.output.contains("--decryption-key-file"), "\(without)")
    let other = try folder.file("other.json", DecryptionKey.generate(.ecdhESA256KW).privateJWK().reveal())
    let wrong = try await CommandTests.pixy(arguments + ["--decryption-key-file", other], input: token)
    #expect(wrong.status != 0 && wrong.errors.contains("cannot be decrypted"), "\(wrong)")
  }

  @Test func `Keys in PEM and secrets verify, and neither replaces the other`() async throws {
    let folder = try TemporaryFolder()
    let secret = "a-client-secret-of-32-bytes-or-more"
    let secretFile = try folder.file("secret", secret)
    let signed = try SigningKey(secret: Secret(secret), algorithm: .hs256).sign(Self.claims()).reveal()
    #expect(try await CommandTests.pixy(["decode", "--secret-file", secretFile], input: signed).status == 0)
    // The issuer is compared without fetching its keys.
    let issuer = ["decode", "--secret-file", secretFile, "--issuer"]
    #expect(try await CommandTests.pixy(issuer + ["https://a.example"], input: signed).status == 0)
    #expect(try await CommandTests.pixy(issuer + ["https://b.example"], input: signed).status == 1)
    let key = try SigningKey.generate(.es256)
    let pem = try folder.file("key.pem", try Self.pem(key))
    let published = try await CommandTests.pixy(["decode", "--key-file", pem], input: signed)
    #expect(published.status == 1 && published.output.contains("not allowed"))
    let right = try await CommandTests.pixy(["decode", "--key-file", pem], input: try key.sign(Self.claims()).reveal())
    #expect(right.status == 0, "\(right)")
  }

  /// Returns the public part of a key on P-256, as OpenSSL writes it (RFC 5480 §2).
  private static func pem(_ key: SigningKey) throws -> String {
    let members = try #require(key.verificationKey.publicJWK?.object)
    let point = try ["x", "y"].flatMap { try Base64URL.decode(#require(members[$0]?.string)) }
    let der: [UInt8] =
      [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
      ] + point
    let text = Data(der).base64EncodedString(options: .lineLength64Characters)
    return "-----BEGIN PUBLIC KEY-----\n\(text)\n-----END PUBLIC KEY-----\n"
  }

  @Test func `The issuer's keys are fetched, and its name is compared`() async throws {
    let folder = try TemporaryFolder()
    try await withEmbeddedServer { embedded in
      let issuer = embedded.issuer
      let server = try await CommandTests.pixy(["discover", issuer.text, "--json"])
      #expect(server.status == 0)
      // Signed with another key, and with the issuer's name as iss.
      let forged = try SigningKey.generate(.es256, keyID: "embedded").sign(Self.claims(issuer.text)).reveal()
      let outcome = try await CommandTests.pixy(
        ["decode", "--issuer", issuer.text, "--trace-file", folder.path + "/t.json"], input: forged)
      #expect(outcome.status == 1 && outcome.output.contains("the signature is wrong"), "\(outcome)")
      let trace = try Trace(bytes: Array(Data(contentsOf: URL(filePath: folder.path + "/t.json"))))
      #expect(trace.events.count == 2)
    }
  }

  @Test(arguments: [
    (["decode"], "", 1), (["decode"], "two words more", 64),
    (["decode", "--unverified", "--issuer", "https://a.example"], "t", 64), (["decode", "--alg", "none"], "t", 64),
    (["decode", "--key-file", "/nowhere/at/all"], "t", 1), (["decode", "--key-file", "-"], "t", 64),
    (["decode", "a.b.c"], "", 64), (["decode"], String(repeating: "a", count: 70_000), 1),
    (["decode", "--issuer", "http://127.0.0.1:1"], "t", 5),
  ])
  func `Wrong usage and unreachable issuers have their exit statuses`(
    _ arguments: [String], _ input: String, _ status: Int
  ) async throws {
    let outcome = try await CommandTests.pixy(arguments, input: input)
    #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome)")
  }

  @Test func `A JWT that was cut off is not called opaque`() throws {
    let token = try SigningKey.generate(.es256).sign(Self.claims()).reveal()
    let parts = token.split(separator: ".")
    for text in [String(parts[0]), "\(parts[0]).\(parts[1])", String(token.prefix(20)), "eyJhbGciOi.x"] {
      let decoded = DecodedToken(Secret(text))
      #expect(decoded.kind == .incomplete, "\(text)")
    }
    #expect(DecodedToken(Secret(token)).kind == .idToken)
    #expect(DecodedToken(Secret("opaque")).kind == .opaque)
  }

  @Test func `The report of a JWT that was cut off says how many parts there are`() async throws {
    let token = try SigningKey.generate(.es256).sign(Self.claims()).reveal()
    let cut = token.split(separator: ".").prefix(2).joined(separator: ".")
    let outcome = try await CommandTests.pixy(["decode"], input: cut)
    #expect(outcome.status == 1 && outcome.output.contains("cut off"), "\(outcome)")
    #expect(outcome.output.contains("NOT VERIFIED: the form is wrong") && outcome.output.contains("this text has 2"))
  }
}
