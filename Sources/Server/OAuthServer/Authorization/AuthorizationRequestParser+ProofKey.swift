internal import OAuthCore
internal import PKCE

extension AuthorizationRequestParser {
  /// Reads the code challenge by the rules of PKCE (RFC 7636 §4.3 and §4.4.1, RFC 9700 §2.1.1).
  /// They are enforced here, before a code exists. The token endpoint repeats only that a client which
  /// must use PKCE had a challenge.
  func challenge(_ parameters: FormParameters, _ client: RegisteredClient) throws -> CodeChallenge? {
    let methodName = parameters.value("code_challenge_method")
    guard let text = parameters.value("code_challenge") else {
      guard methodName == nil else {
        throw Refusal(.invalidRequest, "code_challenge_method without code_challenge: " + Self.pkceInstruction)
      }
      guard !client.needsCodeChallenge else {
        report(.codeChallenge, of: client.id)
        throw Refusal(
          .invalidRequest,
          "code_challenge is missing, and this client must use PKCE (RFC 7636): " + Self.pkceInstruction)
      }
      return nil
    }
    let method = try method(methodName)
    // FAPI 2.0 Security Profile §5.3.2.2: only S256, whatever the server accepts from other
    // clients.
    guard method == .s256 || !client.settings.followsFAPI2 else {
      throw Refusal(.invalidRequest, "transform algorithm not supported: this client must use S256")
    }
    do {
      return try CodeChallenge(text, method: method)
    } catch {
      // RFC 7636 §4.4.1. The error's description holds nothing of the challenge.
      throw Refusal(.invalidRequest, "\(error)")
    }
  }

  private static let pkceInstruction =
    "send code_challenge=BASE64URL(SHA256(code_verifier)) and code_challenge_method=S256"

  private func method(_ name: String?) throws -> CodeChallengeMethod {
    switch (name, configuration.codeChallenges) {
    case ("S256", _):
      return .s256
    case ("plain", .s256AndPlainDespiteExposedVerifier), (nil, .s256AndPlainDespiteExposedVerifier):
      return .plain
    case (nil, .s256):
      throw Refusal(
        .invalidRequest,
        "transform algorithm not supported: no code_challenge_method means plain "
          + "(RFC 7636 section 4.3), and this server accepts only S256")
    default:
      let methods = configuration.codeChallenges.methodNames.joined(separator: " and ")
      throw Refusal(.invalidRequest, "transform algorithm not supported: this server accepts only \(methods)")
    }
  }
}
