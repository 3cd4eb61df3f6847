#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuth
internal import OAuthCore
internal import TokenStorage

/// What `pixy` keeps beside an account's tokens, sealed as they are: which server gave them to which client, so that a later run can
/// refresh them, end them, and say how to sign in again.
struct AccountRecord: Sendable, Hashable {
  /// How the tokens were got.
  enum Grant: String, Sendable, CaseIterable {
    case code = "authorization_code"
    case device = "device_code"
    case clientCredentials = "client_credentials"
    case tokenExchange = "token_exchange"
    case jwtBearer = "jwt_bearer"
  }

  var server: ServerChoice
  var client: ClientChoice
  var grant: Grant
  var scope: Scope
  /// What the tokens are for (RFC 8707).
  var resources: [String] = []
  /// More parameters of a token request that is made again, such as an `audience`.
  var parameters = FormParameters()
  /// Origins beside the server's own that the tokens may be sent to.
  var origins: [String] = []
  /// What the person called the account, if they did.
  var name: String?
  /// Whether the client was made for this sign-in alone.
  var isRegistered = false
  /// More options of `pixy login` that the sign-in had. What may be a secret is left out of them.
  var options: [String] = []
  /// What was asked for, all of it, as a digest: two sign-ins with the same one are the same.
  var request: String?
  /// When somebody signed in. A refresh doesn't change it.
  var signedInAt: Date?
  /// Whether the tokens are bound to a key. The tokens say so, and it isn't written down.
  var isBound = false
  /// The set of accounts that it is in. The place says so, and it isn't written down.
  var profile: String?
  /// The server's metadata as it was found, so that a refresh needn't ask for it.
  var metadata: [String: JSONValue]?
  var metadataFoundAt: Date?
  /// Who it is: the `sub`, if the server said.
  var subject: String?
  /// What was known of the person at sign-in: verified claims of the ID token, or the profile.
  var claims: [String: JSONValue] = [:]

  /// How long metadata is believed without asking again. Endpoints move seldom, and a wrong one is an error, not a danger: their
  /// origins were the issuer's own word.
  static let metadataLife: TimeInterval = 86_400

  /// The metadata, if it was found not long ago.
  func recentMetadata(at now: Date) -> AuthorizationServerMetadata? {
    guard let metadataFoundAt, (0..<Self.metadataLife).contains(now.timeIntervalSince(metadataFoundAt)) else {
      return nil
    }
    return knownMetadata
  }

  /// The metadata, however long ago it was found.
  var knownMetadata: AuthorizationServerMetadata? {
    metadata.flatMap { try? AuthorizationServerMetadata(document: .object($0)) }
  }

  /// The member of stored tokens that holds it.
  static let member = "pixy_account"
  private static let version: Int64 = 1

  /// Everything, secrets included: it is stored where the tokens are, and nowhere else.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "version": .integer(Self.version), "server": .object(server.members), "client": .object(client.members),
      "grant": .string(grant.rawValue), "scope": .string(scope.parameter),
    ]
    if !resources.isEmpty { members["resources"] = .array(resources.map { .string($0) }) }
    if !parameters.pairs.isEmpty {
      members["parameters"] = .array(parameters.pairs.map { .array([.string($0.name), .string($0.value)]) })
    }
    if !origins.isEmpty { members["origins"] = .array(origins.map { .string($0) }) }
    members["name"] = name.map { .string($0) }
    if isRegistered { members["registered"] = true }
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
  /// Reads what is beside stored tokens.
  ///
  /// - Returns: `nil` if there is none, or a newer version wrote it: the tokens can't be refreshed by this one then.
  init?(in tokens: StoredTokens) {
    guard let members = tokens.additionalMembers[Self.member]?.object, members["version"] == .integer(Self.version),
      let server = members["server"]?.object, let client = members["client"]?.object.flatMap(ClientChoice.init),
      let grant = members["grant"]?.string.flatMap(Grant.init(rawValue:)),
      let scope = members["scope"]?.string.flatMap({ try? Scope(parameter: $0) })
    else { return nil }
    self.init(
      server: ServerChoice(server), client: client, grant: grant, scope: scope,
      resources: members["resources"]?.strings ?? [],
      parameters: Self.parameters(members["parameters"]),
      origins: members["origins"]?.strings ?? [], name: members["name"]?.string,
      isRegistered: members["registered"] == true, options: members["options"]?.strings ?? [],
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

  private static func parameters(_ value: JSONValue?) -> FormParameters {
    var parameters = FormParameters()
    for case let pair? in (value?.array ?? []).map(\.strings) where pair.count == 2 {
      parameters.append(pair[0], pair[1])
    }
    return parameters
  }
}
