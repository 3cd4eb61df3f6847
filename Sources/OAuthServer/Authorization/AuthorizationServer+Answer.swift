#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import JOSE
internal import OAuthCore

extension AuthorizationServer {
  /// Sends the client an error, with its `state` (RFC 6749 §4.1.2.1) and the server's name (RFC 9207 §2).
  func redirect(_ address: AnswerAddress, _ error: ErrorResponse) -> HTTPAnswer {
    var parameters = FormParameters()
    parameters.append("error", error.error.rawValue)
    parameters.append("error_description", ifPresent: error.errorDescription?.description)
    return redirect(address, parameters)
  }

  /// Sends the client an answer in the mode that it asked for, with its `state` and the server's name.
  ///
  /// If that fails the person is told, because the client can't be: an answer in a weaker mode than was asked for would be a
  /// downgrade.
  func redirect(_ address: AnswerAddress, _ parameters: FormParameters) -> HTTPAnswer {
    var parameters = parameters
    parameters.append("state", ifPresent: address.state?.reveal())
    parameters.append("iss", issuer.text)
    do {
      let sent = address.mode.isSigned ? try signed(parameters, for: address.client) : parameters
      switch address.mode.carrier {
      case .query: return .redirect(to: address.redirectURI.adding(sent))
      // A redirect URI has no fragment of its own.
      case .fragment: return .redirect(to: address.redirectURI.text + "#" + sent.queryEncoded())
      case .form: return try form(sent, to: address)
      }
    } catch {
      log(failure: error, at: .authorization)
      return errorPage(.internalFailure)
    }
  }

  /// How long a signed answer may be on its way, which is one redirect; JARM §2.1 recommends ten minutes at most.
  private static let signedAnswerLifetime: Duration = .seconds(300)

  /// The answer as one signed parameter (JARM §2.1). `iss` is inside, where RFC 9207 §2.4 is met by it.
  private func signed(_ parameters: FormParameters, for client: RegisteredClient) throws -> FormParameters {
    let key = try signingKey(for: client.settings.answerAlgorithm, of: client)
    var claims: [String: JSONValue] = [
      "aud": .string(client.id), "exp": (clock.now() + Self.signedAnswerLifetime).numericDate,
    ]
    for pair in parameters.pairs { claims[pair.name] = .string(pair.value) }
    var form = FormParameters()
    form.append("response", try key.sign(claims).reveal())
    return form
  }

  /// A page that posts the answer to the client (Form Post Response Mode §2).
  private func form(_ parameters: FormParameters, to address: AnswerAddress) throws -> HTTPAnswer {
    let page = FormPostPage(
      clientName: address.client.name, action: address.redirectURI.text,
      fields: parameters.pairs.map { HiddenField(name: $0.name, value: Secret($0.value)) })
    return try answer(.formPost(page), status: .ok, answeredAt: address.redirectURI)
  }
}
