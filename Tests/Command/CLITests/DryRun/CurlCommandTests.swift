import Foundation
import HTTPTypes
import OAuthCore
import OAuthServerHummingbird
import Subprocess
import Testing

@testable import PixyConnection
@testable import PixyTerminal

@Suite(.timeLimit(.minutes(60))) struct CurlCommandTests {
  @Test(arguments: [
    "plain", "", "two words", "it's", "'", "''", "$(touch /tmp/x)", "`id`", "$HOME", "a;b|c&d>e<f", "\\", "\"", "!!",
    "*?[a]",
    "~", "-n", "#comment", "é ü 漢字 🎉", "a\\'b", "=x", "tab\there",
    "'\u{301};id;'\u{301}", "a'\u{301}$(id)",
  ])
  func `A shell reads each quoted word unchanged`(_ word: String) async throws {
    let quoted = ShellWord.quoted(word)
    let result = try await run(
      .name("sh"), arguments: ["-c", "printf '%s|' \(quoted) end"], input: .none, output: .string(limit: 10_000),
      error: .string(limit: 10_000))
    #expect(result.standardOutput == "\(word)|end|")
  }

  @Test func `A value that begins with a hyphen doesn't become an option`() {
    #expect(ShellWord.option("--client-id", "-x") == ["--client-id=-x"])
    #expect(ShellWord.option("--client-id", "x-") == ["--client-id", "x-"])
  }

  private static func command(_ form: FormParameters, authorization: String? = nil) -> CurlCommand {
    var request = HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/token")
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.headerFields[.authorization] = authorization
    return CurlCommand(request, body: Array(form.formEncoded().utf8), options: CurlOptions())
  }

  // Other tools accept secrets only as arguments.
  @Test func `Secrets are read from files, and no placeholder replaces them`() {
    var form = FormParameters()
    form.append("grant_type", "authorization_code")
    form.append("code", "SECRET-code")
    form.append("code_verifier", "SECRET-verifier")
    form.append("client_secret", "SECRET-client")
    let command = Self.command(form, authorization: "Basic U0VDUkVU")
    let text = command.lines.joined(separator: "\n")
    #expect(!text.contains("SECRET") && !text.contains("U0VDUkVU") && !text.contains("redacted"))
    #expect(text.contains("--data-urlencode 'grant_type=authorization_code'"))
    #expect(text.contains("--data-urlencode code@code.txt") && text.contains("--header @authorization.header"))
    #expect(
      command.files.map(\.name) == ["authorization.header", "code.txt", "code_verifier.txt", "client_secret.txt"])
  }

  @Test func `Values with control characters are read from files too`() {
    var form = FormParameters()
    form.append("scope", "a\u{1B}[2Jb")
    form.append("na me", "x@y=z")
    let command = Self.command(form)
    #expect(command.lines.contains { $0.contains("scope@scope.txt") })
    // curl splits at the first =. Everything after it is the literal value.
    #expect(command.lines.contains { $0.contains("na+me=x@y=z") })
  }

  @Test func `JSON is an argument only if it has no secret`() {
    func command(_ value: JSONValue) -> CurlCommand {
      var request = HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/register")
      request.headerFields[.contentType] = "application/json"
      return CurlCommand(request, body: value.bytes(), options: CurlOptions())
    }
    #expect(
      command(["client_name": "it's me"]).lines.contains { $0.contains(#"--data-raw '{"client_name":"it'\''s me"}'"#) })
    let secret = command(["client_secret": "SECRET"])
    #expect(secret.lines.contains { $0.contains("--data-binary @body.txt") })
    #expect(!secret.lines.joined().contains("SECRET"))
  }

  @Test func `Secrets in a URL go into files, brackets aren't patterns, and certificates are named`() {
    let request = HTTPRequest(
      method: .get, scheme: "http", authority: "[::1]:80", path: "/x?a=1&access_token=SECRETSECRET")
    let command = CurlCommand(
      request, body: [], options: CurlOptions(certificate: "c c.pem", certificateKey: "k.pem", trust: "t.pem"))
    let text = command.lines.joined(separator: "\n")
    #expect(!text.contains("SECRET") && text.contains("--get") && text.contains("access_token@access_token.txt"))
    #expect(text.contains("--globoff") && text.contains("--cert 'c c.pem'") && text.contains("--cacert t.pem"))
  }

  // RFC 6749 §2.3.1: the client secret is never in the URL.
  @Test func `A secret in a URL doesn't move the body into the URL`() async throws {
    let folder = try TemporaryFolder()
    var form = FormParameters()
    form.append("grant_type", "client_credentials")
    form.append("client_secret", "SECRET-client")
    var request = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:1", path: "/t?api_key=SECRETSECRET")
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    let command = CurlCommand(request, body: Array(form.formEncoded().utf8), options: CurlOptions())
    let text = command.lines.joined(separator: "\n")
    #expect(!text.contains("SECRET") && !text.contains("--get") && text.contains("--url-query api_key@api_key.txt"))
    #expect(command.explanation.first?.contains("7.87") == true)
    _ = try folder.file("api_key.txt", "key")
    _ = try folder.file("client_secret.txt", "SECRET-client")
    // The URL that the real curl would request.
    let shown = try await Tools.run(
      "sh", ["-c", "cd \"$1\" && \(text) --silent --write-out '%{url_effective}'; true", "sh", folder.path])
    #expect(shown.output == "http://127.0.0.1:1/t?api_key=key", "\(shown.errors)")
  }

  @Test func `The real curl sends what pixy sends`() async throws {
    let folder = try TemporaryFolder()
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let arguments = [
        "revoke", issuer.text, "--client-id", "service", "--client-secret-file",
        try folder.file("secret", "secret-of-the-service"),
      ]
      let dry = try await CommandTests.pixy(arguments + ["--dry-run"], input: "a-token-with-'quotes'&more")
      #expect(dry.status == 0, "\(dry.errors)")
      #expect(!dry.output.contains("a-token-with") && !dry.output.contains("secret-of-the-service"))
      // The endpoint's kind is known from discovery.
      #expect(dry.output.contains("# Token revocation (RFC 7009 §2)"))
      let command = dry.output.split(separator: "\n").drop { !$0.hasPrefix("curl ") }.joined(separator: "\n")
      _ = try folder.file("token.txt", "a-token-with-'quotes'&more")
      let basic = Data("service:secret-of-the-service".utf8).base64EncodedString()
      _ = try folder.file("authorization.header", "Authorization: Basic \(basic)")
      func status() async throws -> String {
        let result = try await run(
          .name("sh"),
          arguments: [
            "-c",
            "command -v curl >/dev/null || { echo 'curl is not installed'; exit 1; }; cd \"$1\" && \(command) --silent --write-out '%{http_code}'",
            "sh", folder.path,
          ], input: .none, output: .string(limit: 100_000), error: .string(limit: 100_000))
        return result.standardOutput
      }
      #expect(try await status() == "200")
      // The command sends the content of the files.
      _ = try folder.file("authorization.header", "Authorization: Basic d3Jvbmc6d3Jvbmc=")
      #expect(try await status().hasSuffix("401"))
    }
  }
}
