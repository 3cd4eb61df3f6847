internal import JOSE
internal import OAuthCore

extension AuthorizationRequestParser {
  /// Every code comes of a sign-in of this minute, so that no age is too small (OpenID Connect Core §3.1.2.1): `max_age` only
  /// has to be one.
  func checkMaximumAge(_ parameters: FormParameters) throws {
    guard let text = parameters.value("max_age") else { return }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw Refusal(.invalidRequest, "max_age is not a number of seconds")
    }
  }

  /// The person that `id_token_hint` names: nobody else's sign-in answers the request (OpenID Connect Core §3.1.2.1). An ID
  /// token that has expired does, and so does another client's.
  func hintedPerson(_ parameters: FormParameters) throws -> Subject? {
    guard let keys = configuration.idTokenKeys, let hint = parameters.value("id_token_hint") else { return nil }
    guard let signature = try? JSONWebSignature(compact: hint),
      let claims = try? signature.verified(by: keys.published, allowing: SignatureAlgorithm.asymmetric).claims(),
      claims["iss"]?.string == configuration.issuer.text, let subject = claims["sub"]?.string
    else { throw Refusal(.invalidRequest, "id_token_hint is not an ID token that this server can verify") }
    return Subject(rawValue: subject)
  }
}
