internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import TokenStorage

/// `pixy docker-credential`: a credential helper for docker.
struct DockerCredentialCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "docker-credential",
    abstract: "Serve credentials to docker.",
    discussion: """
      docker calls this command as docker-credential-pixy: a link to pixy, or a script on PATH that runs \
      `exec pixy docker-credential "$@"`. Set it up for each registry, in ~/.docker/config.json:

        {"credHelpers": {"registry.example.com": "pixy"}}

      A token is sent only to the account's registries: the server's own, and those given with --origin at the \
      sign-in. For any other registry docker receives its standard message for missing credentials. Requests to store \
      or erase are rejected: use `pixy login` and `pixy logout`.
      """)

  @OptionGroup(title: "Account") var account: AccountOptions

  @Argument(help: "Docker's request: get, store, erase or list.")
  var operation: String

  func run(on console: Console) async throws {
    switch operation {
    case "get":
      let server = try DockerServer(bytes: try FileInput.bytes(of: "-", most: DockerServer.maximumBytes))
      guard let book = try await HostAccounts.book(account.profile),
        let json = try await answer(server, book, on: console)
      else {
        // docker reads errors from standard output.
        console.result(DockerCredential.notFound)
        throw ExitStatus.failure
      }
      console.result(json)
    case "list":
      guard let book = try await HostAccounts.book(account.profile) else { return console.result(json: [:]) }
      console.result(json: try await Self.registries(in: book))
    case "store", "erase":
      console.result("Pixy stores no passwords. Sign in with `pixy login` and sign out with `pixy logout`.")
      throw ExitStatus.failure
    default:
      throw ValidationError("The operation must be get, store, erase or list.")
    }
  }

  private func answer(_ server: DockerServer, _ book: AccountBook, on console: Console) async throws -> String? {
    let accounts = HostAccounts(book: book, choice: account.choice, further: [])
    guard let kept = try await accounts.account(for: server.origins) else { return nil }
    let session = try await account.session(of: kept, in: book, on: console)
    let handed = try await HandedToken.get(.access, of: session, in: book)
    let name = TokenUserName(for: server.origins.first ?? "", account: kept.account.name)
    return DockerCredential(server: server, userName: name, token: handed.token).json
  }

  /// Returns the registries given at the sign-in, with the account's name. docker sends the
  /// credentials of all listed registries to image builds, so the servers' own origins are not
  /// listed.
  private static func registries(in book: AccountBook) async throws -> [String: JSONValue] {
    var registries: [String: JSONValue] = [:]
    for account in try await book.accounts() {
      // An account that can't be read must not affect the others.
      guard let kept = try? await book.kept(account) else { continue }
      for origin in kept.record.origins.compactMap({ try? Endpoint($0).origin }) {
        registries[origin] = .string(TokenUserName(for: origin, account: account.name).text)
      }
    }
    return registries
  }
}
