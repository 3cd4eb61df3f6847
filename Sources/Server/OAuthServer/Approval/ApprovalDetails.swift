public import FoundationBasics
public import OAuthCore

/// The part of an approval that goes beyond client, user and scope. Authorization codes, device
/// codes and tokens carry it.
///
/// A database saves it as one text (``text``), so a new member needs no change in any database.
public struct ApprovalDetails: Sendable, Hashable {
  /// The time at which the user signed in, in whole seconds (OpenID Connect Core §2, `auth_time`).
  /// `nil` if the time is unknown, or if there is no user.
  public var authenticationTime: Date?
  /// The authentication context class that the sign-in reached (`acr`, OpenID Connect Core §2).
  public var authenticationContext: String?
  /// The methods that authenticated the user, such as `pwd` (`amr`, RFC 8176).
  public var authenticationMethods: [String] = []
  /// The session in which the user approved, under the name that the client sees (`sid`).
  public var session: SessionID?
  /// The resources that tokens are for (RFC 8707 §2); empty if the request named none.
  public var resources: [String] = []
  /// The approved authorization details (RFC 9396 §2), each a JSON object.
  public var authorizationDetails: [JSONValue] = []
  /// The `claims` parameter of the request (OpenID Connect Core §5.5), a JSON object.
  public var claims: JSONValue?
  /// The key that tokens are bound to; `nil` for bearer tokens.
  public var confirmation: KeyConfirmation?
  /// The actor that uses the user's authority (RFC 8693 §4.1, `act`), a JSON object.
  public var actor: JSONValue?
  /// The type of subject that names the user in tokens that another client exchanged (RFC 8693),
  /// whichever client holds them; `nil` for other tokens, which have the type of their client.
  public var subjectType: SubjectType?

  /// Whether the client acts for itself (RFC 6749 §4.4). The subject is then the client, not a
  /// user.
  public var isForClient = false

  /// Creates empty details.
  public init() {}

  /// Creates details that hold only the time of the sign-in.
  /// - Parameter authenticationTime: The time at which the user signed in. Fractions of a second
  ///   are dropped.
  public init(authenticationTime: Date?) {
    self.authenticationTime = authenticationTime?.wholeSeconds
  }

  /// Reads details that ``text`` wrote. Databases call it when they load a code or a token.
  /// - Parameter text: The saved text.
  /// - Throws: `JSONError` if the text isn't JSON.
  public init(text: String) throws {
    let json = try JSONValue(bytes: Array(text.utf8)).object ?? [:]
    if case .integer(let seconds)? = json["auth_time"] {
      authenticationTime = Date(timeIntervalSince1970: Double(seconds))
    }
    authenticationContext = json["acr"]?.string
    authenticationMethods = json["amr"]?.strings ?? []
    session = json["sid"]?.string.map(SessionID.init(rawValue:))
    resources = json["resource"]?.strings ?? []
    authorizationDetails = json["authorization_details"]?.array ?? []
    claims = json["claims"]
    confirmation = json["cnf"].flatMap(KeyConfirmation.init(claim:))
    actor = json["act"]
    subjectType = json["subject_type"].flatMap(SubjectType.init(json:))
    isForClient = json["client_itself"]?.bool ?? false
  }

  /// Whether the client's JSON is shallow enough to be nested in more JSON: in ``text`` for a
  /// database, and in a signed introspection response (RFC 9701 §5).
  ///
  /// Without this check a client could send JSON of the maximum depth, and the saved details could
  /// not be read again.
  var isShallowEnough: Bool {
    let room = JSONValue.maximumDepth - 2
    return [claims, actor, .array(authorizationDetails)].allSatisfy { $0?.fits(in: room) ?? true }
  }

  /// The details as a JSON object, for a database. The text holds no secret.
  public var text: String {
    var members: [String: JSONValue] = [:]
    // Most approvals have at most six members.
    members.reserveCapacity(6)
    members["auth_time"] = authenticationTime.map { .integer(Int64($0.timeIntervalSince1970.rounded(.down))) }
    members["acr"] = authenticationContext.map { .string($0) }
    if !authenticationMethods.isEmpty { members["amr"] = .array(authenticationMethods.map { .string($0) }) }
    members["sid"] = session.map { .string($0.rawValue) }
    if !resources.isEmpty { members["resource"] = .array(resources.map { .string($0) }) }
    if !authorizationDetails.isEmpty { members["authorization_details"] = .array(authorizationDetails) }
    members["claims"] = claims
    members["cnf"] = confirmation?.claim
    members["act"] = actor
    members["subject_type"] = subjectType?.json
    if isForClient { members["client_itself"] = true }
    return String(decoding: JSONValue.object(members).bytes(), as: UTF8.self)
  }
}

extension SubjectType {
  fileprivate init?(json: JSONValue) {
    switch (json.string, json.object?["sector"]?.string) {
    case ("public"?, _): self = .public
    case (_, let sector?): self = .pairwise(sector: sector)
    default: return nil
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .public: "public"
    case .pairwise(let sector): ["sector": .string(sector)]
    }
  }
}

extension JSONValue {
  /// Returns whether arrays and objects are nested at most `levels` deep.
  fileprivate func fits(in levels: Int) -> Bool {
    switch self {
    case .array(let elements): levels > 0 && elements.allSatisfy { $0.fits(in: levels - 1) }
    case .object(let members): levels > 0 && members.values.allSatisfy { $0.fits(in: levels - 1) }
    case .null, .bool, .integer, .number, .string: true
    }
  }
}
