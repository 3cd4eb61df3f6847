import ArgumentParser
import Foundation
import OAuthCore
import OAuthServerHummingbird
import Subprocess
import Testing

@testable import PixyCLI

/// The report of wrong usage, which is the same whether the argument parser or the running command
/// finds it.
@Suite(.timeLimit(.minutes(60))) struct WrongUsageTests {
  /// Returns every command, with its path of names.
  static func commands(
    below root: any ParsableCommand.Type = PixyCommand.self, _ words: [String] = []
  ) -> [(words: [String], type: any ParsableCommand.Type)] {
    [(words, root)]
      + root.configuration.subcommands.flatMap {
        commands(below: $0, words + [$0.configuration.commandName ?? ""])
      }
  }

  @Test func `Every command reports wrong usage as the argument parser does, and exits with 64`() throws {
    // Commands with subcommands run the default one, or print their help.
    let commands = Self.commands().filter { $0.type.configuration.subcommands.isEmpty }
    #expect(commands.count > 40)
    for (words, type) in commands {
      // Commands that pass their arguments on reject no unknown option, but this one.
      let found = [["--no-such-option"], ["--profile"]].lazy.compactMap { wrong -> (any Error)? in
        do {
          _ = try PixyCommand.parseAsRoot(words + wrong)
          return nil
        } catch {
          return error
        }
      }.first
      let error = try #require(found, "\(words)")
      #expect(PixyCommand.exitCode(for: error) == .validationFailure, "\(words)")
      let usage = PixyCommand.fullMessage(for: error).split(separator: "\n").drop { !$0.hasPrefix("Usage: ") }
      let said = WrongUsage.text(ValidationError("Something."), of: type).split(separator: "\n")
      #expect(said.first == "pixy: Something." && Array(said.dropFirst()) == Array(usage), "\(words)")
    }
  }

  /// Wrong usage of every command, in a form that is found as late as possible. FOLDER is a folder,
  /// which can't be a trace or a key.
  private static let wrong: [String: String] = [
    "login": "https://a.example --client-id x --trace-file FOLDER",
    "device": "https://a.example --client-id x --trace-file FOLDER", "logout": "--trace-file FOLDER",
    "status": "--profile a/b", "switch": "ada --profile a/b", "token": "--trace-file FOLDER",
    "refresh": "--trace-file FOLDER", "introspect": "https://a.example --client-id x --token-file FOLDER",
    "revoke": "https://a.example --client-id x --token-file FOLDER", "whoami": "--trace-file FOLDER",
    "request": "GET https://a.example --any-origin --trace-file FOLDER",
    "mcp connect": "https://a.example --trace-file FOLDER", "mcp doctor": "https://a.example --trace-file FOLDER",
    "mcp add": "notes https://a.example --host cursor --file -", "mcp list": "--nonsense",
    "curl": "--any-origin --trace-file FOLDER -- https://a.example", "curl-config": "--trace-file FOLDER",
    "env": "--trace-file FOLDER", "run": "--trace-file FOLDER -- true",
    "git-credential": "--origin https://a.example get", "docker-credential": "nonsense",
    "kubernetes-credential": "--trace-file FOLDER",
    "aws-credential-process": "--role-arn arn:aws:iam::1:role/a --region eu-west-1 --trace-file FOLDER",
    "sasl": "oauthbearer --host h\u{7} --port 1", "register new": "https://a.example --registration-file FOLDER",
    "register read": "--registration x --uri https://a.example",
    "register update": "--registration x --uri https://a.example",
    "client-document": "https://example.com",
    "register delete": "--registration x --uri https://a.example", "discover": "https://a.example --trace-file FOLDER",
    "decode": "--trace-file FOLDER --issuer https://a.example", "explain": "a b", "pkce make": "--bytes 1",
    "pkce challenge": "--nonsense", "pkce check": "x --nonsense",
    "storage show": "--profile a/b", "storage move": "files --profile a/b",
    "config list": "nonsense", "config get": "nonsense", "config set": "port nonsense", "config unset": "nonsense",
    "doctor": "--profile a/b", "completion": "nonsense", "serve run": "--set nonsense",
    "serve client add": "--database FOLDER/db --set nonsense", "serve client list": "--set nonsense",
    "serve client show": "x --set nonsense", "serve client check": "x --set nonsense",
    "serve client change": "x --name y --set nonsense",
    "serve client secret": "x --set nonsense", "serve client remove": "x --set nonsense",
    "serve user add": "ada --set nonsense", "serve user list": "--set nonsense",
    "serve user change": "ada --name x --set nonsense", "serve user password": "ada --set nonsense",
    "serve user disable": "ada --set nonsense", "serve user enable": "ada --set nonsense",
    "serve user remove": "ada --set nonsense", "serve group list": "--set nonsense",
    "serve group add": "staff ada --set nonsense", "serve group remove": "staff ada --set nonsense",
    "serve session list": "ada --set nonsense",
    "serve session end": "ada --set nonsense", "serve user unlock": "ada --set nonsense",
    "serve grant list": "ada --set nonsense", "serve grant end": "ada --set nonsense", "serve audit": "--set nonsense",
    "serve key list": "--set nonsense", "serve key rotate": "--set nonsense", "serve key revoke": "x --set nonsense",
    "serve key reset": "--yes --set nonsense", "serve database copy": "x --set nonsense",
    "serve database revoke": "--set nonsense",
    "demo": "--nonsense",
  ]

  @Test func `Wrong usage of every command has one form, with an account too`() async throws {
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      try await Home.with { home in
        let environment = home.environment.merging(["BROWSER": browser]) { $1 }
        let login = try await CommandTests.pixy(
          ["login", issuer.text, "--client-id", "pixy", "--scope", "profile"], environment: environment)
        #expect(login.status == 0, "\(login.errors)")
        for (words, type) in Self.commands() where type.configuration.subcommands.isEmpty {
          let command = words.joined(separator: " ")
          let arguments = try #require(Self.wrong[command], "\(command)").split(separator: " ").map { word in
            String(word).replacing("FOLDER", with: home.path)
          }
          let said = try await CommandTests.pixy(words + arguments, input: "x", environment: environment)
          #expect(said.status == 64 && said.output.isEmpty, "\(command): \(said)")
          // The error, perhaps the purpose of the argument, then the usage, and nothing after that.
          let expected = WrongUsage.text(ValidationError("x"), of: type).drop { $0 != "\n" } + "\n"
          #expect(said.errors.hasSuffix(expected), "\(command): \(said.errors)")
          #expect(said.errors.split(separator: "\n").contains { $0.hasPrefix("pixy: ") }, "\(command): \(said.errors)")
        }
      }
    }
  }
}
