package import ArgumentParser
package import PixyConnection
internal import PixyTerminal

/// `pixy device`: the same as `pixy login --grant device_code` (RFC 8628).
package struct DeviceCommand: AsyncParsableCommand, ServerOptionGroups {
  package static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Sign in with a browser on another device.",
    discussion: """
      The same as `pixy login --grant device_code`. Shows a URL and a code that you enter in any browser, then waits \
      until you have allowed the sign-in there. For machines without a browser, with servers that support the device \
      grant (RFC 8628). With the scope openid the ID token is verified.
      """
  ).withExamples(of: "device")

  @OptionGroup(title: "Server") package var address: ServerAddressOptions
  @OptionGroup(title: "Connection") package var connection: ConnectionOptions
  @OptionGroup package var dry: DryRunOptions
  @OptionGroup(title: "Client") var client: ClientOptions
  @OptionGroup(title: "Request") var request: RequestOptions
  @OptionGroup(title: "Account") var keep: AccountStorageOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  // The options of other grants are read, so that an error says which command has them.
  @OptionGroup(visibility: .hidden) var registration: RegistrationOptions
  @OptionGroup(visibility: .hidden) var authorization: AuthorizationOptions
  @OptionGroup(visibility: .hidden) var grant: GrantOptions
  @OptionGroup(visibility: .hidden) var browser: BrowserOptions

  package init() {}

  package func validate() throws {
    guard grant.grant == .code || grant.grant == .device else {
      throw ValidationError("pixy device always uses --grant device_code.")
    }
    if let option = browser.changes.first {
      throw ValidationError("\(option) needs a sign-in with this machine's browser: pixy login.")
    }
    try login.validate()
  }

  package func run() async throws { try await login.run() }

  /// The sign-in with the device grant.
  private var login: LoginCommand {
    var command = LoginCommand()
    (command.server, command.client, command.request) = (server, client, request)
    (command.keep, command.output) = (keep, output)
    (command.refresh, command.reportsError) = (false, false)
    (command.registration, command.authorization) = (registration, authorization)
    (command.grant, command.browser) = (grant, browser)
    command.grant.namedGrant = .device
    return command
  }
}
