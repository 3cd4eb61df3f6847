internal import Logging
internal import OAuthCore

extension OAuthClient {
  /// Runs the steps after which the tokens of an answer are used, and revokes the tokens if a step
  /// fails.
  ///
  /// Otherwise a valid refresh token would be left at the server, and no program would know it.
  ///
  /// - Parameters:
  ///   - tokens: The tokens that the server has just issued.
  ///   - steps: The checks of the tokens, and the write to a store.
  /// - Throws: The error of `steps`.
  package func keeping<Result>(_ tokens: TokenResponse, _ steps: () async throws -> Result) async throws -> Result {
    do {
      return try await steps()
    } catch {
      await revokeUnused(tokens)
      throw error
    }
  }

  /// Revokes tokens that won't be used, if the server revokes tokens. A failure is only logged.
  ///
  /// It also does so in a cancelled task, within the client's timeout.
  package func revokeUnused(_ tokens: TokenResponse) async {
    await revokeUnused(refreshToken: tokens.refreshToken, accessToken: tokens.accessToken)
  }

  /// Reads a granted answer, and revokes its tokens if it can't be read: a bearer token although a
  /// DPoP proof was sent, an unknown `token_type`, a malformed access token.
  ///
  /// - Parameters:
  ///   - answer: The answer's members.
  ///   - request: The request. A refresh token that it sent stays valid.
  ///   - read: Reads the members.
  /// - Throws: The error of `read`.
  func reading<Result>(
    _ answer: AnswerMembers, to request: EndpointRequest,
    _ read: (AnswerMembers) throws(EndpointError) -> Result
  ) async throws -> Result {
    do {
      return try read(answer)
    } catch {
      await revokeUnused(
        refreshToken: answer.usableSecret("refresh_token").flatMap { request.secrets.contains($0) ? nil : $0 },
        accessToken: answer.usableSecret("access_token"))
      throw error
    }
  }

  private func revokeUnused(refreshToken: Secret?, accessToken: Secret?) async {
    guard refreshToken ?? accessToken != nil, (try? address(of: .revocation)) != nil else { return }
    await Task {
      let tokens = [(refreshToken, TokenTypeHint.refreshToken), (accessToken, .accessToken)]
      for case (let token?, let hint) in tokens {
        do {
          try await revoke(token, hint: hint)
          // RFC 7009 §2.1: the access tokens of a revoked refresh token end with it.
          return logger.info("tokens that can't be used were revoked", metadata: ["kind": "\(hint.rawValue)"])
        } catch {
          let cause = (error as? any ExplainedError)?.code ?? "\(type(of: error))"
          logger.notice(
            "a token that can't be used was not revoked",
            metadata: ["kind": "\(hint.rawValue)", "reason": "\(cause)"])
        }
      }
    }.value
  }
}
