import Foundation
import HTTPTypes
import OAuthCore
import Testing
import TokenStorage

@testable import PixyAuth
@testable import PixyHelpers

/// `pixy request` and `pixy whoami`.
@Suite(.timeLimit(.minutes(60))) struct RequestTests {
  private func json(_ outcome: CommandTests.Outcome) throws -> [String: JSONValue] {
    try #require(try JSONValue(bytes: Array(outcome.output.utf8)).object, "\(outcome.errors)")
  }

  @Test func `A request has the token, the fields and the body`() async throws {
    try await SignedInHome.with { signedIn in
      let outcome = try await signedIn.pixy(
        ["request", "PUT", "\(signedIn.issuer)/api/echo?a=b", "--header", "Content-Type: text/x", "--data", "-"],
        input: "body\n")
      let seen = try json(outcome)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(seen["method"] == "PUT" && seen["path"] == "/api/echo?a=b" && seen["scheme"] == "Bearer")
      #expect(seen["type"] == "text/x" && seen["body"] == "body\n")
      let file = signedIn.home.path + "/body"
      try Data("from a file".utf8).write(to: URL(filePath: file))
      let fromFile = try await signedIn.pixy(["request", "POST", "\(signedIn.issuer)/api/echo", "--data", "@\(file)"])
      #expect(try json(fromFile)["body"] == "from a file")
      let text = try await signedIn.pixy(["request", "POST", "\(signedIn.issuer)/api/echo", "--data", "text", "-i"])
      #expect(text.output.hasPrefix("HTTP 200 OK\r\n") && text.output.contains("\r\n\r\n{"))
    }
  }

  // The C1 control characters are two bytes in UTF-8, which HTTP allows in a field's value.
  @Test func `A terminal shows no control characters of header fields, and a file has them all`() throws {
    let field = try #require(HTTPField.Name("X-Note"))
    let response = HTTPResponse(status: .ok, headerFields: [field: "a\u{9B}31m\u{202E}b"])
    #expect(RequestCommand.head(of: response, isShown: true) == "HTTP 200 OK\r\nX-Note: a31mb\r\n\r\n")
    #expect(
      RequestCommand.head(of: response, isShown: false) == "HTTP 200 OK\r\nX-Note: a\u{9B}31m\u{202E}b\r\n\r\n")
  }

  @Test func `The exit status reflects the answer's status`() async throws {
    try await SignedInHome.with { signedIn in
      let missing = try await signedIn.pixy(["request", "GET", "\(signedIn.issuer)/api/none"])
      #expect(missing.status == 1 && missing.output == "nothing" && missing.errors.contains("404"))
      let away = try await signedIn.pixy(["request", "GET", "\(signedIn.issuer)/api/away?to=https://other.example/"])
      #expect(away.status == 1 && away.errors.contains("It redirects to https://other.example/"))
      let unread = try await signedIn.pixy(["request", "GET", "\(signedIn.issuer)/", "--data", "@/nowhere"])
      #expect(unread.status == 1 && unread.output.isEmpty && unread.errors.contains("/nowhere"))
      for arguments in [
        ["G T", "\(signedIn.issuer)/"], ["GET", "example.com"], ["GET", "http://example.com/"], ["/me"],
        ["GET", "\(signedIn.issuer)/", "--header", "x"],
        ["GET", "\(signedIn.issuer)/", "--header", "authorization: x"],
        ["GET", "\(signedIn.issuer)/", "--header", "Host: other.example"],
      ] {
        let outcome = try await signedIn.pixy(["request"] + arguments)
        #expect(outcome.status == 64 && outcome.output.isEmpty, "\(arguments)")
      }
    }
  }

  // Other clients attach the bearer token to any host.
  @Test func `The token goes to the account's origins, and to others only with an option`() async throws {
    try await SignedInHome.with { other in
      try await SignedInHome.with { signedIn in
        let foreign = "\(other.issuer)/api/echo"
        let refused = try await signedIn.pixy(["request", "GET", foreign])
        #expect(refused.status == 1 && refused.output.isEmpty && refused.errors.contains(other.issuer))
        #expect(other.server.seen.isEmpty)
        for option in [["--origin", other.issuer], ["--any-origin"]] {
          // The other server doesn't know the token, and the user sees its 401.
          let outcome = try await signedIn.pixy(["request", "GET", foreign] + option)
          #expect(outcome.status == 1 && outcome.errors.contains("401"))
        }
        #expect(
          !other.server.seen.isEmpty && other.server.seen.allSatisfy { $0.authorization?.hasPrefix("Bearer ") == true })
        // The option was for one run and isn't stored.
        #expect(try await signedIn.pixy(["request", "GET", foreign]).errors.contains(other.issuer))
      }
    }
    try await SignedInHome.with { other in
      try await SignedInHome.with(["--origin", other.issuer]) { signedIn in
        let refused = try await signedIn.pixy(["request", "GET", "\(other.issuer)/api/echo"])
        #expect(refused.errors.contains("401"))
      }
    }
  }

  // In other tools the first command after expiry fails and only a retry works.
  @Test func `An expired or rejected token is refreshed without an error`() async throws {
    try await SignedInHome.with { signedIn in
      let first = try await signedIn.token()
      try await signedIn.home.age()
      #expect(try await signedIn.pixy(["request", "GET", "\(signedIn.issuer)/api/echo"]).status == 0)
      let second = try await signedIn.token()
      #expect(second != first)
      signedIn.server.refuse(second)
      #expect(try await signedIn.pixy(["request", "GET", "\(signedIn.issuer)/api/echo"]).status == 0)
      #expect(try await signedIn.token() != second)
    }
  }

  @Test func `A token that is bound to a key is sent with proofs and the resource's nonce`() async throws {
    try await SignedInHome.with(["--dpop"]) { signedIn in
      let outcome = try await signedIn.pixy(["request", "GET", "\(signedIn.issuer)/api/echo"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try json(outcome)["scheme"] == "DPoP")
      #expect(signedIn.server.seen.count == 2)
    }
  }

  @Test func `whoami requests the server and names the source`() async throws {
    try await SignedInHome.with { signedIn in
      let shown = try await signedIn.pixy(["whoami"])
      let host = signedIn.issuer.dropFirst("http://".count)
      #expect(shown.output.hasPrefix("account: ada@\(host)\nsub: user-1\nname: Ada Lovelace\n"), "\(shown)")
      #expect(shown.status == 0 && shown.errors.contains("UserInfo"))
      let members = try json(try await signedIn.pixy(["whoami", "--json"]))
      #expect(members["version"] == 1 && members["source"] == "userinfo")
      #expect(members["claims"]?.object?["email"] == "ada@example.com")
      let offline = try await signedIn.pixy(["whoami", "--offline", "--json"])
      #expect(try json(offline)["source"] == "sign_in" && offline.errors.isEmpty)
      #expect(try json(offline)["claims"]?.object?["sub"] == "user-1")
      try await signedIn.change { tokens in
        var record = AccountRecord(in: tokens)
        record?.subject = "user-2"
        tokens.additionalMembers[AccountRecord.member] = record?.json
      }
      let other = try await signedIn.pixy(["whoami"])
      #expect(other.status == 1 && other.output.isEmpty && other.errors.contains("another user"))
    }
  }

  @Test(arguments: [
    ("/me", "write it in full, for example https://api.example.com/me"), ("https://a.example/é", "write %C3%A9"),
    ("https://a.example/a b", "A space must be percent-encoded: write %20"), ("https://a.example/me", nil),
  ])
  func `The URL of a request is complete and encoded, and the error says how to write it`(
    _ url: String, _ advice: String?
  ) throws {
    let problem = RequestCommand.problem(of: url)
    #expect((problem == nil) == (advice == nil), "\(problem ?? "")")
    if let advice { #expect(problem?.contains(advice) == true, "\(problem ?? "")") }
  }
}
