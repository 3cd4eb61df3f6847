internal import ArgumentParser
internal import OAuthAsyncHTTPClient
internal import OAuthCore

/// How servers are reached, and whether what is exchanged is recorded: the one place where a command's transport is made.
struct ConnectionOptions: ParsableArguments {
  @Option(help: "A file with the only certificate authorities to trust, in PEM; otherwise this machine's are.")
  var trust: String?

  @Option(help: "A file with the client's certificate for mutual TLS, in PEM.")
  var certificate: String?

  @Option(help: "A file with the certificate's private key, in PEM, without a passphrase.")
  var certificateKey: String?

  @OptionGroup var tracing: TraceOptions

  func validate() throws {
    guard (certificate == nil) == (certificateKey == nil) else {
      throw ValidationError("Give both --certificate and --certificate-key, or neither.")
    }
  }

  /// What moves requests.
  /// - Parameter isDryRun: whether everything but questions for published documents is printed instead of sent.
  func transport(isDryRun: Bool = false) throws -> any HTTPTransport {
    let transport = try tracing.transport(
      AsyncHTTPClientTransport(trust: trust, certificate: certificate, certificateKey: certificateKey))
    guard isDryRun else { return transport }
    return DryRunTransport(
      transport, curl: CurlOptions(certificate: certificate, certificateKey: certificateKey, trust: trust),
      console: .standard)
  }
}
