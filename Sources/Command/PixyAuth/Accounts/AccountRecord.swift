package import FoundationBasics
internal import OAuth
package import OAuthCore
internal import PixyAccounts
package import PixyConnection
package import TokenStorage

/// The record of how an account's tokens were obtained: from which server, for which client, by
/// which grant.
///
/// It is stored with the tokens and encrypted like them. A later run needs it to refresh or revoke
/// the tokens, and to print the command that signs in again.
package struct AccountRecord: Sendable, Hashable {
  /// The grant that issued the tokens.
  package enum Grant: String, Sendable, CaseIterable {
    case code = "authorization_code"
    case device = "device_code"
    case clientCredentials = "client_credentials"
    case tokenExchange = "token_exchange"
    case jwtBearer = "jwt_bearer"
    case identityAssertion = "id_jag"

    /// Whether a user signs in, in a browser.
    var needsUser: Bool { self == .code || self == .device }

    /// Whether the grant is repeated for a new access token, because it issues no refresh tokens and
    /// needs no user.
    package var isRepeatable: Bool { self == .clientCredentials || self == .identityAssertion }
  }

  package var server: ServerChoice
  package var client: ClientChoice
  package var grant: Grant
  package var scope: Scope
  /// The resources that the tokens were requested for (RFC 8707).
  package var resources: [String] = []
  /// Further parameters of a repeated token request, such as `audience`.
  var parameters = FormParameters()
  /// The account at the user's identity provider, with ``Grant/identityAssertion``.
  package var identityProvider: Account?
  /// The origins, besides the server's own, that the tokens may be sent to.
  package var origins: [String] = []
  /// The name that `--name` gave the account.
  package var name: String?
  /// Whether a sign-in registered the client: this one, or an earlier one.
  var isRegistered = false
  /// The client's registration. Later sign-ins at the server can use the client.
  var registration: RegistrationRecord?
  /// Whether `pixy login` was given the URL of the resource, and found the server and the client
  /// itself.
  package var isByResource = false
  /// Further options of the sign-in's `pixy login`. Values that may be secret are left out.
  package var options: [String] = []
  /// A digest of all that the sign-in requested. Two sign-ins with the same digest are equivalent.
  package var request: String?
  /// The time of the sign-in. A refresh doesn't change it.
  package var signedInAt: Date?
  /// Whether the tokens are bound to a key. It follows from the tokens, and isn't stored.
  var isBound = false
  /// The set of accounts. It follows from the place of the record, and isn't stored.
  package var profile: String?
  /// The server's metadata, so that a refresh needs no discovery.
  package var metadata: [String: JSONValue]?
  package var metadataFoundAt: Date?
  /// The user's `sub`, if the server reported it.
  package var subject: String?
  /// The user's claims at sign-in: from the verified ID token, or the profile.
  package var claims: [String: JSONValue] = [:]

  /// The lifetime of stored metadata, in seconds.
  ///
  /// Endpoints rarely move. A stale endpoint causes an error, not a risk: the issuer itself named
  /// its origin.
  static let metadataLife: TimeInterval = 86_400

  /// Returns the metadata, if it is younger than ``metadataLife``.
  func recentMetadata(at now: Date) -> AuthorizationServerMetadata? {
    guard let metadataFoundAt, (0..<Self.metadataLife).contains(now.timeIntervalSince(metadataFoundAt)) else {
      return nil
    }
    return knownMetadata
  }

  /// The metadata, whatever its age.
  package var knownMetadata: AuthorizationServerMetadata? {
    metadata.flatMap { try? AuthorizationServerMetadata(document: .object($0)) }
  }

  /// The member of stored tokens that contains the record.
  package static let member = AccountRecordMember.name

  /// The whole record, with the client's secrets. It is stored only with the tokens.
  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "version": .integer(AccountRecordMember.version), "server": .object(server.members),
      "client": .object(client.members),
      "grant": .string(grant.rawValue), "scope": .string(scope.parameter),
    ]
    if !resources.isEmpty { members["resources"] = .array(resources.map { .string($0) }) }
    if !parameters.pairs.isEmpty {
      members["parameters"] = .array(parameters.pairs.map { .array([.string($0.name), .string($0.value)]) })
    }
    members["identity_provider"] = identityProvider.map {
      ["provider": .string($0.provider), "name": .string($0.name)]
    }
    if !origins.isEmpty { members["origins"] = .array(origins.map { .string($0) }) }
    members["name"] = name.map { .string($0) }
    if isRegistered { members["registered"] = true }
    members["registration"] = registration.map { .object($0.members) }
    if isByResource { members["by_resource"] = true }
    if !options.isEmpty { members["options"] = .array(options.map { .string($0) }) }
    members["request"] = request.map { .string($0) }
    members["signed_in_at"] = signedInAt.map { .integer(Int64($0.timeIntervalSince1970 * 1_000)) }
    members["metadata"] = metadata.map { .object($0) }
    members["metadata_found_at"] = metadataFoundAt.map { .integer(Int64($0.timeIntervalSince1970)) }
    members["subject"] = subject.map { .string($0) }
    if !claims.isEmpty { members["claims"] = .object(claims) }
    return .object(members)
  }
}

extension AccountRecord {
  /// Reads the record of stored tokens.
  ///
  /// - Returns: `nil` if there is none, or a newer version wrote it. This version can't refresh the
  ///   tokens then.
  package init?(in tokens: StoredTokens) {
    guard let members = AccountRecordMember.members(of: tokens), let server = members["server"]?.object,
      let client = members["client"]?.object.flatMap(ClientChoice.init),
      let grant = members["grant"]?.string.flatMap(Grant.init(rawValue:)),
      let scope = members["scope"]?.string.flatMap({ try? Scope(parameter: $0) })
    else { return nil }
    self.init(
      server: ServerChoice(server), client: client, grant: grant, scope: scope,
      resources: members["resources"]?.strings ?? [],
      parameters: Self.parameters(members["parameters"]),
      identityProvider: members["identity_provider"]?.object.flatMap(Self.account),
      origins: members["origins"]?.strings ?? [], name: members["name"]?.string,
      isRegistered: members["registered"] == true,
      registration: members["registration"]?.object.flatMap(RegistrationRecord.init),
      isByResource: members["by_resource"] == true, options: members["options"]?.strings ?? [],
      request: members["request"]?.string, isBound: tokens.tokenType == .dpop,
      metadata: members["metadata"]?.object, subject: members["subject"]?.string,
      claims: members["claims"]?.object ?? [:])
    if case .integer(let seconds)? = members["metadata_found_at"] {
      metadataFoundAt = Date(timeIntervalSince1970: TimeInterval(seconds))
    }
    if case .integer(let milliseconds)? = members["signed_in_at"] {
      signedInAt = Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1_000)
    }
  }

  private static func account(_ members: [String: JSONValue]) -> Account? {
    guard let provider = members["provider"]?.string, let name = members["name"]?.string else { return nil }
    return try? Account(provider: provider, name: name)
  }

  private static func parameters(_ value: JSONValue?) -> FormParameters {
    var parameters = FormParameters()
    for case let pair? in (value?.array ?? []).map(\.strings) where pair.count == 2 {
      parameters.append(pair[0], pair[1])
    }
    return parameters
  }
}
