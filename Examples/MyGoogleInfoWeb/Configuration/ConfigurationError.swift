internal import OAuthCore

/// Why the program can't run. It names variables and files, and shows nothing that is in them but addresses.
enum ConfigurationError: Error, Hashable {
  /// A variable of the environment isn't set.
  case missing(String)
  /// The file with the secret can't be read, or holds no line of bearable length.
  case secretFile(String)
  /// `PORT` is no port.
  case port
  /// `PUBLIC_URL` is no origin that a browser may keep a sign-in at.
  case publicURL
  /// The look-alike's address isn't on this machine.
  case lookAlike
  /// There is an argument that isn't known.
  case arguments
  /// The port can't be opened.
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

  var explanation: String {
    switch self {
    case .missing(let name): "The environment has no \(name)."
    case .secretFile(let path): "GOOGLE_CLIENT_SECRET_FILE names \(UntrustedText(path)), which holds no client secret."
    case .port: "PORT is not a number from 1 to 65535."
    case .publicURL:
      "PUBLIC_URL is not an address of a scheme, a host and perhaps a port, or it is plain http and not on this machine."
    case .lookAlike: "The look-alike's address is not plain http on this machine."
    case .arguments: "There is an argument that is not known."
    case .listening(let address, let cause): "Listening on \(UntrustedText(address)) failed: \(cause)."
    }
  }

  var remedy: String {
    switch self {
    case .missing: "Set it; Examples/MyGoogleInfoWeb/README.md says to what."
    case .secretFile: "Write the secret, and nothing else, to a file that this user may read."
    case .port: "Leave it out for 8080."
    case .publicURL:
      "Give the https address that browsers use, such as https://info.example.com; leave it out to try the program on this machine."
    case .lookAlike: "Give an address such as http://127.0.0.1:8414."
    case .arguments: "The only one is --look-alike http://127.0.0.1:PORT."
    case .listening: "Choose another HOST or PORT, or stop the program that listens there."
    }
  }
}
