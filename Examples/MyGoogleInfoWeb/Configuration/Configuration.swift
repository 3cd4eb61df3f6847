#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import OAuthProviders

/// The program's configuration, from environment variables and arguments. README.md lists them.
struct Configuration: Sendable {
  /// The length of the longest accepted secret in bytes. Google's secrets have 35.
  static let maximumSecretBytes = 1_024

  let clientID: String
  let clientSecret: Secret
  /// The IP address to listen on.
  let host: String
  /// The port to listen on.
  let port: Int
  /// The program's origin as browsers see it: scheme, host and port.
  let publicAddress: Endpoint
  /// Google, or a server that imitates Google.
  let provider: Provider

  /// Reads the environment and the arguments.
  ///
  /// - Parameters:
  ///   - environment: The process's environment.
  ///   - arguments: The arguments, without the program's name.
  /// - Throws: ``ConfigurationError``, which names the invalid setting and never contains a secret.
  init(environment: [String: String], arguments: [String]) throws(ConfigurationError) {
    // Shells and service managers set an empty variable to mean an unset one.
    let environment = environment.filter { !$0.value.isEmpty }
    let lookAlike = try Self.lookAlike(arguments) ?? environment["GOOGLE_LOOK_ALIKE"]
    guard let clientID = environment["GOOGLE_CLIENT_ID"] else { throw .missing("GOOGLE_CLIENT_ID") }
    guard let secretFile = environment["GOOGLE_CLIENT_SECRET_FILE"] else { throw .missing("GOOGLE_CLIENT_SECRET_FILE") }
    self.clientID = clientID
    clientSecret = try Self.secret(in: secretFile)
    host = environment["HOST"] ?? "127.0.0.1"
    guard let port = Int(environment["PORT"] ?? "8080"), (1...65_535).contains(port) else { throw .port }
    self.port = port
    publicAddress = try Self.publicAddress(environment["PUBLIC_URL"] ?? "http://127.0.0.1:\(port)")
    provider = try Self.provider(lookAlike: lookAlike)
  }

  private static func lookAlike(_ arguments: [String]) throws(ConfigurationError) -> String? {
    guard let option = arguments.first else { return nil }
    guard option == "--look-alike", arguments.count == 2 else { throw .arguments }
    return arguments[1]
  }

  private static func secret(in path: String) throws(ConfigurationError) -> Secret {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= maximumSecretBytes,
      let text = String(validating: bytes, as: UTF8.self)
    else { throw .secretFile(path) }
    // Editors end a file with a newline, which isn't part of the secret.
    let secret = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
    guard !secret.isEmpty else { throw .secretFile(path) }
    return Secret(String(secret))
  }

  private static func publicAddress(_ text: String) throws(ConfigurationError) -> Endpoint {
    guard let address = try? Endpoint(text), address.description == address.origin || text == address.origin + "/",
      address.query == nil
    else { throw .publicURL }
    return address
  }

  private static func provider(lookAlike: String?) throws(ConfigurationError) -> Provider {
    guard let lookAlike else { return .googleWeb }
    // `Endpoint` accepts https too. A mistyped address must not send the real client's codes and
    // secret to another server.
    guard lookAlike.hasPrefix("http://"), let origin = try? Endpoint(lookAlike),
      let provider = try? Provider.googleWeb.relocated(to: origin)
    else { throw .lookAlike }
    return provider
  }
}
