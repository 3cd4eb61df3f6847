import Foundation
import JOSE
import OAuthCore
import PKCE
import Subprocess
import SystemPackage
import Testing
import TokenStorage

@testable import PixyHelpers

/// The helpers for Kubernetes, AWS, docker and mail, with the built command.
@Suite(.timeLimit(.minutes(60))) struct ProtocolHelperTests {
  private func json(_ outcome: CommandTests.Outcome) throws -> [String: JSONValue] {
    try #require(try JSONValue(bytes: Array(outcome.output.utf8)).object, "\(outcome.errors)")
  }

  /// An ID token that expired long ago.
  private static let endedIDToken =
    Base64URL.encode(#"{"alg":"ES256"}"#.utf8) + "." + Base64URL.encode(#"{"sub":"user-1","exp":1000000000}"#.utf8)
    + "."
    + Base64URL.encode("signature".utf8)

  /// Returns the same ID token as if it had expired long ago.
  private static func ended(_ token: String) throws -> String {
    let signature = try JSONWebSignature(compact: token)
    var claims = try #require(try JSONValue(bytes: signature.unverifiedPayload).object)
    claims["exp"] = 1_000_000_000
    let parts = token.split(separator: ".")
    return "\(parts[0]).\(Base64URL.encode(JSONValue.object(claims).bytes())).\(parts[2])"
  }

  // MARK: Kubernetes

  @Test func `kubectl gets the ID token, and a new one after its expiry`() async throws {
    try await SignedInHome.with { signedIn in
      let info =
        #"{"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential","spec":{"interactive":false}}"#
      let first = try json(try await signedIn.pixy(["kubernetes-credential"], ["KUBERNETES_EXEC_INFO": info]))
      #expect(first["apiVersion"] == "client.authentication.k8s.io/v1beta1" && first["kind"] == "ExecCredential")
      let token = try #require(first["status"]?.object?["token"]?.string)
      #expect(token.split(separator: ".").count == 3)
      #expect(first["status"]?.object?["expirationTimestamp"]?.string?.hasSuffix("Z") == true)

      let ended = try Self.ended(token)
      try await signedIn.change { $0.additionalMembers["id_token"] = .string(ended) }
      let second = try json(try await signedIn.pixy(["kubernetes-credential"]))
      #expect(second["apiVersion"] == "client.authentication.k8s.io/v1")
      let renewed = try #require(second["status"]?.object?["token"]?.string)
      #expect(renewed != ended && renewed.split(separator: ".").count == 3)

      let access = try json(try await signedIn.pixy(["kubernetes-credential", "--token", "access"]))
      let kept = try await signedIn.token()
      #expect(access["status"]?.object?["token"]?.string == kept)
      let odd = try await signedIn.pixy(["kubernetes-credential"], ["KUBERNETES_EXEC_INFO": "{}"])
      #expect(odd.status == 1 && odd.output.isEmpty)
    }
  }

  @Test func `Without an ID token the exit status is 4, and the named command requests one`() async throws {
    try await SignedInHome.with(scope: "profile") { signedIn in
      let outcome = try await signedIn.pixy(["kubernetes-credential"])
      #expect(outcome.status == 4 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("--scope 'openid profile'"))
    }
    try await SignedInHome.with { signedIn in
      try await signedIn.change { tokens in
        tokens.additionalMembers["id_token"] = .string(Self.endedIDToken)
        tokens.refreshToken = nil
      }
      let outcome = try await signedIn.pixy(["kubernetes-credential"])
      #expect(outcome.status == 4 && outcome.output.isEmpty && outcome.errors.contains("pixy login"))
    }
  }

  @Test func `A cluster's claims are requested at the sign-in, and an ID token without them is not handed over`()
    async throws
  {
    try await SignedInHome.with(["--claims", "email,name"]) { signedIn in
      for round in ["signed in", "refreshed"] {
        let answer = try json(try await signedIn.pixy(["kubernetes-credential", "--claims", "email,name"]))
        let token = try #require(answer["status"]?.object?["token"]?.string)
        let payload = try JSONValue(bytes: JSONWebSignature(compact: token).unverifiedPayload).object
        #expect(payload?["email"] == "ada@example.com" && payload?["name"] == "Ada Lovelace", "\(round)")
        try #require(try await signedIn.pixy(["refresh"]).status == 0)
      }
      let outcome = try await signedIn.pixy(["kubernetes-credential", "--claims", "email,groups"])
      #expect(outcome.status == 4 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("no claim groups"), "\(outcome.errors)")
      #expect(outcome.errors.contains("--claims email,groups") && !outcome.errors.contains("email,name"))
    }
    try await SignedInHome.with { signedIn in
      let outcome = try await signedIn.pixy(["kubernetes-credential", "--claims", "email"])
      #expect(outcome.status == 4 && outcome.errors.contains("--claims email"), "\(outcome.errors)")
      for arguments in [["--claims", "email,"], ["--claims", "e mail"], ["--claims", "email", "--token", "access"]] {
        #expect(try await signedIn.pixy(["kubernetes-credential"] + arguments).status == 64, "\(arguments)")
      }
    }
  }

  @Test func `An ID token is printed alone, and renewed if it doesn't live long enough`() async throws {
    try await SignedInHome.with { signedIn in
      for command in [["token", "--id"], ["kubernetes-credential"]] {
        let before = try await signedIn.pixy(["token", "--id"])
        let idToken = before.output.trimmingCharacters(in: .newlines)
        let payload = try JSONValue(bytes: JSONWebSignature(compact: idToken).unverifiedPayload).object
        #expect(before.status == 0 && payload?["aud"] == "pixy", "\(before.errors)")
        guard case .integer(let end)? = payload?["exp"] else {
          Issue.record("no exp")
          return
        }
        let need = Int(Double(end) - Date().timeIntervalSince1970) + 1
        let same = try await signedIn.pixy(command + ["--min-valid", "1m"])
        let later = try await signedIn.pixy(command + ["--min-valid", "\(need)s"])
        #expect(same.status == 0 && later.status == 0, "\(later.errors)")
        #expect(try await signedIn.pixy(["token", "--id"]).output != before.output)
      }
      for wrong in [["--header"], ["--json"], ["--dry-run"]] {
        #expect(try await signedIn.pixy(["token", "--id"] + wrong).status == 64)
      }
    }
    try await SignedInHome.with(scope: "profile") { signedIn in
      let outcome = try await signedIn.pixy(["token", "--id"])
      #expect(outcome.status == 4 && outcome.errors.contains("--scope 'openid profile'"), "\(outcome.errors)")
    }
  }

  @Test func `A server that issues no new ID token is asked once`() async throws {
    try await SignedInHome.with(scope: "profile") { signedIn in
      let ended: [String: JSONValue] = ["sub": "user-1", "exp": 1_700_000_000]
      let idToken = try SigningKey.generate(.es256).sign(ended)
      try await signedIn.change { $0.additionalMembers["id_token"] = .string(idToken.reveal()) }
      var tokens = [try await signedIn.token()]
      for _ in 0..<3 {
        let outcome = try await signedIn.pixy(["kubernetes-credential"])
        #expect(outcome.status == 4 && outcome.errors.contains("no new one"), "\(outcome.errors)")
        tokens.append(try await signedIn.token())
      }
      #expect(Set(tokens).count == 2 && tokens[1] == tokens[3])
    }
  }

  // MARK: AWS

  @Test func `AWS gets credentials for the ID token`() async throws {
    try await SignedInHome.with { signedIn in
      let command = ["aws-credential-process", "--endpoint", "\(signedIn.issuer)/sts"]
      let role = "arn:aws:iam::123456789012:role/deploy"
      let keys = try json(try await signedIn.pixy(command + ["--role-arn", role]))
      #expect(keys["Version"] == 1 && keys["AccessKeyId"] == "ASIAEXAMPLE" && keys["SecretAccessKey"] == "a&b/c+d")
      #expect(keys["SessionToken"] == "session+token==" && keys["Expiration"] == "2030-03-17T17:46:40Z")
      #expect(try await signedIn.pixy(command, ["AWS_ROLE_ARN": role]).status == 0)

      let refused = try await signedIn.pixy(command + ["--role-arn", role + "s"])
      #expect(refused.status == 6 && refused.output.isEmpty)
      // An empty variable means the default name.
      #expect(
        try await signedIn.pixy(command, ["AWS_ROLE_ARN": role, "AWS_ROLE_SESSION_NAME": ""]).output.contains("ASIA"))
      let traced = try await signedIn.pixy(command + ["--role-arn", role, "--trace"])
      #expect(traced.errors.contains("/sts") && !traced.errors.contains("session+token"), "\(traced.errors)")
      #expect(refused.errors.contains("AccessDenied") && refused.errors.contains("trust policy"))
      // AWS returns the token in its error. It must not reach standard error.
      #expect(refused.errors.contains("[redacted]"))
      let other = try await signedIn.pixy(
        ["aws-credential-process", "--endpoint", "\(signedIn.issuer)/api/none", "--role-arn", role])
      #expect(other.status == 1 && other.errors.contains("--endpoint"))
      for arguments in [[], ["--role-arn", role, "--duration", "60"], ["--role-arn", role, "--region", "eu"]] {
        #expect(try await signedIn.pixy(command + arguments, ["AWS_ROLE_ARN": ""]).status == 64, "\(arguments)")
      }
    }
  }

  // MARK: docker

  @Test func `docker gets the token for the account's registries`() async throws {
    try await SignedInHome.with(["--origin", "https://registry.example"]) { signedIn in
      let token = try await signedIn.token()
      let host = String(signedIn.issuer.dropFirst("http://".count))
      for server in [host, signedIn.issuer, "registry.example", "https://registry.example/v2/"] {
        let outcome = try await signedIn.pixy(["docker-credential", "get"], input: server)
        let members = try json(outcome)
        #expect(members == ["ServerURL": .string(server), "Username": "ada", "Secret": .string(token)])
      }
      let unknown = try await signedIn.pixy(["docker-credential", "get"], input: "https://index.docker.io/v1/")
      #expect(unknown.status == 1 && unknown.output == "credentials not found in native keychain\n")
      let list = try await signedIn.pixy(["docker-credential", "list"])
      #expect(try json(list) == ["https://registry.example": "ada"] && list.status == 0)
      for operation in ["store", "erase"] {
        let outcome = try await signedIn.pixy(["docker-credential", operation], input: "{}")
        #expect(outcome.status == 1 && outcome.output.contains("pixy login"))
      }
      #expect(try await signedIn.pixy(["docker-credential", "whatever"]).status == 64)
    }
  }

  // MARK: mail

  #if os(Linux)
  @Test(arguments: ["oauthbearer", "xoauth2"])
  func `msmtp signs in with a token, and sends what pixy sasl prints`(_ mechanism: String) async throws {
    try await SignedInHome.with { signedIn in
      let server = Repository.root.appending(path: "Tests/Command/CLITests/Helpers/played-mail-server").path()
      let result = try await Subprocess.run(
        .path(FilePath(server)), arguments: [mechanism], input: .none, output: .sequence, error: .string(limit: 100_000)
      ) { execution in
        var port = ""
        var lines: [String] = []
        for try await line in execution.standardOutput.strings() {
          let line = line.trimmingCharacters(in: .newlines)
          guard port.isEmpty else {
            lines.append(line)
            continue
          }
          port = line
          let sent = try await Tools.run(
            "msmtp",
            [
              "--host=127.0.0.1", "--port=\(port)", "--tls=off", "--auth=\(mechanism)", "--user=ada@example.com",
              "--passwordeval='\(Repository.pixy)' token", "--from=ada@example.com", "grace@example.com",
            ], input: "Subject: Hello\n\nHello\n", environment: signedIn.home.environment)
          #expect(sent.status == 0, "\(sent.errors)")
        }
        return (port, lines)
      }
      let (port, lines) = result.closureResult
      let message = try await signedIn.pixy(
        ["sasl", mechanism] + (mechanism == "oauthbearer" ? ["--host", "127.0.0.1", "--port", port] : []))
      #expect(message.status == 0 && lines.first == message.output.trimmingCharacters(in: .newlines))
      #expect(lines.contains("Subject: Hello"))
      let raw = try await signedIn.pixy(["sasl", mechanism, "--raw", "--user", "grace"])
      let token = try await signedIn.token()
      // A line break would be a part of the message.
      #expect(raw.output.hasSuffix("auth=Bearer \(token)\u{1}\u{1}") && raw.output.contains("grace"))
    }
  }
  #endif

  @Test func `Mail options without a valid message are rejected`() async throws {
    for arguments in [["plain"], ["xoauth2", "--host", "a"], ["oauthbearer", "--port", "0"]] {
      #expect(try await CommandTests.pixy(["sasl"] + arguments).status == 64)
    }
  }
}
