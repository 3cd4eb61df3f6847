internal import ArgumentParser

/// The flags that say how `pixy serve` is reached, and what it allows.
struct ServingOptions: ParsableArguments {
  @Option(help: "The IP address to listen on; 127.0.0.1 unless said.")
  var host: String?

  @Option(help: "The port to listen on, 8414 unless said; 0 takes any free one.")
  var port: String?

  @Option(
    help: "The https issuer, if a proxy brings TLS or people use another name; without one it is the address itself.")
  var issuer: String?

  @Option(
    name: .customLong("tls-certificate"),
    help: "A PEM file with the server's certificate chain: then it speaks https itself.")
  var certificateFile: String?

  @Option(name: .customLong("tls-key"), help: "A PEM file with the certificate's private key.")
  var certificateKeyFile: String?

  @Option(
    name: .customLong("trusted-proxies"),
    help: "The IP addresses of proxies in front, with spaces between them: their X-Forwarded-For is believed.")
  var trustedProxies: String?

  @Option(
    name: .customLong("state-port"),
    help: "A port for /health/live, /health/ready and /metrics; without one there are none.")
  var statePort: String?

  @Option(
    name: .customLong("state-host"), help: "The IP address that the state port listens on; 127.0.0.1 unless said.")
  var stateHost: String?

  @Option(name: .customLong("log-format"), help: "How log records are written: text or json, one object a line.")
  var logFormat: String?

  @Option(
    name: .customLong("log-level"),
    help: "The least important records to write: trace, debug, info, notice, warning, error, critical.")
  var logLevel: String?

  @Option(
    help: "All scopes that there are, with spaces between them; 'openid profile email offline_access' unless said.")
  var scopes: String?

  @Option(
    name: .customLong("access-token-format"),
    help: "What access tokens of clients are that register themselves, or are added without saying it: opaque or jwt.")
  var accessTokenFormat: String?

  @Option(
    name: .customLong("id-token-algorithm"),
    help:
      "What signs for clients that are added without an algorithm: ES256, which is usual, or another one of signing_algorithms. Those that register themselves mean RS256."
  )
  var idTokenAlgorithm: String?

  @Flag(name: .customLong("open-registration"), help: "Let anybody register clients (RFC 7591).")
  var isRegistrationOpen = false

  @Option(
    name: .customLong("initial-access-token-file"),
    help: "A file with the token that lets its bearers register clients (RFC 7591 §3).")
  var initialAccessTokenFile: String?

  /// The settings that these flags give.
  var flags: [(ServeSetting, String, String?)] {
    [
      (.host, "--host", host), (.port, "--port", port), (.issuer, "--issuer", issuer),
      (.certificateFile, "--tls-certificate", certificateFile), (.certificateKeyFile, "--tls-key", certificateKeyFile),
      (.trustedProxies, "--trusted-proxies", trustedProxies), (.statePort, "--state-port", statePort),
      (.stateHost, "--state-host", stateHost),
      (.logFormat, "--log-format", logFormat), (.logLevel, "--log-level", logLevel), (.scopes, "--scopes", scopes),
      (.accessTokenFormat, "--access-token-format", accessTokenFormat),
      (.idTokenAlgorithm, "--id-token-algorithm", idTokenAlgorithm),
      (.isRegistrationOpen, "--open-registration", isRegistrationOpen ? "true" : nil),
      (.initialAccessTokenFile, "--initial-access-token-file", initialAccessTokenFile),
    ]
  }
}
