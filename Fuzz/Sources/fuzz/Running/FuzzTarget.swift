/// The fuzz targets. Each reads bytes that an untrusted party can send, and checks the properties
/// that must hold for all inputs.
enum FuzzTarget: String, CaseIterable {
  case answers, base64url, callback, certificate, challenge, form, jarm, json, jwks, jws, metadata, profile
  case server, token, uri
  case storedTokens = "stored-tokens"
  case tokenFiles = "token-files"

  /// The chosen target, set once before libFuzzer starts. A global, because a C function pointer
  /// can't capture it.
  nonisolated(unsafe) static var chosen = FuzzTarget.base64url

  func run(_ octets: [UInt8]) {
    switch self {
    case .answers: EndpointAnswerTarget.run(octets)
    case .base64url: Base64URLTarget.run(octets)
    case .callback: CallbackTarget.run(octets)
    case .certificate: CertificateTarget.run(octets)
    case .challenge: ChallengeTarget.run(octets)
    case .form: FormTarget.run(octets)
    case .jarm: SignedResponseTarget.run(octets)
    case .json: JSONTarget.run(octets)
    case .jwks: KeySetTarget.run(octets)
    case .jws: SignatureTarget.run(octets)
    case .metadata: MetadataTarget.run(octets)
    case .profile: ProfileTarget.run(octets)
    case .server: ServerTarget.run(octets)
    case .storedTokens: StoredTokensTarget.run(octets)
    case .token: TokenAnswerTarget.run(octets)
    case .tokenFiles: TokenFilesTarget.run(octets)
    case .uri: URITarget.run(octets)
    }
  }
}
