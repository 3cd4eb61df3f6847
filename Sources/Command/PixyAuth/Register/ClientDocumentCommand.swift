package import ArgumentParser
internal import FoundationBasics
internal import JOSE
internal import OAuthCore
internal import OAuthServer
internal import OAuthUserAgent
internal import PixyConnection
package import PixyTerminal

/// `pixy client-document`: prints a client ID metadata document for `pixy`
/// (draft-ietf-oauth-client-id-metadata-document-02 §4).
package struct ClientDocumentCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "client-document",
    abstract: "Print a client ID metadata document for pixy.",
    discussion: """
      A server that supports client ID metadata documents accepts the document's URL as a client ID, without a \
      registration. Host the printed document there: with the content type application/json, and without a redirect. \
      Then set the URL with `pixy config set client-document URL`. `pixy login` uses it as client ID for protected \
      resources whose server announces the support.

      The redirect URI has no port, so that servers accept any port of this machine (RFC 8252 §7.3). With the setting \
      port, the document also has that port, for servers that compare it.

      The document is public and contains no secret. With --jwks, the client authenticates with private_key_jwt: \
      `pixy login` then needs the private key, --client-key-file FILE.
      """
  ).withExamples(of: "client-document")

  @Argument(help: ArgumentHelp("The https URL of the document, with a path.", valueName: "url"))
  var address: String

  @Option(help: "The client's name that users see.")
  var name = "Pixy"

  @Option(
    name: .customLong("client-uri"),
    help: ArgumentHelp("The URL of the client's home page. Servers may require the document's host.", valueName: "url"))
  var clientURI: String?

  @Option(
    name: .customLong("jwks"),
    help: ArgumentHelp(
      """
      The file with the client's keys for private_key_jwt, or - for standard input: a JWK Set, or a private key in \
      PEM or as a JWK. Only the public part is printed.
      """, valueName: "file"), completion: .file())
  var keyFile: String?

  @Option(
    name: .customLong("redirect-uri"),
    help: ArgumentHelp("A further redirect URI, such as one with --redirect-path. Repeatable.", valueName: "uri"))
  var redirectURIs: [String] = []

  /// The maximum size of a document, in bytes (§8.7 recommends it to servers).
  private static let maximumBytes = 5_120

  package func validate() throws {
    guard ClientDocumentAddress(address) != nil else {
      throw ValidationError(
        "\(UntrustedText(address)) can't be a client ID: it needs https and a path. \(Self.example)")
    }
    if let normalForm = Self.normalForm(of: address), normalForm != address {
      throw ValidationError(
        "Servers compare client IDs byte for byte, so use the usual spelling: \(UntrustedText(normalForm))")
    }
    guard UntrustedText(name).description == name, name.count <= 100, name.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("--name accepts 1 to 100 visible characters.")
    }
    if let clientURI, (try? Endpoint(clientURI)) == nil { throw ValidationError("--client-uri accepts an https URL.") }
    for text in redirectURIs where (try? RedirectURI(text)) == nil {
      throw ValidationError("\(UntrustedText(text)) is not a redirect URI.")
    }
  }

  private static let example =
    "Without a fragment, a user name and dot segments, such as https://example.com/pixy.json."

  package func run(on console: Console) async throws {
    var members: [String: JSONValue] = [
      "client_id": .string(address), "client_name": .string(name), "application_type": "native",
      "redirect_uris": .array(try allRedirectURIs().map { .string($0) }),
      "grant_types": .array(
        ["authorization_code", "refresh_token", "device_code"].map { .string(RequestedGrant.name($0)) }),
      "response_types": ["code"], "token_endpoint_auth_method": "none",
    ]
    members["client_uri"] = clientURI.map { .string($0) }
    if let keyFile {
      members["token_endpoint_auth_method"] = "private_key_jwt"
      members["jwks"] = ["keys": .array(try Self.publicKeys(SecretInput.read(keyFile), of: keyFile))]
    }
    let size = JSONValue.object(members).shownText.utf8.count
    guard size <= Self.maximumBytes else {
      throw BadValue(
        "The document has \(size) bytes, and servers accept at most \(Self.maximumBytes).",
        remedy: "Give fewer redirect URIs or keys.")
    }
    console.result(json: members)
  }

  /// Returns the redirect URIs that `pixy login` uses, and the given ones.
  private func allRedirectURIs() throws -> [String] {
    let host = LoopbackHost.address.rawValue
    let port = try Settings.load(ProcessInfo.processInfo.environment).port ?? 0
    let own = ["http://\(host)/callback"] + (port == 0 ? [] : ["http://\(host):\(port)/callback"])
    return (own + redirectURIs).reduce(into: []) { all, uri in if !all.contains(uri) { all.append(uri) } }
  }

  /// Returns the public parts of the keys in a file.
  private static func publicKeys(_ text: Secret, of file: String) throws -> [JSONValue] {
    let value = try? JSONValue(bytes: Array(text.reveal().utf8))
    let keys: [JSONWebKey]
    if value?.object?["keys"] != nil, let value {
      let set = try JSONWebKeySet(value)
      guard set.skippedKeyCount == 0 else {
        throw BadValue("\(file) has a key that can't be used.", remedy: "Remove that key, or name another file.")
      }
      keys = set.keys
    } else {
      keys = [try SigningKey.read(text, algorithm: nil, keyID: nil).verificationKey]
    }
    let publicJWKs = keys.compactMap(\.publicJWK)
    guard !publicJWKs.isEmpty, publicJWKs.count == keys.count else {
      throw BadValue(
        "\(file) has no key pair. An HMAC key is a secret and can't be published.",
        remedy: "Name a file with an RSA, elliptic-curve or Ed25519 key.")
    }
    return publicJWKs
  }
}
