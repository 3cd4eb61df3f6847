internal import DPoPVerification
internal import HTTPTypes
internal import OAuthCore

/// The token endpoint (RFC 6749 §3.2). It authenticates the client, and passes the request to the
/// grant that the request names.
struct TokenEndpoint: ClientEndpoint {
  let core: ServerCore
  let authenticator: ClientAuthenticator
  let binding: TokenBinding
  let tokenIssuer: TokenIssuer
  let registrations: any ClientRegistrationOperations
  /// The clients' metadata documents; `nil` at a server that accepts none.
  let documents: ClientDocuments?
  /// The grants that the server offers.
  let grants: [any TokenGrant]
  /// The parameters that may not appear twice (RFC 6749 §3.2). `resource` and `audience` may (RFC
  /// 8707 §2, RFC 8693 §2.1).
  private let knownParameters: [String]

  init(
    core: ServerCore, authenticator: ClientAuthenticator, binding: TokenBinding, tokenIssuer: TokenIssuer,
    registrations: any ClientRegistrationOperations, documents: ClientDocuments?, grants: [any TokenGrant]
  ) {
    self.core = core
    self.authenticator = authenticator
    self.binding = binding
    self.tokenIssuer = tokenIssuer
    self.registrations = registrations
    self.documents = documents
    self.grants = grants
    let own = ["grant_type", "scope", "authorization_details"] + ClientCredentials.parameters
    knownParameters = own + Set(self.grants.flatMap(\.parameters)).subtracting(own).sorted()
  }

  var description: EndpointDescription {
    let fields = knownParameters.filter { $0 != "grant_type" } + ["resource", "audience"]
    return EndpointDescription(
      name: "token", paths: [configuration.tokenEndpoint.parts.path], methods: [.post],
      errors: .json(requests: "token requests", rule: "RFC 6749 section 3.2"), allowsOtherOrigins: true,
      events: [.tokens, .grantEnd],
      operations: [
        .client(
          "Issues tokens for a grant (RFC 6749)",
          [.one("grant_type", of: grants.map(\.type.rawValue))] + fields.map { .text($0) }, headers: [.proof])
      ])
  }

  var metadata: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "token_endpoint": .string(configuration.tokenEndpoint.text),
      "grant_types_supported": .array(grants.map { .string($0.type.rawValue) }),
    ]
    for grant in grants {
      if let grant = grant as? any AnnouncedGrant { members.merge(grant.metadata) { $1 } }
    }
    return members.merging(authenticator.metadata(of: "token", allowsPublic: true)) { $1 }.merging(binding.metadata) {
      $1
    }
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringClient(recording: .tokens) {
      $0.grantType = grantType(exchange)
    } _: {
      try await redeemed(exchange)
    }
  }

  private func redeemed(_ exchange: Exchange) async throws -> HTTPAnswer {
    let form = try exchange.clientForm(knownParameters: knownParameters)
    let grant = try grant(form)
    let client = try await authenticator.client(exchange, form)
    guard client.grants.contains(grant.type) else {
      report(.grant, of: client.id, grant.type.rawValue)
      throw Refusal(.unauthorizedClient, "this client may not use this grant type")
    }
    let key = try await binding.key(of: exchange, client)
    let answer = try await grant.redeem(
      TokenRequest(
        form: form, client: client, confirmation: key.confirmation, key: exchange.key, secrets: exchange.secrets),
      issuing: tokenIssuer)
    await noteUse(of: client, hasUser: grant.type != .clientCredentials)
    audit(.tokens) {
      ($0.grantType, $0.subject, $0.grant) = (grant.type, answer.owner.subject, answer.owner.grant)
      $0.detail = answer.detail
    }
    return .json(answer.members, fields: binding.nonceField(after: key.proof))
  }

  private var names: String { grants.map(\.type.rawValue).joined(separator: ", ") }

  /// Returns the grant type of a request that was rejected, if the server has it.
  private func grantType(_ exchange: Exchange) -> GrantType? {
    let form = try? exchange.clientForm(knownParameters: [])
    return form?.value("grant_type").map(GrantType.init).flatMap { type in
      grants.contains { $0.type == type } ? type : nil
    }
  }

  private func grant(_ form: FormParameters) throws(Refusal) -> any TokenGrant {
    guard let name = form.value("grant_type") else {
      throw Refusal(.invalidRequest, "grant_type is missing: send one of " + names)
    }
    guard let grant = grants.first(where: { $0.type.rawValue == name }) else {
      throw Refusal(.unsupportedGrantType, "this server accepts only these grant types: " + names)
    }
    return grant
  }

  /// Marks a client as used, so that its registration isn't discarded as unused, or its metadata
  /// document is kept.
  ///
  /// It is called after the tokens are issued, because any party that knows a public client's
  /// identifier can send token requests. A failure doesn't lose the tokens: the next request marks
  /// the client again.
  private func noteUse(of client: RegisteredClient, hasUser: Bool) async {
    do {
      if client.hasMetadataDocument, hasUser { try await documents?.keep(client.id) }
      guard client.isUnused else { return }
      try await registrations.markRegistrationUsed(client.id)
    } catch {
      log(error)
    }
  }
}
