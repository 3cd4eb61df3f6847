internal import ArgumentParser
internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import PixyConnection
internal import PixyTerminal
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The guide through a sign-in whose command line names no server or no client: what is needed, where it comes from,
/// and a question for it. Programs and CI get an error instead.
struct SignInGuide: Sendable {
  let say: @Sendable (String) -> Void
  /// Asks a question, and returns the answer; `nil` if there is none.
  let ask: @Sendable (_ question: String) async throws -> String?

  init(
    saying say: @escaping @Sendable (String) -> Void,
    asking ask: @escaping @Sendable (String) async throws -> String? = Self.askTerminal
  ) {
    (self.say, self.ask) = (say, ask)
  }

  /// Whether a user can answer: the terminal shows messages and accepts lines, and the output isn't for a program.
  static var isPossible: Bool {
    let isCI = ProcessInfo.processInfo.environment["CI"].map { !$0.isEmpty } ?? false
    return Terminal.isInput && Terminal.isShown && !ErrorReport.isJSON && !isCI
  }

  /// The port to register with a provider that accepts no other, if no option or setting names one.
  static let port = 8414

  /// Asks for the server.
  ///
  /// - Returns: An issuer, the name of a provider, or the URL of a resource; `nil` without an answer.
  func server() async throws -> String? {
    say(
      """
      Where do you sign in? Type the name of a provider (\(ProviderName.list)), the address of an authorization \
      server, or the URL of an MCP server or another protected resource.
      """)
    return try await ask("Server: ")
  }

  /// Asks for the provider's location.
  func location(of provider: ProviderName, _ place: String) async throws -> String? {
    say("\(provider.rawValue) has a location of its own for each organization: \(place).")
    return try await ask("Location: ")
  }

  /// Asks for the ID of a client at a provider.
  ///
  /// - Parameters:
  ///   - provider: The provider.
  ///   - page: The address of the provider's page for developers, if it is known.
  ///   - redirectURI: The redirect URI to register; `nil` if the sign-in needs none.
  ///   - command: The command without the client.
  func client(
    at provider: Provider, page: String?, redirectURI: String?, command: String
  ) async throws -> String? {
    explain(provider.name)
    let link = page.map { " (\($0))" } ?? ""
    say("Register an application once. Its client ID is here: \(provider.clientID.place)\(link).")
    if let redirectURI { say("Its redirect URI is \(redirectURI); register it at \(provider.redirects.place).") }
    if provider.clientSecret == .required {
      say("\(provider.name) also issues a client secret. You are asked for it next, or give --client-secret-file FILE.")
    }
    say("Without questions: \(command) --client-id ID")
    return try await ask("Client ID: ")
  }

  /// Asks for the ID of a client at an issuer.
  ///
  /// - Parameters:
  ///   - issuer: The issuer.
  ///   - registers: Whether the server registers clients on request.
  ///   - command: The command without the client.
  /// - Returns: The client ID; `nil` to register a client, or if there is no answer.
  func client(at issuer: String, registers: Bool, command: String) async throws -> String? {
    explain(issuer)
    if registers {
      say("This server registers clients on request. Press Return to register one, as `\(command) --register`.")
    } else {
      say(
        """
        Ask the server's operator for it, for a public client with the redirect URI http://127.0.0.1/callback. Without \
        questions: \(command) --client-id ID
        """)
    }
    return try await ask(registers ? "Client ID, or Return: " : "Client ID: ")
  }

  private func explain(_ server: String) {
    say(
      """
      \(server) needs a client ID: the public name under which this program is registered there. It is no secret, and \
      not your user name.
      """)
  }

  /// Asks at the terminal, which edits and shows the line.
  static let askTerminal: @Sendable (String) async throws -> String? = { question in
    _ = try? FileDescriptor.standardError.writeAll(question.utf8)
    let input = try TerminalInput()
    var line: [UInt8] = []
    while true {
      try Task.checkCancellation()
      switch await input.next(within: 1_000) {
      case .nothing: continue
      case .ended: return nil
      case .bytes(let bytes):
        line += bytes
        guard line.last == UInt8(ascii: "\n") || line.last == UInt8(ascii: "\r") else { continue }
        let text = String(decoding: line, as: UTF8.self).trimming(while: \.isWhitespace)
        return text.isEmpty ? nil : text
      }
    }
  }
}

extension LoginCommand {
  /// Whether a guide can complete the command line: it names no server, or none of the clients that the server
  /// needs.
  var needsGuide: Bool {
    grant.grant.needsUser && (!server.isGiven || !hasClient && !findsClient)
  }

  private var hasClient: Bool { registration.register || client.isNamed }

  /// Returns the command with the answers to what its command line lacks. Without an answer it stays as it is, and
  /// its validation says what is missing.
  func completed(by guide: SignInGuide) async throws -> LoginCommand {
    var command = self
    if !server.isGiven {
      guard let text = try await guide.server() else { return self }
      command.server.address.issuer = text
      try command.server.address.validate()
    }
    let address = command.server.address
    if let provider = address.providerName, address.at == nil, let place = provider.neededPlace {
      guard let text = try await guide.location(of: provider, place) else { return command }
      command.server.address.at = text
    }
    guard command.server.isProvider, !hasClient else { return command }
    return try await command.completedAtProvider(by: guide)
  }

  private func completedAtProvider(by guide: SignInGuide) async throws -> LoginCommand {
    var command = self
    let provider = try server.choice.provider()
    var redirectURI: String?
    if grant.grant == .code {
      // Without a redirect URI on this machine, the validation's error is all there is to say.
      guard let kind = provider.redirects.loopbackKind else { return self }
      let host = kind == .localhost || kind == .localhostWithRegisteredPort ? "localhost" : "127.0.0.1"
      let isFixed = kind == .loopbackWithRegisteredPort || kind == .localhostWithRegisteredPort
      if isFixed, browser.port == nil, browser.redirectURI == nil,
        try Settings.load(ProcessInfo.processInfo.environment).port ?? 0 == 0
      {
        command.browser.port = SignInGuide.port
      }
      let port = isFixed ? try command.browser.port ?? Settings.load(ProcessInfo.processInfo.environment).port : nil
      redirectURI = browser.redirectURI ?? "http://\(host)\(port.map { ":\($0)" } ?? "")\(browser.redirectPath)"
    }
    var words = ["pixy", grant.grant == .device ? "device" : "login"] + server.choice.arguments
    if let port = command.browser.port { words += ["--port", String(port)] }
    let id = try await guide.client(
      at: provider, page: server.address.at == nil ? server.address.providerName?.page : nil, redirectURI: redirectURI,
      command: words.map(ShellWord.quoted).joined(separator: " "))
    guard let id else { return self }
    command.client.clientID = id
    if provider.clientSecret == .required, client.clientSecretFile == nil { command.client.clientSecretFile = "-" }
    return command
  }

  /// Returns the command with a client at an issuer: the one that the user names, or a new one.
  ///
  /// - Returns: `nil` without an answer.
  /// - Throws: The errors of discovery.
  func completedAtIssuer(by guide: SignInGuide) async throws -> LoginCommand? {
    var command = self
    let metadata = try await server.choice.metadata(through: server.transport())
    let registers = grant.grant == .code && metadata.registrationEndpoint != nil
    let words = ["pixy", grant.grant == .device ? "device" : "login"] + server.choice.arguments
    let id = try await guide.client(
      at: UntrustedText(server.address.issuer ?? "").description, registers: registers,
      command: words.map(ShellWord.quoted).joined(separator: " "))
    guard id != nil || registers else { return nil }
    command.client.clientID = id
    command.registration.register = id == nil
    return command
  }
}
