internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import PixyConnection
internal import PixyTerminal
internal import QRCode

/// The instructions for a sign-in with a browser on another device (RFC 8628): the address, the user
/// code, and the remaining time.
struct DeviceInstructions: Sendable {
  private let status = StatusLine()
  private let isTimeShown: Bool
  /// The console, whose messages appear above the remaining time.
  let console: Console

  /// - Parameters:
  ///   - console: The console.
  ///   - isTraced: Whether a trace goes to the same terminal, which would overwrite the time.
  init(on console: Console, isTraced: Bool) {
    self.console = console.above(status)
    isTimeShown = Terminal.isThere(ProcessInfo.processInfo.environment) && !isTraced
  }

  /// Shows the address and the code, and waits until the user has signed in.
  ///
  /// - Parameters:
  ///   - oauth: The client.
  ///   - scope: The scope to request.
  ///   - resources: The resources that the token is for (RFC 8707).
  /// - Throws: The errors of `OAuthClient.deviceAuthorization` and `OAuthClient.tokens(for:)`.
  func tokens(from oauth: OAuthClient, scope: Scope, resources: [String]) async throws -> TokenResponse {
    var parameters = FormParameters()
    for resource in resources { parameters.append("resource", resource) }
    return try await RemainingTime(status: status, isShown: isTimeShown).shown { [parameters] begin in
      let authorization = try await oauth.deviceAuthorization(scope: scope, parameters: parameters)
      show(authorization)
      begin(authorization.expiresIn)
      return try await oauth.tokens(for: authorization, resources: resources) { report($0) }
    }
  }

  private func show(_ authorization: DeviceAuthorization) {
    console.say("Open this address in any browser, and enter the code \(UntrustedText(authorization.userCode)):")
    console.say("")
    console.say("  \(authorization.verificationURI.text)")
    if let complete = authorization.verificationURIComplete {
      console.say("")
      console.say("Or open this one, which contains the code:")
      console.say("")
      console.say("  \(complete.text)")
      for line in Self.picture(of: complete) { console.say(line) }
    }
    console.say("")
    console.say("Waiting, for at most \(authorization.expiresIn.inWords) …")
  }

  /// Returns the URL as a QR code for a phone's camera, if standard error is a terminal.
  private static func picture(of address: Endpoint) -> [String] {
    Terminal.isThere(ProcessInfo.processInfo.environment) ? picture(of: address.text, width: Terminal.width) : []
  }

  /// Returns a text as a QR code, or a sentence if a terminal is too narrow for it. A code whose lines the terminal
  /// breaks can't be scanned.
  ///
  /// - Parameter width: The terminal's columns.
  static func picture(of text: String, width: Int) -> [String] {
    guard let symbol = QRSymbol(text) else { return [] }
    guard symbol.boxSize <= width else {
      return ["", "A QR code of this address needs a terminal of \(symbol.boxSize) columns."]
    }
    return ["", "Or scan this code with a phone:", ""] + symbol.terminalLines
  }

  private func report(_ progress: PollingProgress) {
    if progress.state == .slowedDown { console.say("The server asked for longer pauses between requests.") }
    if progress.state == .unreachable { console.say("The server gave no usable answer; trying again.") }
  }
}
