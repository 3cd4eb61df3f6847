internal import ArgumentParser
internal import JOSE
internal import OAuth
internal import OAuthCore

/// What a client says about itself (RFC 7591 §2).
struct ClientMetadataOptions: ParsableArguments {
  @Option(name: .customLong("redirect-uri"), help: "Where browsers may be sent back to; repeat it for more.")
  var redirectURIs: [String] = []

  @Option(name: .customLong("grant"), help: "A grant that it will use, such as authorization_code; repeat it for more.")
  var grants: [String] = []

  @Option(name: .customLong("client-auth"), help: "How it will prove who it is, such as none or private_key_jwt.")
  var method: String?

  @Option(help: "What it may ask for; repeat it, or separate by spaces.")
  var scope: [String] = []

  @Option(help: "Its name, for people.")
  var name: String?

  @Option(name: .customLong("application-type"), help: "web, or native.")
  var applicationType: String?

  @Option(
    name: .customLong("client-key-file"),
    help: "A file with its key, in PEM or as a JWK; only the public part is sent. - is standard input.")
  var keyFile: String?

  @Option(name: .customLong("client-key-id"), help: "The kid that the key is registered with; for keys in PEM.")
  var keyID: String?

  @Option(name: .customLong("client-alg"), help: "What the key signs with, for example ES256.")
  var algorithm: String?

  @Option(name: .customLong("member"), help: "One more member, as name=JSON or name=text; repeat it for more.")
  var others: [String] = []

  func validate() throws {
    for text in others {
      guard let separator = text.firstIndex(of: "="), separator != text.startIndex else {
        throw ValidationError("--member takes name=value.")
      }
    }
    if let algorithm, SignatureAlgorithm(rawValue: algorithm) == nil {
      throw ValidationError("\(algorithm) is no algorithm for signatures.")
    }
    guard keyFile != nil || (keyID == nil && algorithm == nil) else {
      throw ValidationError("--client-key-id and --client-alg are for --client-key-file.")
    }
  }

  /// What changes what was given, and leaves the rest. All of it is read and checked here, so that the change itself, which may come after a
  /// server was asked, can't fail.
  func change() throws -> (inout ClientMetadata) -> Void {
    let redirectURIs = try redirectURIs.map { try RedirectURI($0) }
    let scope = scope.isEmpty ? nil : try Scope(parameter: scope.joined(separator: " "))
    let key = try key()
    let published = key?.verificationKey.publicJWK
    guard key == nil || published != nil else {
      throw ValidationError("A key for HMAC is a secret, and isn't published.")
    }
    return { metadata in
      for text in others {
        guard let separator = text.firstIndex(of: "=") else { continue }
        let value = String(text[text.index(after: separator)...])
        metadata.additionalMembers[String(text[..<separator])] =
          (try? JSONValue(octets: Array(value.utf8))) ?? .string(value)
      }
      if !redirectURIs.isEmpty { metadata.redirectURIs = redirectURIs }
      if !grants.isEmpty { metadata.grantTypes = grants }
      if let method { metadata.tokenEndpointAuthMethod = method }
      if let scope { metadata.scope = scope }
      if let name { metadata.clientName = name }
      if let applicationType { metadata.applicationType = applicationType }
      if let key, let published {
        metadata.jwks = ["keys": [published]]
        if metadata.tokenEndpointAuthMethod == "private_key_jwt" {
          metadata.tokenEndpointAuthSigningAlg = key.algorithm.rawValue
        }
      }
    }
  }

  private func key() throws -> SigningKey? {
    guard let keyFile else { return nil }
    let secret = try SecretInput.read(keyFile)
    let named = algorithm.flatMap(SignatureAlgorithm.init(rawValue:))
    guard secret.reveal().contains("-----BEGIN") else { return try SigningKey(jwk: secret, algorithm: named) }
    return try SigningKey(pem: secret, algorithm: named ?? .es256, keyID: keyID)
  }
}
