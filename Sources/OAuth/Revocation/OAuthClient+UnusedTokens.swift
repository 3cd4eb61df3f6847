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
    guard (try? address(of: .revocation)) != nil else { return }
    await Task {
      do {
        if let refreshToken = tokens.refreshToken {
          try await revoke(refreshToken, hint: .refreshToken)
        } else {
          try await revoke(tokens.accessToken, hint: .accessToken)
        }
        logger.info("tokens that can't be used were revoked")
      } catch {
        let cause = (error as? any ExplainedError)?.code ?? "\(type(of: error))"
        logger.notice("tokens that can't be used were not revoked", metadata: ["reason": "\(cause)"])
      }
    }.value
  }
}
