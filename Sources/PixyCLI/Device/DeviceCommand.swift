#if CLI
internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect
internal import QRCode
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `pixy device`: signs in on another device that has a browser (RFC 8628).
struct DeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Sign in with a browser on another device.",
    discussion: """
      Shows an address and a code for any browser, and waits until you have agreed there. For machines without a browser, \
      and servers that know the device grant (RFC 8628). With the scope openid the ID token is verified.
      """)

  @OptionGroup(title: "Server") var server: ServerOptions
  @OptionGroup(title: "Client") var client: ClientOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(help: "What to ask for; repeat it, or separate by spaces.")
  var scope: [String] = []

  @Flag(name: .customLong("dpop"), help: "Bind the tokens to a fresh key (DPoP, RFC 9449).")
  var dpop = false

  func validate() throws {
    try client.requireRegisteredClient()
  }

  func run() async throws {
    let console = Console.standard
    do {
      let logger = console.logger(isVerbose: output.verbose)
      let scope = scope.isEmpty ? nil : try Scope(parameter: scope.joined(separator: " "))
      let outcome =
        if let provider = try server.provider() {
          try await run(client.providerClient(provider, server, logger: logger), scope, console)
        } else {
          try await run(
            client.oauthClient(server, prover: dpop ? try DPoPProver.generate() : nil, logger: logger), scope ?? .none,
            console)
        }
      console.say("Signed in.")
      if output.token { console.result(outcome.tokens.accessToken.reveal()) }
      if output.json { console.result(outcome.json) }
    } catch let error as ValidationError {
      throw error
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }

  private func run(_ oauth: OAuthClient, _ scope: Scope, _ console: Console) async throws -> TokenOutcome {
    let authorization = try await oauth.deviceAuthorization(scope: scope)
    show(authorization, on: console)
    let tokens = try await oauth.tokens(for: authorization) { tell($0, on: console) }
    var outcome = TokenOutcome(oauth, tokens)
    if scope.contains("openid") {
      outcome.idToken = try await client.openIDClient(oauth).idToken(in: tokens)
      console.say("The ID token is verified.")
    }
    return outcome
  }

  private func run(_ client: ProviderClient, _ scope: Scope?, _ console: Console) async throws -> TokenOutcome {
    guard !dpop else { throw ValidationError("--dpop is for an issuer, not for a provider's name.") }
    let signedIn = try await client.signInOnDevice(
      scope: scope, showing: { show($0, on: console) }, progress: { tell($0, on: console) })
    var outcome = TokenOutcome(try await client.oauthClient(), signedIn.tokens)
    outcome.idToken = signedIn.idToken
    if signedIn.idToken != nil { console.say("The ID token is verified.") }
    _ = try await ProviderLogin.profile(of: signedIn, client, saying: console.say)
    return outcome
  }

  private func show(_ authorization: DeviceAuthorization, on console: Console) {
    console.say("Open this address in any browser, and enter the code \(UntrustedText(authorization.userCode)):")
    console.say("")
    console.say("  \(authorization.verificationURI.text)")
    if let complete = authorization.verificationURIComplete {
      console.say("")
      console.say("Or open this one, which has the code already:")
      console.say("")
      console.say("  \(complete.text)")
      for line in Self.picture(of: complete) { console.say(line) }
    }
    console.say("")
    console.say("Waiting, for at most \(authorization.expiresIn.components.seconds) s …")
  }

  /// The address as a QR code for a phone's camera, if somebody sees it and it fits.
  private static func picture(of address: Endpoint) -> [String] {
    guard Terminal.isThere(ProcessInfo.processInfo.environment), let symbol = try? QRSymbol(address.text),
      symbol.boxSize <= 80
    else { return [] }
    return ["", "Or scan this with a phone:", ""] + symbol.terminalLines
  }

  private func tell(_ progress: PollingProgress, on console: Console) {
    if progress.state == .slowedDown { console.say("The server asks to wait longer between questions.") }
    if progress.state == .unreachable { console.say("The server cannot be reached; trying again.") }
  }
}
#endif
