internal import OAuthCore

extension Route {
  private typealias Operation = OpenAPIOperation

  /// What can be done there, with every parameter that is understood and every status that is answered.
  var operations: [OpenAPIOperation] {
    switch self {
    case .metadata: [.document("What the server can do (RFC 8414, OpenID Connect Discovery)")]
    case .keySet: [.document("The server's public keys (RFC 7517)")]
    case .openAPI: [.document("This description")]
    case .authorization: Self.authorizationOperations
    case .decision: [Self.decisionOperation]
    case .token: [.client("Tokens for a grant (RFC 6749)", Self.tokenFields, headers: [Self.proof])]
    case .revocation:
      [
        .client(
          "Ends a token (RFC 7009)", Self.credentials + [.required("token"), .text("token_type_hint")], granted: [])
      ]
    case .introspection: [Self.introspectionOperation]
    case .deviceAuthorization:
      [.client("Starts a sign-in on a device (RFC 8628)", Self.credentials + [.text("scope")], isLimited: true)]
    case .pushedRequest: [Self.pushedRequestOperation]
    case .logout: Self.logoutOperations
    case .logoutDecision: [Self.logoutDecisionOperation]
    case .userInfo: Self.userInfoOperations
    case .device: Self.deviceOperations
    case .deviceLink:
      [
        Operation(
          method: "get", summary: "Shows a device's code as a QR code", query: [.text("user_code")],
          answers: [200: [Operation.html], 400: [Operation.html], 404: [Operation.text], 500: [Operation.html]])
      ]
    case .registration: [Self.registrationOperation]
    case .clientConfiguration: Self.managementOperations
    }
  }

  private static let credentials: [OpenAPIOperation.Field] = ClientCredentials.parameters.map { .text($0) }

  /// RFC 9449 §4.1.
  private static let proof = OpenAPIOperation.Field.text("DPoP")

  private static let tokenFields =
    [.one("grant_type", of: GrantType.allCases.map(\.rawValue))] + credentials + [
      .text("code"), .text("redirect_uri"), .text("code_verifier"), .text("refresh_token"), .text("scope"),
      .text("device_code"), .text("assertion"), .text("subject_token"), .text("subject_token_type"),
      .text("actor_token"),
      .text("actor_token_type"), .text("requested_token_type"), .text("resource"), .text("audience"),
      .text("authorization_details"),
    ]

  private static var introspectionOperation: OpenAPIOperation {
    Operation(
      method: "post", summary: "What a token is good for (RFC 7662)",
      body: .form(credentials + [.required("token"), .text("token_type_hint")]),
      answers: [
        200: [Operation.json, "application/token-introspection+jwt"], 400: [Operation.json], 401: [Operation.json],
        413: [Operation.json], 500: [Operation.json],
      ], security: ["client"])
  }

  private static let authorizationFields: [OpenAPIOperation.Field] =
    [.required("client_id"), .required("redirect_uri")]
    + AuthorizationRequestParser.understood.filter { !["client_id", "redirect_uri"].contains($0) }.map { .text($0) }
    + [.text("resource")]

  private static var authorizationOperations: [OpenAPIOperation] {
    let answers = [200: [Operation.html], 303: [], 400: [Operation.html], 500: [Operation.html]]
    let more = [413: [Operation.text], 415: [Operation.html]]
    return [
      Operation(
        method: "get", summary: "Asks a person for access (RFC 6749)", query: authorizationFields, answers: answers),
      Operation(
        method: "post", summary: "Asks a person for access (OpenID Connect Core)", body: .form(authorizationFields),
        answers: answers.merging(more) { $1 }),
    ]
  }

  private static var decisionOperation: OpenAPIOperation {
    Operation(
      method: "post", summary: "What a person decided on the sign-in page",
      body: .form([
        .required(PageField.request), .text(PageField.shown), .text(PageField.username), .text(PageField.password),
        .text(PageField.token),
        .one(PageField.decision, of: [PageField.approve, PageField.deny, PageField.another]),
      ]),
      answers: [
        200: [Operation.html], 303: [], 400: [Operation.html], 403: [Operation.html], 413: [Operation.text],
        415: [Operation.html], 429: [Operation.html], 500: [Operation.html], 503: [Operation.html],
      ])
  }

  private static var pushedRequestOperation: OpenAPIOperation {
    Operation(
      method: "post", summary: "Takes an authorization request before the browser comes (RFC 9126)",
      headers: [proof], body: .form(credentials.filter { $0.name != "client_id" } + authorizationFields),
      answers: [
        201: [Operation.json], 400: [Operation.json], 401: [Operation.json], 413: [Operation.json],
        429: [Operation.json], 500: [Operation.json],
      ], security: ["client"])
  }

  private static var logoutOperations: [OpenAPIOperation] {
    let fields: [OpenAPIOperation.Field] = LogoutRequestParser.understood.map { .text($0) }
    let answers = [200: [Operation.html], 303: [], 400: [Operation.html], 500: [Operation.html]]
    let summary = "Signs a person out (RP-Initiated Logout)"
    return [
      Operation(method: "get", summary: summary, query: fields, answers: answers),
      Operation(
        method: "post", summary: summary, body: .form(fields),
        answers: answers.merging([413: [Operation.text], 415: [Operation.html]]) { $1 }),
    ]
  }

