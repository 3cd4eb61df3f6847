internal import FoundationBasics
internal import HTTPTypes
internal import JOSE
internal import OAuthCore

/// The credentials in a request to one of the server's endpoints (RFC 6749 §2.3, RFC 7521 §4.2).
/// They are read here and verified by ``ClientAuthenticator``.
struct ClientCredentials: Sendable {
  /// The proof of the client's identity in the request, apart from a certificate.
  enum Proof: Sendable {
    case nothing
    case secret(Secret, ClientSecretMethod)
    /// A signed JWT (RFC 7523 §2.2).
    case assertion(JSONWebSignature)

    /// The method's name (RFC 7591 §2).
    var methodName: String {
      switch self {
      case .nothing: "none"
      case .secret(_, let method): method.rawValue
      case .assertion: "private_key_jwt"
      }
    }
  }

  let id: String
  let proof: Proof

  /// The parameters that credentials are read from. None may be repeated.
  static let parameters = ["client_id", "client_secret", "client_assertion", "client_assertion_type"]

  private static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// The maximum length of an assertion, in bytes. The signature of the largest RSA key needs about
  /// 1,400.
  private static let maximumBytes = 8_192

  /// Reads the credentials from the `Authorization` field or the form, never from the query.
  /// - Throws: `invalid_request` if there is more than one method, and `invalid_client` if the
  ///   credentials are malformed or missing.
  init(_ request: HTTPRequest, _ form: FormParameters) throws(Refusal) {
    let fields = request.headerFields[values: .authorization]
    guard fields.count < 2 else {
      throw Refusal(.invalidRequest, "the Authorization field appears more than once")
    }
    let id = form.value("client_id")
    let secret = form.value("client_secret").map(Secret.init)
    let assertion = try Self.assertion(form)
    // RFC 6749 §2.3: a client must not use more than one method.
    guard [fields.first != nil, secret != nil, assertion != nil].count(where: { $0 }) < 2 else {
      throw Refusal(.invalidRequest, "the client uses more than one authentication method")
    }
    if let field = fields.first {
      guard let basic = Self.basic(field) else {
        throw .invalidClient("the Authorization field is not Basic with client_id and client_secret")
      }
      guard id == nil || id == basic.id else {
        throw Refusal(.invalidRequest, "client_id in the form is not the one in the Authorization field")
      }
      self.id = basic.id
      // RFC 6749 §2.3.1: an empty secret means none. Some public clients always use Basic, such as
      // oidc-agent.
      proof = basic.secret.reveal().isEmpty ? .nothing : .secret(basic.secret, .basic)
    } else if let assertion {
      // RFC 7521 §4.2: the assertion names the client. The client's keys verify the claim later.
      let clientID = (try? JSONValue(bytes: assertion.unverifiedPayload))?.object?["sub"]?.string
      guard let name = id ?? clientID else { throw .invalidClient("the assertion has no sub") }
      self.id = name
      proof = .assertion(assertion)
    } else {
      guard let id else { throw .invalidClient("client_id and the Authorization field are missing") }
      self.id = id
      proof = secret.map { .secret($0, .post) } ?? .nothing
    }
  }

  private static func assertion(_ form: FormParameters) throws(Refusal) -> JSONWebSignature? {
    switch (form.value("client_assertion"), form.value("client_assertion_type")) {
    case (nil, nil): return nil
    case (let text?, assertionType?):
      guard let assertion = try? JSONWebSignature(compact: text, maximumBytes: maximumBytes) else {
        throw .invalidClient("the assertion is not a well-formed signed JWT")
      }
      return assertion
    case (.some, .some):
      throw .invalidClient("this server accepts only client_assertion_type=\(assertionType)")
    case (nil, .some), (.some, nil):
      throw Refusal(.invalidRequest, "client_assertion and client_assertion_type must be sent together")
    }
  }

  /// Decodes `Basic`: base64 of two form-encoded texts with a colon between them (RFC 6749 §2.3.1,
  /// RFC 7617 §2).
  private static func basic(_ field: String) -> (id: String, secret: Secret)? {
    let parts = field.split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "basic", let bytes = Data(base64Encoded: String(parts[1])),
      let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":"),
      let id = formDecode(text[..<colon]), !id.isEmpty,
      let secret = formDecode(text[text.index(after: colon)...])
    else { return nil }
    return (id, Secret(secret))
  }

  private static func formDecode(_ text: Substring) -> String? {
    guard let form = try? FormParameters(decoding: "value=" + text), form.pairs.count == 1 else { return nil }
    return form.pairs.first?.value
  }
}

extension [OpenAPIOperation.Field] {
  /// The form parameters of client authentication.
  static var clientCredentials: [OpenAPIOperation.Field] { ClientCredentials.parameters.map { .text($0) } }
}
