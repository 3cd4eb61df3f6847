import ArgumentParser
import JOSE
import OAuth
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthSessions
import OpenIDConnect
import PixyTerminal
import Testing

@testable import PixyCLI

/// Misspelled commands, options and issuers.
@Suite(.timeLimit(.minutes(60))) struct UnknownWordTests {
  @Test(
    arguments: [
      ("tokn", "tokn is not a command of pixy. Did you mean token?"),
      ("logni --client-id x", "logni is not a command of pixy. Did you mean login?"),
      ("xyzzy", "xyzzy is not a command of pixy."),
      ("login --bogus", "Unknown option --bogus."),
      ("login https://a.example --client-di x", "Unknown option --client-di. Did you mean --client-id?"),
      ("token --jsn", "Unknown option --jsn. Did you mean --json?"),
      ("serve usr add", "usr is not a command of pixy serve. Did you mean user?"),
      ("serve client shwo x", "shwo is not a command of pixy serve client. Did you mean show?"),
      ("help nosuch", "nosuch is not a command of pixy."),
      ("help tokn", "tokn is not a command of pixy. Did you mean token?"),
      ("help serve usr", "usr is not a command of pixy serve. Did you mean user?"),
      ("help register nwe", "nwe is not a command of pixy register. Did you mean new?"),
      ("storage mvoe", "mvoe is not a command of pixy storage. Did you mean move?"),
      ("register https://a.example --redirect-url x", "Unknown option --redirect-url. Did you mean --redirect-uri?"),
    ])
  func `The first unknown word is named, with a similar one`(_ line: String, _ message: String) {
    #expect(UnknownWord.first(in: line.split(separator: " ").map(String.init))?.message == message)
  }

  @Test(arguments: [
    "", "token", "token --json", "login github --client-id=x", "help login", "help", "help help", "help serve user add",
    "help --version", "--version", "run -- make --unknown",
    "run make --unknown", "curl -- https://a.example --fail", "switch -- --odd", "serve run --set a=b",
    "register https://a.example --redirect-uri x", "--experimental-dump-help",
  ])
  func `Known words are not reported`(_ line: String) {
    #expect(UnknownWord.first(in: line.split(separator: " ").map(String.init)) == nil)
  }

  @Test(
    arguments: [
      ("githbu", "githbu is neither an issuer nor the name of a provider. Did you mean github?"),
      ("nonsense", "nonsense is neither an issuer nor the name of a provider."),
      ("accounts.example.com", "Write https://accounts.example.com."), ("http://accounts.example.com", "not an issuer"),
      ("127.0.0.1:8414", "Write http://127.0.0.1:8414, or"), ("localhost:8414/a", "Write http://localhost:8414/a, or"),
      ("localhost", "Write http://localhost, or"), ("[::1]:1", "Write http://[::1]:1, or"),
      ("a.example:8414", "Write https://a.example:8414."),
      ("https://a.example/?x=y", "https://a.example/?x=y is not an issuer."),
    ])
  func `A wrong issuer is called an issuer`(_ text: String, _ part: String) async throws {
    for command in [["login", text, "--client-id", "x"], ["discover", text], ["doctor", text]] {
      let outcome = try await CommandTests.pixy(command)
      #expect(outcome.status == 64 && outcome.errors.contains(part), "\(command): \(outcome.errors)")
    }
  }

  @Test func `The help of an unknown command is wrong usage`() async throws {
    let outcome = try await CommandTests.pixy(["help", "lgoin"])
    #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.contains("Did you mean login?"))
  }

  @Test func `An unknown option is named before a missing one`() async throws {
    let outcome = try await CommandTests.pixy(["login", "--bogus"])
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("pixy: Unknown option --bogus."), "\(outcome.errors)")
    #expect(outcome.errors.contains("Usage: pixy login"))
  }
}

