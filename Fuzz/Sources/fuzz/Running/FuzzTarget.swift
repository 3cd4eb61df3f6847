/// The fuzz targets. Each reads bytes that an untrusted party can send, and checks the properties
/// that must hold for all inputs.
enum FuzzTarget: String, CaseIterable {
  case answers, base64url, callback, certificate, challenge, form, jarm, json, jwe, jwks, jws, mcp, metadata, profile
  case sealed, server, token, uri
  case jwsJSON = "jws-json"
  case storedTokens = "stored-tokens"
  case tokenFiles = "token-files"

  /// The chosen target, set once before libFuzzer starts. A global, because a C function pointer
  /// can't capture it.
  nonisolated(unsafe) static var chosen = FuzzTarget.base64url

  func run(_ bytes: [UInt8]) {
    switch self {
    case .answers: EndpointAnswerTarget.run(bytes)
    case .base64url: Base64URLTarget.run(bytes)
    case .callback: CallbackTarget.run(bytes)
    case .certificate: CertificateTarget.run(bytes)
    case .challenge: ChallengeTarget.run(bytes)
    case .form: FormTarget.run(bytes)
    case .jarm: SignedResponseTarget.run(bytes)
    case .json: JSONTarget.run(bytes)
    case .jwe: EncryptionTarget.run(bytes)
    case .jwks: KeySetTarget.run(bytes)
    case .jws: SignatureTarget.run(bytes)
    case .jwsJSON: SignatureJSONTarget.run(bytes)
    case .mcp: MCPTarget.run(bytes)
    case .metadata: MetadataTarget.run(bytes)
    case .profile: ProfileTarget.run(bytes)
    case .sealed: SealedTextTarget.run(bytes)
    case .server: ServerTarget.run(bytes)
    case .storedTokens: StoredTokensTarget.run(bytes)
    case .token: TokenAnswerTarget.run(bytes)
    case .tokenFiles: TokenFilesTarget.run(bytes)
    case .uri: URITarget.run(bytes)
    }
  }
}
