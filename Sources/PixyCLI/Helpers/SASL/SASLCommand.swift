internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import TokenStorage

/// `pixy sasl`: prints what a mail client sends to sign in with an access token.
struct SASLCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sasl",
    abstract: "Print a SASL message for mail: OAUTHBEARER or XOAUTH2.",
    discussion: """
      Prints the initial response in base64, as AUTH (SMTP) and AUTHENTICATE (IMAP, POP) take it. Programs that know these mechanisms \
      make it themselves of a token; msmtp, for example, in ~/.msmtprc:

        auth oauthbearer
        user ada@example.com
        passwordeval "pixy token --account ada@example.com"

      isync takes the same command as PassCmd, with AuthMechs XOAUTH2 and a SASL library that has it.
      """)

  @Argument(help: "The mechanism: oauthbearer or xoauth2.")
  var mechanism: SASLInitialResponse.Mechanism

  @OptionGroup(title: "Account") var account: AccountOptions

  @Option(help: "Whose mailbox it is; otherwise the account's e-mail address or name.")
  var user: String?

  @Option(help: "The mail server's name, for oauthbearer.")
  var host: String?

  @Option(help: "The mail server's port, for oauthbearer.")
  var port: Int?

  @Flag(help: "Print it without base64, with its control characters.")
  var raw = false

  func validate() throws {
    guard mechanism == .oauthbearer || (host == nil && port == nil) else {
      throw ValidationError("--host and --port are for oauthbearer.")
    }
    guard port.map({ (1...65_535).contains($0) }) ?? true else {
      throw ValidationError("A port is a number from 1 to 65535.")
    }
  }

  func run() async throws {
    let console = Console.standard
    do {
      let (book, session) = try await account.session(on: console)
      let handed = try await HandedToken.get(.access, of: session, in: book)
      let kept = session.kept
      guard
        let response = SASLInitialResponse(
          mechanism,
          user: user ?? kept.record.claims["email"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? kept.account.name,
          token: handed.token,
          host: host, port: port)
      else { throw ValidationError("--user and --host can't be empty or have control characters.") }
      console.result((raw ? response.message : response.base64).reveal())
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}

extension SASLInitialResponse.Mechanism: ExpressibleByArgument {}
