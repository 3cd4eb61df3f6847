internal import FoundationBasics
internal import HTTPTypes
internal import JOSE
internal import Logging
internal import OAuthCore

/// Sends authorization responses to clients, in the response mode that the request chose.
struct AuthorizationResponder: ServerPart {
  let pages: PageResponder
  var core: ServerCore { pages.core }

  /// Sends the client an error, with its `state` (RFC 6749 §4.1.2.1) and the server's issuer
  /// identifier (RFC 9207 §2).
  func redirect(_ address: ResponseAddress, _ error: ErrorResponse, _ exchange: Exchange) -> HTTPAnswer {
    var parameters = FormParameters()
    parameters.append("error", error.error.rawValue)
    parameters.append("error_description", ifPresent: error.errorDescription?.description)
    return redirect(address, parameters, exchange)
  }

  /// Sends the client a response, with its `state` and the server's issuer identifier.
  ///
  /// If the response can't be created, the user gets an error page. A response in a weaker mode
  /// than the requested one would be a downgrade.
  func redirect(_ address: ResponseAddress, _ parameters: FormParameters, _ exchange: Exchange) -> HTTPAnswer {
    var parameters = parameters
    parameters.append("state", ifPresent: address.state?.reveal())
    parameters.append("iss", issuer.text)
    do {
      let responseParameters = address.mode.isSigned ? try signed(parameters, for: address.client) : parameters
      switch address.mode.carrier {
      case .query: return .redirect(to: address.redirectURI.adding(responseParameters))
      // A redirect URI has no fragment of its own.
      case .fragment: return .redirect(to: address.redirectURI.text + "#" + responseParameters.queryEncoded())
      case .form: return try form(responseParameters, to: address, exchange)
      }
    } catch {
      log(error)
      return pages.error(.internalFailure, to: exchange)
    }
  }

  /// The lifetime of a signed response, which is used within one redirect. JARM §2.1 recommends at
  /// most ten minutes.
  private static let signedResponseLifetime: Duration = .seconds(300)

  /// Returns the response as one signed parameter (JARM §2.1). Its `iss` claim satisfies RFC 9207
  /// §2.4.
  private func signed(_ parameters: FormParameters, for client: RegisteredClient) throws -> FormParameters {
    let key = try signingKey(for: client.settings.authorizationResponseAlgorithm, of: client)
    var claims: [String: JSONValue] = [
      "aud": .string(client.id), "exp": (clock.now() + Self.signedResponseLifetime).numericDate,
    ]
    for pair in parameters.pairs { claims[pair.name] = .string(pair.value) }
    var form = FormParameters()
    form.append("response", try key.sign(claims).reveal())
    return form
  }

  /// Returns a page that posts the response to the client (Form Post Response Mode §2).
  private func form(
    _ parameters: FormParameters, to address: ResponseAddress, _ exchange: Exchange
  ) throws -> HTTPAnswer {
    let page = FormPostPage(
      clientName: address.client.name, action: address.redirectURI.text,
      fields: parameters.pairs.map { HiddenField(name: $0.name, value: Secret($0.value)) })
    return try pages.answer(.formPost(page), to: exchange, answeredAt: address.redirectURI)
  }
}
