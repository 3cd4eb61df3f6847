import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthLookAlikes
import OAuthServerHummingbird
import Subprocess
import TestSurroundings
import Testing

@testable import PixyServe

/// `pixy serve` with client certificates, DPoP nonces and pairwise subjects.
@Suite(.timeLimit(.minutes(60))) struct ServeBindingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func add(_ arguments: [String], metadata: String = "{}") async throws -> CommandTests.Outcome {
    try await CommandTests.pixy(
      [
        "serve", "client", "add", "--database", folder.database, "--metadata-file",
        try folder.file("client.json", metadata),
      ]
        + arguments)
  }

  private func discover(_ said: ServedPixy.Said, _ transport: any HTTPTransport) async throws
    -> AuthorizationServerMetadata
  {
    try await AuthorizationServerMetadata.discover(try Issuer(try said.issuer), through: transport)
  }

  private var tls: [String] {
    get throws {
      [
        "--port", "0", "--database", folder.database,
        "--tls-certificate", try folder.file("certificate.pem", TestCertificates.server),
        "--tls-key", try folder.file("key.pem", TestCertificates.serverKey),
      ]
    }
  }

  // RFC 8705 §2.1, §3.
  @Test func `A client authenticates with a certificate of the authority, and its tokens are bound to the certificate`()
    async throws
  {
    let added = try await add(
      ["--id", "bank", "--grant", "client_credentials", "--scope", "profile"],
      metadata: #"""
        {"token_endpoint_auth_method": "tls_client_auth", "tls_client_auth_subject_dn": "CN=client",
         "tls_client_certificate_bound_access_tokens": true}
        """#)
    #expect(added.status == 0, "\(added.errors)")
    let authority = try folder.file("authority.pem", TestCertificates.authority)
    _ = try await ServedPixy.running(try tls + ["--set", "tls.client_authorities=\(authority)"]) { said in
      let certificate = try ClientCertificate(
        certificates: TestCertificates.client, privateKey: Secret(TestCertificates.clientKey))
      let showing = try AsyncHTTPClientTransport(
        clientCertificate: certificate, trustingOnly: TestCertificates.authority)
      // The certificate is optional.
      let hiding = try AsyncHTTPClientTransport(clientCertificate: nil, trustingOnly: TestCertificates.authority)
      let server = try await discover(said, hiding)
      #expect(server.members["tls_client_certificate_bound_access_tokens"] == true)
      func client(_ transport: any HTTPTransport) -> OAuthClient {
        OAuthClient(id: "bank", authentication: .tlsClientAuth, server: server, transport: transport)
      }
      let token = try await client(showing).clientCredentials(scope: Scope(["profile"])).accessToken
      await #expect(throws: EndpointError.self) {
        try await client(hiding).clientCredentials(scope: Scope(["profile"]))
      }
      guard case .active(let known) = try await client(showing).introspect(token) else {
        Issue.record("the token is good")
        return
      }
      #expect(known.certificateThumbprint != nil)
    }
  }

  @Test func `A certificate file is read again, and an invalid certificate is rejected`() throws {
    let files = try tls
    let (certificate, key) = (files[5], files[7])
    let resolution = try ResolvedSettings(
      flagTexts: [
        ServeSetting(\.certificateFile): ("--tls-certificate", certificate),
        ServeSetting(\.certificateKeyFile): ("--tls-key", key),
      ],
      environment: [:], file: nil, folder: "/")
    let identity = try #require(try ServeSettings(resolution).identity())
    #expect(identity.source == certificate)
    let renewal = try #require(identity.renewal)
    _ = try renewal()
    _ = try folder.file("certificate.pem", TestCertificates.client)
    #expect(throws: ServerIdentityError.keyOfAnotherCertificate) { try renewal() }
    _ = try folder.file("key.pem", TestCertificates.clientKey)
    _ = try renewal()
  }

  @Test func `Contradicting settings for certificates are rejected by name`() async throws {
    let authority = try folder.file("authority.pem", TestCertificates.authority)
    for (arguments, word) in [
      (["--port", "0", "--set", "tls.any_client_certificate=true"], "tls.certificate"),
      (["--port", "0", "--set", "tls.client_authorities=\(authority)"], "tls.certificate"),
      (
        try tls + ["--set", "tls.client_authorities=\(authority)", "--set", "tls.any_client_certificate=true"],
        "tls.client_authorities"
      ),
      (try tls + ["--set", "tls.client_authorities=\(try folder.file("none.pem", "none"))"], "authorities"),
    ] {
      let outcome = try await CommandTests.pixy(["serve"] + arguments)
      #expect(outcome.status == 1 && outcome.errors.contains(word), "\(arguments): \(outcome.errors)")
    }
  }

  // RFC 9449 §8.
  @Test func `Processes with one database require nonces, and accept those of each other`() async throws {
    let added = try await add([
      "--id", "service", "--auth", "client_secret_basic", "--grant", "client_credentials", "--scope", "profile",
    ])
    let secret = Secret(String(try #require(added.output.firstMatch(of: /client_secret=(.+)/)?.1)))
    let arguments = ["--port", "0", "--database", folder.database, "--set", "dpop_nonces=true"]
    let database = folder.database
    _ = try await ServedPixy.running(arguments) { said in
      let one = try await nonce(said, secret)
      let other = Kept<String>()
      _ = try await ServedPixy.running(["--port", "0", "--database", database, "--set", "dpop_nonces=true"]) { again in
        other.value = try await nonce(again, secret)
      }
      // A new period may have begun meanwhile.
      let later = try await nonce(said, secret)
      #expect(other.value != nil && [one, later].contains(other.value))
    }
    _ = try await ServedPixy.running(["--port", "0", "--database", folder.database]) { said in
      let none = try await nonce(said, secret)
      #expect(none == nil)
    }
  }

  /// Requests a token that is bound to a key.
  /// - Returns: The nonce that the server required; nil if it required none.
  private func nonce(_ said: ServedPixy.Said, _ secret: Secret) async throws -> String? {
    let transport = AsyncHTTPClientTransport()
    let heard = Kept<String>()
    let client = OAuthClient(
      id: "service", authentication: .clientSecretBasic(secret), server: try await discover(said, transport),
      prover: try DPoPProver(SigningKey.generate(.es256)),
      transport: ListeningTransport(transport: transport) { answer in
        if answer.response.status == .badRequest { heard.value = answer.response.headerFields[.dpopNonce] }
      })
    let tokens = try await client.clientCredentials(scope: Scope(["profile"]))
    #expect(tokens.tokenType == .dpop)
    return heard.value
  }

  // OpenID Connect Core §8.1.
  @Test func `Pairwise subjects stay the same as long as the salt does`() async throws {
    for (id, host) in [("one", "one.example"), ("two", "two.example")] {
      let added = try await add(
        ["--id", id, "--redirect-uri", "https://\(host)/cb", "--scope", "openid"],
        metadata: #"{"subject_type": "pairwise"}"#)
      #expect(added.status == 0 && added.errors.contains("pairwise_salt_file"), "\(added.errors)")
    }
    let person = try await CommandTests.pixy(
      ["serve", "user", "add", "ada", "--subject", "ada-1", "--database", folder.database], input: "lovelace")
    #expect(person.status == 0)
    let salt = try folder.file("salt", "bm90LXNlY3JldC1ub3Qtc2VjcmV0LW5vdC1zZWNyZXQ\n")
    let arguments = ["--port", "0", "--database", folder.database, "--set", "pairwise_salt_file=\(salt)"]
    let kept = Kept<[String]>()
    _ = try await ServedPixy.running(arguments) { said in
      #expect(said.lines.filter { $0.contains("chmod 600") }.count == 1)
      let subjects = [try await subject("one", said), try await subject("two", said)]
      #expect(Set(subjects + ["ada-1"]).count == 3)
      kept.value = subjects
    }
    _ = try await ServedPixy.running(arguments) { said in
      let again = [try await subject("one", said), try await subject("two", said)]
      #expect(again == kept.value)
    }
    _ = try await ServedPixy.running(["--port", "0", "--database", folder.database]) { said in
      let server = try await discover(said, AsyncHTTPClientTransport())
      #expect(server.members["subject_types_supported"] == ["public"])
      await #expect(throws: (any Error).self) { try await subject("one", said) }
    }
  }

  // With a copy of the database, a reader of the file could sign in the server's name.
  @Test(.covers("attack: a leak of the database or the log"))
  func `A sealing key that other users can read is rejected`() async throws {
    let database = ["--database", folder.database]
    _ = try await ServedPixy.running(["--port", "0"] + database) { _ in }
    let key = folder.database + ".seal-key"
    for (mode, status) in [(0o640, 1), (0o604, 1), (0o600, 0)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: key)
      let rotated = try await CommandTests.pixy(["serve", "key", "rotate"] + database)
      #expect(
        rotated.status == Int(status) && rotated.errors.contains("chmod 600") == (status == 1), "\(rotated.errors)")
    }
    // Of systemd's credentials only the service can open the folder.
    try FileManager.default.setAttributes([.posixPermissions: 0o440], ofItemAtPath: key)
    let credential = try await CommandTests.pixy(
      ["serve", "key", "rotate"] + database, environment: ["CREDENTIALS_DIRECTORY": folder.path])
    #expect(credential.status == 0, "\(credential.errors)")
    // Only root may be able to read the file, and opens it for the server's user.
    let text = try String(contentsOfFile: key, encoding: .utf8)
    try FileManager.default.removeItem(atPath: key)
    let input = try await CommandTests.pixy(["serve", "key", "rotate", "--seal-key-file", "-"] + database, input: text)
    #expect(input.status == 0, "\(input.errors)")
  }

  @Test func `A salt that can be guessed is rejected, and a server without database generates one`() async throws {
    let salt = try folder.file("salt", "c2hvcnQ")
    let outcome = try await CommandTests.pixy(["serve", "--port", "0", "--set", "pairwise_salt_file=\(salt)"])
    #expect(outcome.status == 1 && outcome.errors.contains("salt") && !outcome.errors.contains("c2hvcnQ"))
    _ = try await ServedPixy.running(["--port", "0"]) { said in
      let server = try await discover(said, AsyncHTTPClientTransport())
      #expect(server.members["subject_types_supported"]?.strings?.contains("pairwise") == true)
    }
  }

  /// The subject of ada for a client.
  private func subject(_ id: String, _ said: ServedPixy.Said) async throws -> String {
    let transport = AsyncHTTPClientTransport()
    let client = OAuthClient(id: id, server: try await discover(said, transport), transport: transport)
    let attempt = try client.authorizationAttempt(
      AuthorizationRequest(
        redirectURI: try RedirectURI("https://\(id).example/cb"), scope: try Scope(["openid"])))
    let person = SimulatedUser(username: "ada", password: Secret("lovelace"))
    let code = try attempt.receive(
      AuthorizationCallback(url: try await person.visit(attempt.url, through: transport)))
    let token = try #require(try await client.exchange(code).additionalMembers["id_token"]?.string)
    let claims = try JSONValue(bytes: JSONWebSignature(compact: token).unverifiedPayload).object
    return try #require(claims?["sub"]?.string)
  }
}

/// Records the responses for a test.
private struct ListeningTransport: HTTPTransport {
  let transport: any HTTPTransport
  let listen: @Sendable (HTTPAnswer) -> Void

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let answer = try await transport.send(request, body: body, limits: limits)
    listen(answer)
    return answer
  }
}

extension HTTPField.Name {
  fileprivate static let dpopNonce = HTTPField.Name("DPoP-Nonce") ?? .cookie
}
