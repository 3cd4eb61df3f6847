package import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import PixyAuth
package import PixyTerminal
internal import TokenStorage

/// `pixy docker-credential`: a credential helper for docker.
package struct DockerCredentialCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "docker-credential",
    abstract: "Serve credentials to docker.",
    discussion: """
      docker calls this command as docker-credential-pixy: a link to pixy, or a script on PATH that runs \
      `exec pixy docker-credential "$@"`. Set it up for each registry, in ~/.docker/config.json:

        {"credHelpers": {"registry.example.com": "pixy"}}

      A token is sent only to the account's registries: the server's own, and those given with --origin at the \
      sign-in. For any other registry docker receives its standard message for missing credentials. Requests to store \
      or erase are rejected: use `pixy login` and `pixy logout`.
      """
  ).withExamples(of: "docker-credential")

  @OptionGroup(title: "Account") var account: AccountOptions

  @Argument(help: "Docker's request: get, store, erase or list.")
  var operation: String

  package func run(on console: Console) async throws {
    switch operation {
    case "get":
      let server = try DockerServer(bytes: try FileInput.bytes(of: "-", most: DockerServer.maximumBytes))
      guard let directory = try await HostAccounts.directory(account.profile),
        let json = try await answer(server, directory, on: console)
      else {
        if let name = account.account, let place = server.origins.first {
          console.say(
            """
            pixy: \(UntrustedText(place)) is none of the origins that the account \(UntrustedText(name)) sends its \
            token to. If that registry accepts the token, sign in with --origin \(UntrustedText(place)).
            """)
        }
        // docker reads errors from standard output.
        console.result(DockerCredential.notFound)
        throw ExitStatus.failure
      }
      console.result(json)
    case "list":
      guard let directory = try await HostAccounts.directory(account.profile) else { return console.result(json: [:]) }
      console.result(json: try await Self.registries(in: directory))
    case "store", "erase":
      console.result("Pixy stores no passwords. Sign in with `pixy login` and sign out with `pixy logout`.")
      throw ExitStatus.failure
    default:
      throw ValidationError("The operation must be get, store, erase or list.")
    }
  }

  private func answer(_ server: DockerServer, _ directory: AccountDirectory, on console: Console) async throws
    -> String?
  {
    let accounts = HostAccounts(directory: directory, choice: account.choice, further: [])
    guard let storedAccount = try await accounts.account(for: server.origins) else { return nil }
    let session = try await account.session(of: storedAccount, in: directory, on: console)
    let handedToken = try await HandedToken.get(.access, of: session, in: directory)
    let name = TokenUserName(for: server.origins.first ?? "", of: storedAccount)
    return DockerCredential(server: server, userName: name, token: handedToken.token).json
  }

  /// Returns the registries given at the sign-in, with the account's name. docker sends the
  /// credentials of all listed registries to image builds, so the servers' own origins are not
  /// listed.
  private static func registries(in directory: AccountDirectory) async throws -> [String: JSONValue] {
    var registries: [String: JSONValue] = [:]
    for account in try await directory.accounts() {
      // An account that can't be read must not affect the others.
      guard let storedAccount = try? await directory.storedAccount(account) else { continue }
      for origin in storedAccount.record.origins.compactMap({ try? Endpoint($0).origin }) {
        registries[origin] = .string(TokenUserName(for: origin, of: storedAccount).text)
      }
    }
    return registries
  }
}
