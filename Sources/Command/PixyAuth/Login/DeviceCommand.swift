package import ArgumentParser

/// `pixy device`: the same as `pixy login --grant device_code` (RFC 8628).
package struct DeviceCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Sign in with a browser on another device.",
    discussion: """
      The same as `pixy login --grant device_code`. Shows a URL and a code that you enter in any browser, then waits \
      until you have allowed the sign-in there. For machines without a browser, with servers that support the device \
      grant (RFC 8628). With the scope openid the ID token is verified.
      """)

  @OptionGroup var login: LoginCommand

  package init() {}

  package func validate() throws {
    guard login.grant.grant == .code || login.grant.grant == .device else {
      throw ValidationError("pixy device always uses --grant device_code.")
    }
    if let option = login.browser.changes.first {
      throw ValidationError("\(option) needs a sign-in with this machine's browser: pixy login.")
    }
    try onDevice.validate()
  }

  package func run() async throws { try await onDevice.run() }

  /// The sign-in with the device grant.
  private var onDevice: LoginCommand {
    var command = login
    command.grant.grant = .device
    return command
  }
}
