import Evidence
import JOSE
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthProviders

/// The client secret that Apple requires.
@Suite struct AppleClientSecretTests {
  private let now = ManualClock().now
  private static let seconds: Int64 = 1_800_000_000

  private func claims(_ lifetime: Duration?) throws -> [String: JSONValue] {
    let key = try SigningKey.generate(.es256, keyID: "ABC123DEFG")
    let secret =
      if let lifetime {
        try AppleClientSecret.make(
          clientID: "org.calculators.web", teamID: "DEF123GHIJ", key: key, now: now, lifetime: lifetime)
      } else {
        try AppleClientSecret.make(clientID: "org.calculators.web", teamID: "DEF123GHIJ", key: key, now: now)
      }
    let signature = try JSONWebSignature(compact: secret.reveal())
    #expect(signature.header.algorithm == "ES256" && signature.header.keyID == "ABC123DEFG")
    let verified = try signature.verified(by: JSONWebKeySet([key.verificationKey]), allowing: [.es256])
    return try #require(JSONValue(bytes: verified.payload).object)
  }

  @Test(.covers("Apple: the secret is a JWT")) func `It is a JWT with five claims, signed by the team's key`() throws {
    #expect(
      try claims(nil) == [
        "iss": "DEF123GHIJ", "sub": "org.calculators.web", "aud": "https://appleid.apple.com",
        "iat": .integer(Self.seconds), "exp": .integer(Self.seconds + 15_777_000),
      ])
  }

  @Test(
    .covers("Apple: the secret is a JWT"),
    arguments: [
      (Duration.seconds(60), 60), (.seconds(15_777_000), 15_777_000), (.seconds(15_777_001), 15_777_000),
      (.seconds(Int64.max), 15_777_000), (.milliseconds(1_999), 1),
    ] as [(Duration, Int64)])
  func `It never lives longer than Apple accepts`(_ lifetime: Duration, _ expected: Int64) throws {
    #expect(try claims(lifetime)["exp"] == .integer(Self.seconds + expected))
  }

  @Test(arguments: [SignatureAlgorithm.es384, .edDSA])
  func `Another type of key is rejected`(_ algorithm: SignatureAlgorithm) throws {
    let key = try SigningKey.generate(algorithm, keyID: "ABC123DEFG")
    #expect(throws: JSONWebKeyError.notAPrivateKey) {
      try AppleClientSecret.make(clientID: "c", teamID: "t", key: key, now: now)
    }
  }

  @Test func `A key without an ID is rejected, because Apple couldn't find it`() throws {
    let key = try SigningKey.generate(.es256)
    #expect(throws: JSONWebKeyError.notAPrivateKey) {
      try AppleClientSecret.make(clientID: "c", teamID: "t", key: key, now: now)
    }
  }
}
