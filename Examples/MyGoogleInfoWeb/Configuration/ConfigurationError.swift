internal import OAuthCore

/// The reasons why the program can't start. An error names variables and files. It shows no
/// contents of theirs except addresses.
enum ConfigurationError: Error, Hashable {
  /// An environment variable isn't set.
  case missing(String)
  /// The secret's file can't be read, is empty, or is longer than the longest accepted secret.
  case secretFile(String)
  /// `PORT` isn't a port number.
  case port
  /// `PUBLIC_URL` isn't an origin, or is a plain http origin on another machine.
  case publicURL
  /// The look-alike's address isn't on this machine.
  case lookAlike
  /// An argument is unknown.
  case arguments
  /// The program can't listen on the address.
  case listening(address: String, cause: UntrustedText)
}

extension ConfigurationError: ExplainedError {
  var code: String {
    switch self {
    case .missing: "variable_missing"
    case .secretFile: "secret_file_unusable"
    case .port: "port_unusable"
    case .publicURL: "public_url_unusable"
    case .lookAlike: "look_alike_unusable"
    case .arguments: "arguments_unknown"
    case .listening: "listening_failed"
    }
  }

  var step: FlowStep { .configuration }

  var category: ErrorCategory {
    switch self {
    case .missing, .secretFile, .port, .publicURL, .lookAlike, .arguments: .mistake
    case .listening: .system
    }
  }

  var explanation: String {
    switch self {
    case .missing(let name): "The environment variable \(name) is not set."
    case .secretFile(let path): "GOOGLE_CLIENT_SECRET_FILE names \(UntrustedText(path)), which has no client secret."
    case .port: "PORT is not a number from 1 to 65535."
    case .publicURL:
      "PUBLIC_URL is not an origin (scheme, host and port), or is a plain http origin on another machine."
    case .lookAlike: "The look-alike's address is not a plain http address on this machine."
    case .arguments: "An argument is unknown."
    case .listening(let address, let cause): "Listening on \(UntrustedText(address)) failed: \(cause)."
    }
  }

  var remedy: String {
    switch self {
    case .missing: "Set it to the value that Examples/MyGoogleInfoWeb/README.md describes."
    case .secretFile: "Write only the secret to a file that the program's user may read."
    case .port: "Set PORT to another number, or unset it to use 8080."
    case .publicURL:
      "Set it to the https origin that browsers use, such as https://info.example.com, or unset it for this machine."
    case .lookAlike: "Use an address such as http://127.0.0.1:8414."
    case .arguments: "The only option is --look-alike http://127.0.0.1:PORT."
    case .listening: "Choose another HOST or PORT, or stop the program that listens there."
    }
  }
}
