#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// Takes what the person decided on the sign-in page.
  ///
  /// The form carries the whole authorization request, and it is checked again: the server remembers nothing between
  /// the two, and nothing that was changed on the way gets through.
  func answerDecision(_ request: HTTPRequest, _ body: [UInt8]) async throws -> HTTPAnswer {
    guard SameOrigin.holds(for: request, issuer) else {
      logger.notice("A decision came from another site and was refused")
      return errorPage(.foreignOrigin, status: .forbidden)
    }
    let form: FormParameters
    do {
      form = try RequestForm.read(request, body)
    } catch {
      switch error {
      case .otherContentType: return errorPage(.otherContentType, status: .unsupportedMediaType)
      case .malformed: return errorPage(.malformed)
      }
    }
    return try await refusing {
      let carried = try single(SignInPage.Field.request, in: form) ?? ""
      guard let parameters = try? FormParameters(decoding: carried) else { throw AuthorizationRefusal.page(.malformed) }
      let request = try await requestParser.parse(parameters)
      switch try single(SignInPage.Field.decision, in: form) {
      case SignInPage.Field.deny:
        throw AuthorizationRefusal.redirect(
          request.address, ErrorResponse(.accessDenied, description: "the person refused"))
      case SignInPage.Field.approve:
        return try await sendingServerError(to: request.address) {
          try await approve(
            request, username: try single(SignInPage.Field.username, in: form) ?? "",
            password: Secret(try single(SignInPage.Field.password, in: form) ?? ""))
        }
      default:
        throw AuthorizationRefusal.page(.unknownDecision)
      }
    }
  }

  private func approve(
    _ request: AuthorizationRequest, username: String, password: Secret
  ) async throws -> HTTPAnswer {
    guard let subject = try await users.authenticate(username: username, password: password) else {
      logger.info("A sign-in failed", metadata: ["client_id": "\(request.client.id)"])
      // Not 401, which must come with a challenge of its own (RFC 9110 §15.5.2) and would open the browser's dialogue,
      // and not 200, after which a password manager offers to keep the wrong password. 403 says just this: these
      // credentials don't do, others may (RFC 9110 §15.5.4). The words don't tell which of the two was wrong.
      return try signInPage(
        for: request, username: username, problem: "The user name or the password is wrong. Try again.",
        status: .forbidden)
    }
    guard request.hinted.map({ configuration.means($0, subject, to: request.client) }) ?? true else {
      throw AuthorizationRefusal.redirect(
        request.address,
        ErrorResponse(.loginRequired, description: "another person signed in than the one that id_token_hint names"))
    }
    let code = mint.secret()
    let now = clock.now()
    let record = AuthorizationCodeRecord(
      hash: SecretHash(of: code), grant: mint.grantID(), clientID: request.client.id,
      redirectURI: request.redirectURI.text, challenge: request.challenge, subject: subject, scope: request.scope,
      expires: now + configuration.lifetimes.authorizationCode,
      rememberedUntil: now + configuration.lifetimes.refreshToken,
      details: ApprovalDetails(authenticationTime: now), nonce: request.nonce)
    try await codes.save(record)
    logger.info(
      "An authorization code was given",
      metadata: ["client_id": "\(request.client.id)", "grant": "\(record.grant)"])
    var parameters = FormParameters()
    parameters.append("code", code.reveal())
    return redirect(request.address, parameters)
  }

  /// RFC 6749 §4.1.2.1: a browser on its way to the client can't be sent there with status 500.
  private func sendingServerError(
    to address: AnswerAddress, _ body: () async throws -> HTTPAnswer
  ) async throws -> HTTPAnswer {
    do {
      return try await body()
    } catch let refusal as AuthorizationRefusal {
      throw refusal
    } catch {
      log(failure: error, at: .decision)
      return redirect(address, ErrorResponse(.serverError))
    }
  }

  /// A field of a form that a page posted.
  func single(_ name: String, in form: FormParameters) throws -> String? {
    do {
      return try form.single(name)
    } catch {
      throw AuthorizationRefusal.page(.repeated(name))
    }
  }
}

extension AuthorizationRequest {
  var address: AnswerAddress {
    AnswerAddress(client: client, redirectURI: redirectURI, state: state)
  }
}