/// The messages about errors.
@Suite(.timeLimit(.minutes(60))) struct ErrorReportTests {
  @Test(arguments: [["token", "--json"], ["login", "--json"], ["token", "--json", "--profile", "a/b"]])
  func `With --json an error is one line of JSON with its code`(_ command: [String]) async throws {
    try await Home.with { home in
      let outcome = try await home.pixy(command)
      let error = try #require(try JSONValue(bytes: Array(outcome.errors.utf8)).object?["error"]?.object)
      #expect(outcome.output.isEmpty && outcome.status == (error["code"] == "sign_in_needed" ? 4 : 64))
      #expect(error["code"] == "sign_in_needed" || error["code"] == "wrong_usage")
      #expect(error["message"]?.string?.isEmpty == false)
    }
  }

  /// Errors whose remedies in the libraries name properties or parameters.
  private static let explained: [any ExplainedError] = [
    EndpointError(.revocation, .notAnnounced), EndpointError(.introspection, .notAnnounced),
    EndpointError(.deviceAuthorization, .notAnnounced), EndpointError(.pushedAuthorizationRequest, .notAnnounced),
    EndpointError(.registration, .notAnnounced), EndpointError(.userInfo, .notAnnounced),
    EndpointError(.registration, .unexpectedStatus(401, retryAfter: nil)),
    EndpointError(.registration, .refused(ErrorResponse(ErrorCode("insufficient_scope")), status: 403)),
    EndpointError(.registration, .refused(ErrorResponse(ErrorCode("invalid_redirect_uri")), status: 400)),
    EndpointError(.registration, .refused(ErrorResponse(ErrorCode("invalid_client_metadata")), status: 400)),
    // contextstream/mcp-server, issue 57: no OAuth error.
    EndpointError(.registration, .unexpectedStatus(400, retryAfter: nil)),
    EndpointError(.token, .refused(ErrorResponse(.invalidClient), status: 401)),
    IDTokenError.untrustedAudience(UntrustedText("api")), IDTokenError.missing,
    IDTokenError.notVerified(.algorithmNotAllowed(UntrustedText("PS256"))), OpenIDError.noIssuer, OpenIDError.noKeys,
    OpenIDError.noRefreshToken, HTTPTransportError(.tlsFailed, origin: "https://a.example"),
    TokenSessionError.refused(EndpointError(.token, .refused(ErrorResponse(.invalidClient), status: 401))),
  ]

  @Test func `Remedies name options that the sign-in has`() async throws {
    let help = try await CommandTests.pixy(["login", "--help"]).output
    for error in Self.explained {
      let remedy = TerminalRemedy.text(for: error)
      let options = remedy.matches(of: /--[a-z][a-z-]*[a-z]/).map { String($0.output) }
      #expect(!options.isEmpty, "\(remedy)")
      for option in options {
        #expect(help.contains(option + " ") || help.contains(option + "\n"), "\(option) in: \(remedy)")
      }
    }
  }

  /// Errors whose remedies in the libraries name types and functions.
  private static let ofServers: [(any ExplainedError, String)] = {
    let errors: [(any ExplainedError, String)] = [
      (SigningKeyRingError.sealingKeyUnusable, "seal_key_file"),
      (SigningKeyRingError.cannotOpen(keyID: "k"), "pixy serve key reset --yes"),
      (PairwiseSubjectError.noSalt, "pairwise_salt_file"),
      (PageTextsFolderError.unfit(file: "fr.json", .malformed), "Pages.md"),
      (PageTextsFolderError.unfit(file: "fr.json", .unknownText("x")), "Pages.md"),
    ]
    let clients: [(JSONValue, String)] = [
      (["client_id": "a", "redirect_uris": ["x"]], "--redirect-uri"),
      (["client_id": "a", "token_endpoint_auth_method": "x"], "--auth"),
      (["client_id": "a", "x": 1], "--metadata-file"),
    ]
    return errors
      + clients.compactMap { json, word in
        do throws(ClientMetadataError) {
          _ = try RegisteredClient(json: json)
          return nil
        } catch {
          return (error, word)
        }
      }
  }()

  @Test func `Remedies of server errors name settings, options and commands, and no types`() {
    #expect(Self.ofServers.count == 8)
    for (error, word) in Self.ofServers {
      let remedy = TerminalRemedy.text(for: error)
      #expect(remedy.contains(word), "\(remedy)")
      #expect(!remedy.contains(/[A-Za-z]\(\)|[a-z][A-Z]|RegisteredClient/), "\(remedy)")
    }
  }

  @Test func `A bad value is an error of its own, without the command's usage`() async throws {
    let outcome = try await CommandTests.pixy([
      "login", "https://a.example", "--client-id", "x", "--client-secret-file", "/no/such/file", "--no-keep",
    ])
    #expect(outcome.status == 1 && outcome.errors.hasPrefix("pixy: The secret could not be read"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("Usage:"))
  }
}
