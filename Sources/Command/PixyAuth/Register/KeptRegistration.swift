internal import ArgumentParser
internal import OAuthCore
internal import PixyTerminal

/// The registration to manage: the file that `pixy register` wrote, or the registration's URI and
/// token.
struct KeptRegistration: ParsableArguments {
  @Option(
    name: [.customLong("client-file"), .customLong("registration")],
    help: ArgumentHelp("File that `pixy register --output` wrote, or - for standard input.", valueName: "file"),
    completion: .file())
  var registration: String?

  @Option(name: .customLong("uri"), help: "The registration_client_uri, without such a file.")
  var address: String?

  @Option(name: .customLong("token-file"), help: "File with the registration access token, or - for standard input.")
  var tokenFile: String?

  func validate() throws {
    guard (registration != nil) != (address != nil && tokenFile != nil) else {
      throw ValidationError("Give --client-file, or --uri and --token-file.")
    }
    guard (address == nil) == (tokenFile == nil) else { throw ValidationError("--uri and --token-file go together.") }
  }

  /// The known data of the registration.
  struct Known {
    let address: Endpoint
    let token: Secret
    /// The server's last answer; empty without a file.
    let members: [String: JSONValue]
  }

  func read() throws -> Known {
    if let address, let tokenFile {
      return Known(address: try Endpoint(address), token: try SecretInput.read(tokenFile), members: [:])
    }
    let path = registration ?? "-"
    let text = try SecretInput.read(path).reveal()
    guard let members = (try? JSONValue(bytes: Array(text.utf8)))?.object else {
      throw BadValue(
        "\(path) is not a registration: it is not a JSON object.", remedy: "Name the file that pixy register printed.")
    }
    guard let address = members["registration_client_uri"]?.string,
      let token = members["registration_access_token"]?.string, !token.isEmpty
    else {
      throw BadValue(
        """
        \(path) has no registration_client_uri or no registration_access_token, so this server does not support \
        managing the client (RFC 7592 §3).
        """, remedy: "Ask the server's operator to change or remove the client.")
    }
    return Known(address: try Endpoint(address), token: Secret(token), members: members)
  }
}
