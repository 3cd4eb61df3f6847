package import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import PixyConnection
internal import PixyTerminal

/// `pixy register`: registers a client and manages its registration (RFC 7591, RFC 7592).
package struct RegisterCommand: AsyncParsableCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "register",
    abstract: "Register a client and manage its registration.",
    discussion: """
      Each registration creates another client. Save the printed answer (--output FILE): it has the client's ID, its \
      secret if it has one, and the token that manages the registration later.
      """,
    subcommands: [New.self, Read.self, Update.self, Delete.self], defaultSubcommand: New.self
  ).withExamples(of: "register")

  /// `pixy register new`: registers a client.
  struct New: ConsoleCommand, ServerOptionGroups {
    static let configuration = CommandConfiguration(
      commandName: "new", abstract: "Register a client (RFC 7591).",
      discussion: """
        Without --grant and --client-auth the client is a public native app that uses authorization codes with PKCE \
        and refresh tokens. The answer is printed as JSON and contains secrets.
        """
    ).withExamples(of: "register new")

    @OptionGroup(title: "Server") var address: ServerAddressOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions
    @OptionGroup var dry: DryRunOptions
    @OptionGroup(title: "Client") var client: ClientMetadataOptions
    @OptionGroup(title: "Output") var output: RegistrationOutput

    @Option(
      name: .customLong("initial-access-token-file"),
      help: "File with the server's initial access token, or - for standard input.", completion: .file())
    var initialAccessTokenFile: String?

    func validate() throws {
      try server.requireServer()
      try FileInput.checkOneReader(of: [client.keyFile, initialAccessTokenFile])
    }

    func run(on console: Console) async throws {
      guard !server.isProvider else {
        throw ValidationError("Give an issuer. Known providers register clients on a web page.")
      }
      var metadata = ClientMetadata()
      try client.change()(&metadata)
      if client.grants.isEmpty, client.methods.isEmpty {
        metadata.tokenEndpointAuthMethod = "none"
        metadata.grantTypes = ["authorization_code", "refresh_token"]
        metadata.responseTypes = ["code"]
        metadata.applicationType = client.applicationType ?? "native"
        guard !metadata.redirectURIs.isEmpty else { throw ValidationError("Give --redirect-uri, or --grant.") }
      }
      let token = try initialAccessTokenFile.map(SecretInput.read)
      let file = try output.newFile()
      let transport = try server.transport()
      let registration = try await ClientRegistration.register(
        metadata, at: server.choice.metadata(through: transport, needing: [.registration]), initialAccessToken: token,
        through: transport)
      console.say("Registered the client \(UntrustedText(registration.clientID)).")
      output.write(registration, to: file, console)
    }
  }

  /// The options of the subcommands that manage a registration.
  struct ManagingOptions: ParsableArguments {
    @OptionGroup var current: KeptRegistration
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    @Flag(name: .customLong("dry-run"), help: "Send no request. Print it, with the curl command that sends it.")
    var dryRun = false

    func transport() throws -> any HTTPTransport { try connection.transport(isDryRun: dryRun) }
  }

  /// `pixy register read`: shows a registration.
  struct Read: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "read", abstract: "Show a client's registration (RFC 7592 §2.1)."
    ).withExamples(of: "register read")

    @OptionGroup(title: "Registration") var options: ManagingOptions
    @OptionGroup(title: "Output") var output: RegistrationOutput

    func run(on console: Console) async throws {
      let currentClient = try options.current.read()
      let file = try output.file()
      let registration = try await ClientRegistration.read(
        at: currentClient.address, with: currentClient.token, through: options.transport())
      output.write(registration, token: currentClient.token, address: currentClient.address, to: file, console)
    }
  }

  /// `pixy register update`: changes a registration.
  struct Update: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "update", abstract: "Change a client's registration (RFC 7592 §2.2).",
      discussion: """
        Reads the registration, changes the given members, and sends all members back, because the specification \
        requires a complete replacement.
        """
    ).withExamples(of: "register update")

    @OptionGroup(title: "Registration") var options: ManagingOptions
    @OptionGroup(title: "Client") var client: ClientMetadataOptions
    @OptionGroup(title: "Output") var output: RegistrationOutput

    func validate() throws {
      try FileInput.checkOneReader(of: [options.current.registration, options.current.tokenFile, client.keyFile])
    }

    func run(on console: Console) async throws {
      let currentClient = try options.current.read()
      let file = try output.file()
      let change = try client.change()
      guard !options.dryRun else { return try await plan(change, currentClient) }
      let transport = try options.transport()
      let old = try await ClientRegistration.read(
        at: currentClient.address, with: currentClient.token, through: transport)
      let token = old.registrationAccessToken ?? currentClient.token
      var metadata = ClientMetadata(additionalMembers: old.members)
      change(&metadata)
      do {
        let newRegistration = try await ClientRegistration.replace(
          with: metadata, clientID: old.clientID, at: currentClient.address, with: token, through: transport)
        console.say("Changed the registration.")
        output.write(newRegistration, token: token, address: currentClient.address, to: file, console)
      } catch {
        // Reading may issue a new token or secret (RFC 7592 §3), which invalidates the old one.
        let isNewToken = old.registrationAccessToken.map { $0 != currentClient.token } ?? false
        let isNewSecret =
          old.clientSecret.map { currentClient.members["client_secret"] != .string($0.reveal()) } ?? false
        if isNewToken || isNewSecret {
          console.say("Nothing was changed, but the server issued a new secret or token. Save this answer:")
          output.write(old, token: currentClient.token, address: currentClient.address, to: file, console)
        }
        throw error
      }
    }

    /// Prints the request of a dry run, based on the server's last answer.
    private func plan(_ change: (inout ClientMetadata) -> Void, _ currentClient: KeptRegistration.Known) async throws {
      guard let id = currentClient.members["client_id"]?.string else {
        throw ValidationError("--dry-run requires --client-file: only that file has the current registration.")
      }
      let secrets = ["client_secret", "registration_access_token"]
      var metadata = ClientMetadata(additionalMembers: currentClient.members.filter { !secrets.contains($0.key) })
      change(&metadata)
      _ = try await ClientRegistration.replace(
        with: metadata, clientID: id, at: currentClient.address, with: currentClient.token, through: options.transport()
      )
    }
  }

  /// `pixy register delete`: deletes a registration.
  struct Delete: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete a client's registration (RFC 7592 §2.3)."
    ).withExamples(of: "register delete")

    @OptionGroup(title: "Registration") var options: ManagingOptions

    func run(on console: Console) async throws {
      let currentClient = try options.current.read()
      try await ClientRegistration.delete(
        at: currentClient.address, with: currentClient.token, through: options.transport())
      console.say("Deleted the registration.")
    }
  }
}
