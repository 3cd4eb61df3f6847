package import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import PixyAuth
package import PixyTerminal
internal import TokenStorage

/// `pixy sasl`: prints the SASL message with which a mail client signs in with an access token.
package struct SASLCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "sasl",
    abstract: "Print a SASL message for mail servers.",
    discussion: """
      Prints the initial response of OAUTHBEARER or XOAUTH2 in base64, as AUTH (SMTP) and AUTHENTICATE (IMAP, POP) \
      expect it. Programs that support these mechanisms only need the token; msmtp, for example, in ~/.msmtprc:

        auth oauthbearer
        user ada@example.com
        passwordeval "pixy token --account ada@example.com"

      isync accepts the same command as PassCmd, with AuthMechs XOAUTH2 and a SASL library that supports it.
      """
  ).withExamples(of: "sasl")

  @Argument(help: "Mechanism: oauthbearer or xoauth2.")
  var mechanism: SASLInitialResponse.Mechanism

  @OptionGroup(title: "Account") var account: AccountOptions

  @Option(help: "User of the mailbox. Default: the account's e-mail address or name.")
  var user: String?

  @Option(help: "Name of the mail server, for oauthbearer.")
  var host: String?

  @Option(help: "Port of the mail server, for oauthbearer.")
  var port: Int?

  @Flag(help: "Print the message without base64, with its control characters and without a line break.")
  var raw = false

  package func validate() throws {
    guard mechanism == .oauthbearer || (host == nil && port == nil) else {
      throw ValidationError("--host and --port require oauthbearer.")
    }
    guard port.map({ (1...65_535).contains($0) }) ?? true else {
      throw ValidationError("--port must be from 1 to 65535.")
    }
  }

  package func run(on console: Console) async throws {
    let (directory, session) = try await account.session(on: console)
    let handedToken = try await HandedToken.get(.access, of: session, in: directory)
    let storedAccount = session.storedAccount
    guard
      let response = SASLInitialResponse(
        mechanism,
        user: user ?? storedAccount.record.claims["email"]?.string.flatMap { $0.isEmpty ? nil : $0 }
          ?? storedAccount.userName,
        token: handedToken.token,
        host: host, port: port)
    else { throw ValidationError("--user and --host must not be empty or have control characters.") }
    // The raw message ends without a line break, which the server would read as a part of it.
    raw ? console.bytes(Array(response.message.reveal().utf8)) : console.result(response.base64.reveal())
  }
}

extension SASLInitialResponse.Mechanism: ExpressibleByArgument {}