  private static var logoutDecisionOperation: OpenAPIOperation {
    Operation(
      method: "post", summary: "What a person decided on the page that asks whether to sign out",
      body: .form([
        .required(PageField.logout), .text(PageField.token),
        .one(PageField.decision, of: [PageField.approve, PageField.deny]),
      ]),
      answers: [
        200: [Operation.html], 303: [], 400: [Operation.html], 403: [Operation.html], 413: [Operation.text],
        415: [Operation.html], 500: [Operation.html],
      ])
  }

  private static var userInfoOperations: [OpenAPIOperation] {
    let answers = [
      200: [Operation.json, "application/jwt"], 400: [Operation.json], 401: [Operation.json], 500: [Operation.json],
    ]
    let summary = "Who signed in (OpenID Connect Core)"
    return [
      Operation(method: "get", summary: summary, headers: [proof], answers: answers, security: ["token"]),
      Operation(
        method: "post", summary: summary, headers: [proof], body: .form([.text("access_token")]),
        answers: answers.merging([413: [Operation.text]]) { $1 }, security: ["token"]),
    ]
  }

  private static var deviceOperations: [OpenAPIOperation] {
    let answers = [
      200: [Operation.html], 400: [Operation.html], 403: [Operation.html], 429: [Operation.html],
      500: [Operation.html],
    ]
    return [
      Operation(
        method: "get", summary: "Where people enter a device's code (RFC 8628)", query: [.text("user_code")],
        answers: answers),
      Operation(
        method: "post", summary: "What a person entered or decided",
        body: .form([
          .text(PageField.userCode), .text(PageField.username), .text(PageField.password), .text(PageField.token),
          .text(PageField.decision),
        ]),
        answers: answers.merging([413: [Operation.text], 415: [Operation.html], 503: [Operation.html]]) { $1 }),
    ]
  }

  private static let registrationFields: [OpenAPIOperation.Field] = [
    .list("redirect_uris"), .list("grant_types"), .list("response_types"), .list("contacts"),
    .list("post_logout_redirect_uris"),
    .text("client_name"), .text("scope"), .text("token_endpoint_auth_method"), .text("application_type"),
    .text("client_uri"), .text("logo_uri"), .text("policy_uri"), .text("tos_uri"), .text("jwks_uri"),
    .text("sector_identifier_uri"), .text("subject_type"), .text("id_token_signed_response_alg"),
    .text("software_id"), .text("software_version"), .text("software_statement"),
  ]

  private static var registrationOperation: OpenAPIOperation {
    Operation(
      method: "post", summary: "Registers a client (RFC 7591)", body: .json(registrationFields),
      answers: [
        201: [Operation.json], 400: [Operation.json], 401: [Operation.json], 413: [Operation.json],
        415: [Operation.json], 429: [Operation.json], 500: [Operation.json], 503: [Operation.json],
      ], security: ["token"])
  }

  private static var managementOperations: [OpenAPIOperation] {
    let path = [OpenAPIOperation.Field.required("client_id")]
    let answers = [200: [Operation.json], 401: [Operation.json], 500: [Operation.json]]
    return [
      Operation(
        method: "get", summary: "A client's registration (RFC 7592)", path: path, answers: answers,
        security: ["token"]),
      Operation(
        method: "put", summary: "Replaces a client's registration (RFC 7592)", path: path,
        body: .json([.required("client_id"), .text("client_secret")] + registrationFields),
        answers: answers.merging([400: [Operation.json], 413: [Operation.json], 415: [Operation.json]]) { $1 },
        security: ["token"]),
      Operation(
        method: "delete", summary: "Ends a client's registration (RFC 7592)", path: path,
        answers: [204: [], 401: [Operation.json], 413: [Operation.text], 500: [Operation.json]], security: ["token"]),
    ]
  }
}

extension OpenAPIOperation {
  /// A document that everybody may read.
  fileprivate static func document(_ summary: String) -> OpenAPIOperation {
    OpenAPIOperation(method: "get", summary: summary, answers: [200: [json]])
  }

  /// What a client itself asks for, with its credentials in the form or in the `Authorization` field.
  ///
  /// - Parameters:
  ///   - granted: the media types of the answer if nothing is wrong; none if it has no body.
  ///   - isLimited: whether only so many are taken in a minute.
  fileprivate static func client(
    _ summary: String, _ fields: [Field], headers: [Field] = [], granted: [String] = [json],
    isLimited: Bool = false
  ) -> OpenAPIOperation {
    var answers = [200: granted, 400: [json], 401: [json], 413: [json], 500: [json]]
    if isLimited { answers[429] = [json] }
    return OpenAPIOperation(
      method: "post", summary: summary, headers: headers, body: .form(fields), answers: answers, security: ["client"])
  }
}
