import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import Subprocess
import Testing

@testable import PixyCLI

/// `pixy register` with `pixy serve`, from the registration to its deletion.
@Suite(.timeLimit(.minutes(60))) struct RegisterCommandTests {
  private static func members(_ path: String) throws -> [String: JSONValue] {
    try #require(try JSONValue(bytes: Array(Data(contentsOf: URL(filePath: path)))).object)
  }

  @Test func `A client is registered, read, changed and deleted`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/client.json"
    let (status, _) = try await ServedPixy.running(["--port", "0", "--open-registration"]) { said in
      let issuer = try said.issuer
      let made = try await CommandTests.pixy([
        "register", issuer, "--redirect-uri", "http://127.0.0.1/callback", "--name", "Test", "--scope", "profile",
        "--output", file,
      ])
      #expect(made.status == 0 && made.output.isEmpty, "\(made.errors)")
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let before = try Data(contentsOf: URL(filePath: file))
      let again = try await CommandTests.pixy([
        "register", issuer, "--redirect-uri", "http://127.0.0.1/callback", "--output", file,
      ])
      #expect(again.status == 64 && again.errors.contains("another client's only secret"), "\(again.errors)")
      #expect(try Data(contentsOf: URL(filePath: file)) == before)
      let registered = try Self.members(file)
      let id = try #require(registered["client_id"]?.string)
      let token = try #require(registered["registration_access_token"]?.string)
      #expect(registered["client_name"] == "Test" && registered["token_endpoint_auth_method"] == "none")
      #expect(!made.errors.contains(token) && made.errors.contains("Registered the client \(id)"))

      let read = try await CommandTests.pixy(["register", "read", "--registration", file])
      #expect(read.status == 0 && read.output.contains(id), "\(read.errors)")
      // Reading keeps the registration's URI and token in the output.
      #expect(read.output.contains("registration_client_uri") && read.output.contains("registration_access_token"))

      let dry = try await CommandTests.pixy([
        "register", "update", "--registration", file, "--name", "New", "--dry-run",
      ])
      #expect(dry.status == 0 && dry.output.contains("PUT ") && !dry.output.contains(token))
      #expect(try await CommandTests.pixy(["register", "read", "--registration", file]).output.contains("\"Test\""))

      let changed = try await CommandTests.pixy(
        ["register", "update", "--registration", "-", "--name", "New", "--output", file],
        input: String(contentsOfFile: file, encoding: .utf8))
      #expect(changed.status == 0, "\(changed.errors)")
      let now = try Self.members(file)
      #expect(now["client_name"] == "New" && now["redirect_uris"] == registered["redirect_uris"])

      let address = try #require(registered["registration_client_uri"]?.string)
      let wrong = try await CommandTests.pixy(
        ["register", "delete", "--uri", address, "--token-file", "-"], input: "not-the-token-of-this-client")
      #expect(wrong.status == 6 && !wrong.errors.contains("not-the-token-of-this-client"))
      let ended = try await CommandTests.pixy(["register", "delete", "--registration", file])
      #expect(ended.status == 0 && ended.errors.contains("Deleted the registration"))
      #expect(try await CommandTests.pixy(["register", "read", "--registration", file]).status == 6)
    }
    #expect(status == .exited(0))
  }

  @Test func `A missing file is reported`() async throws {
    let outcome = try await CommandTests.pixy(["register", "read", "--registration", "/nowhere/at/all"])
    #expect(
      outcome.status == 1 && outcome.errors.contains("could not be read from /nowhere/at/all"), "\(outcome.errors)")
  }

  /// A server that issues a new token with each answer (RFC 7592 §3), and rejects every change.
  private struct StubbornServer: HTTPServing {
    let issuer: Issuer
    static let token = "the-new-token-of-this-registration"

    func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
      guard request.method == .get else {
        let refusal: JSONValue = ["error": "invalid_client_metadata"]
        return HTTPAnswer(
          HTTPResponse(status: .badRequest, headerFields: [.contentType: "application/json"]), body: refusal.bytes())
      }
      let registration: JSONValue = [
        "client_id": "c", "redirect_uris": ["http://127.0.0.1/c"], "registration_access_token": .string(Self.token),
        "registration_client_uri": .string(issuer.text + "/c"),
      ]
      return HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body: registration.bytes())
    }
  }

  @Test func `A rejected change loses nothing from the answer before`() async throws {
    let folder = try TemporaryFolder()
    try await withAuthorizationServer(make: StubbornServer.init, logger: CommandTests.silent) { issuer in
      func registration(_ token: String) throws -> String {
        let members: JSONValue = [
          "client_id": "c", "registration_access_token": .string(token),
          "registration_client_uri": .string(issuer.text + "/c"),
        ]
        return try folder.file("client.json", String(decoding: members.bytes(), as: UTF8.self))
      }
      let file = try registration("the-first-token-of-this-registration")
      let update = ["register", "update", "--registration", file, "--output", file]
      // Wrong options are reported before a request is sent.
      let wrong = try await CommandTests.pixy(update + ["--redirect-uri", "nonsense"])
      let unchanged = try Self.members(file)["registration_access_token"]
      #expect(wrong.status != 0 && unchanged != .string(StubbornServer.token))
      let refused = try await CommandTests.pixy(update + ["--name", "New"])
      #expect(refused.status == 6 && refused.errors.contains("invalid_client_metadata"), "\(refused.errors)")
      #expect(try Self.members(file)["registration_access_token"] == .string(StubbornServer.token))
      #expect(!refused.errors.contains(StubbornServer.token))
      // Without a new token or secret in the answer nothing has to be saved.
      let known = try registration(StubbornServer.token)
      let again = try await CommandTests.pixy(["register", "update", "--registration", known, "--name", "New"])
      #expect(again.status == 6 && again.output.isEmpty, "\(again)")
    }
  }

  @Test func `A client with a key sends only the public part`() async throws {
    let folder = try TemporaryFolder()
    let key = try SigningKey.generate(.es256, keyID: "k")
    let secret = try key.privateJWK().reveal()
    let d = try #require(try JSONValue(bytes: Array(secret.utf8)).object?["d"]?.string)
    let keyFile = try folder.file("key.json", secret)
    let (_, _) = try await ServedPixy.running(["--port", "0", "--open-registration"]) { said in
      let outcome = try await CommandTests.pixy([
        "register", try said.issuer, "--grant", "client_credentials", "--client-auth", "private_key_jwt",
        "--client-key-file", keyFile, "--client-alg", "ES256", "--member", "response_types=[]", "--trace",
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let members = try #require(try JSONValue(bytes: Array(outcome.output.utf8)).object)
      #expect(members["token_endpoint_auth_method"] == "private_key_jwt")
      #expect(!outcome.output.contains(d) && !outcome.errors.contains(d))
      #expect(outcome.errors.contains("Client registration") && outcome.errors.contains("RFC 7591 §3"))
    }
  }

  @Test func `A server without registration is reported`() async throws {
    let (_, _) = try await ServedPixy.running(["--port", "0"]) { said in
      let outcome = try await CommandTests.pixy(["register", try said.issuer, "--redirect-uri", "http://127.0.0.1/c"])
      #expect(outcome.status == 1 && outcome.errors.contains("registration_endpoint"))
    }
  }

  @Test(arguments: [
    ["register"], ["register", "https://a.example"], ["register", "github", "--redirect-uri", "http://127.0.0.1/c"],
    ["register", "https://a.example", "--member", "x"], ["register", "read"],
    ["register", "read", "--uri", "https://a.example/c"],
    ["register", "read", "--registration", "a", "--uri", "https://a.example", "--token-file", "b"],
    ["register", "https://a.example", "--redirect-uri", "http://127.0.0.1/c", "--output", "/dev/null"],
    ["register", "http://127.0.0.1:1", "--redirect-uri", "http://127.0.0.1/c", "--output", "/nowhere/at/all.json"],
    [
      "register", "https://a.example", "--grant", "x", "--client-key-file", "-", "--initial-access-token-file", "-",
    ],
    ["register", "update", "--registration", "-", "--client-key-file", "-"],
    ["introspect", "https://a.example", "--client-id", "x", "--client-secret-file", "-"],
    ["revoke", "https://a.example", "--client-id", "x", "--client-secret-file", "-"],
  ])
  func `Options that make no sense together exit with 64`(_ arguments: [String]) async throws {
    let outcome = try await CommandTests.pixy(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
  }
}
