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
  /// DPoP proof was sent, an unknown `token_type`, a malformed member.
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
      let refreshToken = (try? answer.secret("refresh_token")).flatMap { $0 }
      await revokeUnused(
        refreshToken: refreshToken.flatMap { request.secrets.contains($0) ? nil : $0 },
        accessToken: (try? answer.secret("access_token")).flatMap { $0 })
      throw error
    }
  }

  private func revokeUnused(refreshToken: Secret?, accessToken: Secret?) async {
    guard let token = refreshToken ?? accessToken, (try? address(of: .revocation)) != nil else { return }
    await Task {
      do {
        try await revoke(token, hint: refreshToken == nil ? .accessToken : .refreshToken)
        logger.info("tokens that can't be used were revoked")
      } catch {
        let cause = (error as? any ExplainedError)?.code ?? "\(type(of: error))"
        logger.notice("tokens that can't be used were not revoked", metadata: ["reason": "\(cause)"])
      }
    }.value
  }
}
