import Foundation
import JOSE
import OAuthCore
import Subprocess
import Testing

@testable import PixyConnection

/// `--client-key-file` with each kind of key that openssl writes, and without `--client-alg`.
@Suite(.timeLimit(.minutes(60))) struct ClientKeyTests {
  private static func vector(_ id: String) throws -> [String: JSONValue] {
    let text = try Repository.text("Tests/Foundations/JOSETests/Vectors/private-keys.json")
    let vectors = try JSONValue(bytes: Array(text.utf8)).object?["vectors"]?.array ?? []
    return try #require(vectors.compactMap(\.object).first { $0["id"]?.string == id })
  }

  @Test(arguments: [
    ("rsa-pkcs1", "RS256"), ("rsa-pkcs8", "RS256"), ("p384-parameters-sec1", "ES384"), ("p521-pkcs8", "ES512"),
    ("ed25519-pkcs8", "EdDSA"),
  ])
  func `A key file is registered for its own algorithm, and gets tokens with it`(
    _ id: String, _ algorithm: String
  ) async throws {
    let folder = try TemporaryFolder()
    let key = try folder.file("key.pem", try #require(Self.vector(id)["pem"]?.string))
    let (status, said) = try await ServedPixy.running(["--port", "0", "--open-registration"]) { said in
      let issuer = try said.issuer
      let registered = try await CommandTests.pixy([
        "register", issuer, "--grant", "client_credentials", "--client-auth", "private_key_jwt", "--client-key-file",
        key, "--client-key-id", "k", "--member", "response_types=[]", "--scope", "profile",
      ])
      #expect(registered.status == 0, "\(registered.errors)")
      let members = try #require(try JSONValue(bytes: Array(registered.output.utf8)).object)
      #expect(members["token_endpoint_auth_signing_alg"]?.string == algorithm)
      try await Home.with { home in
        let login = try await home.pixy([
          "login", issuer, "--grant", "client_credentials", "--client-id", try #require(members["client_id"]?.string),
          "--client-key-file", key, "--client-key-id", "k", "--scope", "profile",
        ])
        #expect(login.status == 0, "\(login.errors)")
        try await home.age()
        let token = try await home.pixy(["token"])
        #expect(token.status == 0 && token.output.count > 20, "\(token.errors)")
      }
    }
    #expect(status == .exited(0), "\(said.lines)")
  }

  @Test func `The server's announcement decides for RSA, unless the user names an algorithm`() throws {
    var choice = ClientChoice(id: "app", method: .privateKeyJWT)
    choice.key = Secret(try #require(Self.vector("rsa-pkcs8")["pem"]?.string))
    for (announced, named, algorithm) in [
      (nil, nil, SignatureAlgorithm.rs256), (["PS256", "ES256"], nil, .ps256), (["PS256", "RS256"], nil, .rs256),
      (["RS256"], "PS256", .ps256),
    ] as [([String]?, String?, SignatureAlgorithm)] {
      choice.algorithm = named
      #expect(try choice.signingKey(announced: announced)?.algorithm == algorithm)
    }
  }

  @Test func `An encrypted key is named as such, before any request`() async throws {
    let folder = try TemporaryFolder()
    let key = try folder.file("key.pem", try #require(Self.vector("encrypted-pkcs8")["pem"]?.string))
    for command in ["login", "introspect"] {
      let outcome = try await CommandTests.pixy(
        [command, "http://127.0.0.1:1", "--client-id", "app", "--client-key-file", key], input: "token")
      #expect(outcome.status != 0 && outcome.errors.contains("encrypted with a passphrase"), "\(outcome.errors)")
      #expect(outcome.errors.contains("openssl pkey"))
    }
  }

  @Test func `An algorithm that does not fit the key is named in the error`() async throws {
    let folder = try TemporaryFolder()
    let key = try folder.file("key.pem", try #require(Self.vector("p384-sec1")["pem"]?.string))
    let outcome = try await CommandTests.pixy([
      "register", "http://127.0.0.1:1", "--grant", "client_credentials", "--client-key-file", key, "--client-alg",
      "ES256",
    ])
    #expect(outcome.status != 0 && outcome.errors.contains("cannot sign with ES256"), "\(outcome.errors)")
  }
}
