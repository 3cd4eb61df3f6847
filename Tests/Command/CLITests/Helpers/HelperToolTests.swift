import Foundation
import OAuthCore
import OAuthServerHummingbird
import Subprocess
import SystemPackage
import TestSurroundings
import Testing

@testable import PixyCLI

/// The real kubectl, aws, skopeo and mbsync with `pixy` as their helper, set up by the lines of
/// `Documentation/Guides/Helpers.md`.
///
/// The programs are large, so only `make helpers` installs them and runs this suite. A missing
/// program is a failure then.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PIXY_HELPERS"] != nil), .timeLimit(.minutes(60)))
struct HelperToolTests {
  /// Returns the environment in which these programs find `pixy` by its names, without the settings
  /// of the tests' user.
  private static func environment(_ signedIn: SignedInHome) throws -> [Environment.Key: String?] {
    let folder = signedIn.home.path + "/bin"
    if !FileManager.default.fileExists(atPath: folder) {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      for name in ["pixy", "docker-credential-pixy"] {
        try FileManager.default.createSymbolicLink(
          atPath: folder + "/" + name, withDestinationPath: Repository.pixy)
      }
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return signedIn.home.environment.merging([
      "PATH": "\(folder):\(path)", "KUBECONFIG": signedIn.home.path + "/kubeconfig", "AWS_PROFILE": nil,
      "AWS_CONFIG_FILE": signedIn.home.path + "/aws", "AWS_SHARED_CREDENTIALS_FILE": signedIn.home.path + "/none",
      "AWS_ACCESS_KEY_ID": nil, "AWS_EC2_METADATA_DISABLED": "true", "AWS_PAGER": "", "REGISTRY_AUTH_FILE": nil,
    ]) { $1 }
  }

  /// Returns the line of the documentation with a prefix.
  private static func documentedLine(_ beginning: String) throws -> String {
    let lines = try Repository.text("Documentation/Guides/Helpers.md").split(separator: "\n")
    return String(try #require(lines.first { $0.hasPrefix(beginning) }))
  }

  @Test(arguments: ["v1", "v1beta1"])
  func `kubectl gets a cluster's answer with the ID token`(_ version: String) async throws {
    try await SignedInHome.with { signedIn in
      let environment = try Self.environment(signedIn)
      if version == "v1" {
        let help = try await Tools.run("kubectl", ["config", "set-credentials", "--help"], environment: environment)
        // kubectl 1.20, which Debian 12 has, knows only the older version.
        guard help.output.contains("--exec-interactive-mode") else { return }
        let line = try Self.documentedLine("kubectl config set-credentials pixy ")
        let set = try await Tools.run("sh", ["-c", line], environment: environment)
        try #require(set.status == 0, "\(set.errors)")
      } else {
        let documentation = try Repository.text("Documentation/Guides/Helpers.md")
        let block = try #require(documentation.firstMatch(of: /```\n(users:\n[^`]*)```/)).1
        try "apiVersion: v1\nkind: Config\n\(block)".write(
          toFile: signedIn.home.path + "/kubeconfig", atomically: true, encoding: .utf8)
      }
      let authority = signedIn.home.path + "/authority.pem"
      try TestCertificates.authority.write(toFile: authority, atomically: true, encoding: .utf8)
      // kubectl sends no credentials without TLS.
      try await withAuthorizationServer(
        identity: ServerIdentity(
          certificateChain: Array(TestCertificates.server.utf8), privateKey: Secret(TestCertificates.serverKey)),
        make: { _ in signedIn.server }, logger: CommandTests.silent
      ) { cluster in
        let get = ["--server", cluster.text, "--certificate-authority", authority, "get", "--raw", "/apis/me"]
        let answer = try await Tools.run("kubectl", get + ["--user", "pixy"], environment: environment)
        #expect(answer.output == #"{"user":"user-1"}"#, "\(answer.errors)")
        // Without the helper the cluster rejects the request.
        let without = try await Tools.run("kubectl", get, environment: environment)
        #expect(without.status != 0)
      }
    }
  }

  @Test func `aws signs requests with credentials issued for the ID token`() async throws {
    try await SignedInHome.with { signedIn in
      let environment = try Self.environment(signedIn)
      let line = try Self.documentedLine("credential_process = ")
      let config = "[profile deploy]\nregion = eu-central-1\n\(line) --endpoint \(signedIn.issuer)/sts\n"
      try config.write(toFile: signedIn.home.path + "/aws", atomically: true, encoding: .utf8)
      let identity = try await Tools.run(
        "aws",
        [
          "sts", "get-caller-identity", "--profile", "deploy", "--endpoint-url", "\(signedIn.issuer)/sts/signed",
          "--output", "json",
        ], environment: environment)
      let members = try? JSONValue(bytes: Array(identity.output.utf8)).object
      #expect(members?["UserId"] == "AROAEXAMPLE:pixy-ada" && identity.status == 0, "\(identity.errors)")

      try config.replacing("deploy\n", with: "deploys\n").replacing("role/deploy ", with: "role/other ").write(
        toFile: signedIn.home.path + "/aws", atomically: true, encoding: .utf8)
      let refused = try await Tools.run(
        "aws", ["sts", "get-caller-identity", "--profile", "deploy"], environment: environment)
      // pixy's message about the refusal reaches the user.
      #expect(refused.status != 0 && refused.errors.contains("trust policy"), "\(refused.errors)")
    }
  }

  @Test func `skopeo lists a registry's tags with the account's token`() async throws {
    try await SignedInHome.with { signedIn in
      let environment = try Self.environment(signedIn)
      let host = String(signedIn.issuer.dropFirst("http://".count))
      func tags(_ configuration: JSONValue) async throws -> CommandTests.Outcome {
        let file = signedIn.home.path + "/auth.json"
        try Data(configuration.bytes()).write(to: URL(filePath: file))
        return try await Tools.run(
          "skopeo",
          ["list-tags", "--tls-verify=false", "--retry-times=0", "--authfile", file, "docker://\(host)/notes"],
          environment: environment)
      }
      let found = try await tags(["credHelpers": [host: "pixy"]])
      #expect(found.status == 0 && found.output.contains(#""first""#), "\(found.errors)")
      let sent = try await Data("ada:\(signedIn.token())".utf8).base64EncodedString()
      #expect(signedIn.server.seen.contains { $0.authorization == "Basic \(sent)" })
      #expect(try await tags(["auths": [:]]).status != 0)
    }
  }

  #if os(Linux)
  @Test func `mbsync fetches mail with a token`() async throws {
    try await SignedInHome.with { signedIn in
      let environment = try Self.environment(signedIn)
      let server = Repository.root.appending(path: "Tests/Command/CLITests/Helpers/played-imap-server").path()
      let mail = signedIn.home.path + "/mail/"
      try FileManager.default.createDirectory(atPath: mail, withIntermediateDirectories: false)
      let account = try ["AuthMechs ", "PassCmd "].map { String(try Self.documentedLine($0).prefix { $0 != "#" }) }
      let result = try await Subprocess.run(
        .path(FilePath(server)), arguments: ["xoauth2"], input: .none, output: .sequence, error: .string(limit: 100_000)
      ) { execution in
        var lines: [String] = []
        for try await line in execution.standardOutput.strings() {
          lines.append(line.trimmingCharacters(in: .newlines))
          guard lines.count == 1 else { continue }
          let configuration = """
            IMAPAccount work
            Host 127.0.0.1
            Port \(lines[0])
            User ada@example.com
            \(account.joined(separator: "\n").replacing("ada@example.com", with: "ada"))
            SSLType None

            IMAPStore far
            Account work

            MaildirStore near
            Path \(mail)
            Inbox \(mail)inbox

            Channel work
            Far :far:
            Near :near:
            Create Near
            Sync Pull
            SyncState *

            """
          let file = signedIn.home.path + "/mbsyncrc"
          try configuration.write(toFile: file, atomically: true, encoding: .utf8)
          let fetched = try await Tools.run("mbsync", ["--config", file, "work"], environment: environment)
          #expect(fetched.status == 0, "\(fetched.errors)")
          if fetched.status != 0 { try? execution.send(signal: .terminate) }
        }
        return lines
      }
      let message = try await signedIn.pixy(["sasl", "xoauth2", "--user", "ada@example.com"])
      #expect(result.closureResult.dropFirst().first == message.output.trimmingCharacters(in: .newlines))
      let names = try FileManager.default.contentsOfDirectory(atPath: mail + "inbox/new")
      let text = try String(contentsOfFile: mail + "inbox/new/" + #require(names.first), encoding: .utf8)
      #expect(names.count == 1 && text.contains("Subject: Hello"))
    }
  }
  #endif
}
