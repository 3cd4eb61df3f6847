#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// What belongs to an approval besides client, person and scope. Authorization codes, devices' codes and tokens carry it on.
///
/// A store keeps it as one text (``text``), so that a new member needs no change in any store.
public struct ApprovalDetails: Sendable, Hashable {
  /// When the person signed in, in whole seconds (OpenID Connect Core §2, `auth_time`). `nil` if it isn't known, or if
  /// there is no person.
  public var authenticationTime: Date?
  /// How well the person was recognized (`acr`).
  public var authenticationContext: String?
  /// How the person was recognized (`amr`, RFC 8176).
  public var authenticationMethods: [String] = []
  /// The browser session in which the person approved, by the name that the client is told (`sid`).
  public var session: SessionID?
  /// The resources that tokens are for (RFC 8707 §2); empty if none was named.
  public var resources: [String] = []
  /// What was approved beyond scopes (RFC 9396 §2).
  public var authorizationDetails: [JSONValue] = []
  /// The `claims` parameter of the request (OpenID Connect Core §5.5), an object.
  public var claims: JSONValue?
  /// The key that tokens are bound to.
  public var confirmation: KeyConfirmation?
  /// Who acts for the person (RFC 8693 §4.1, `act`), an object.
  public var actor: JSONValue?

  /// Whether the client acts for itself, so that the subject is the client (RFC 6749 §4.4) and not a person.
  public var isForClientItself = false

  /// No details.
  public init() {}

  /// No details but the time of the sign-in.
  /// - Parameter authenticationTime: when the person signed in; fractions of a second are dropped.
  public init(authenticationTime: Date?) {
    self.authenticationTime = authenticationTime?.wholeSeconds
  }

  /// Reads what ``text`` made.
  /// - Parameter text: what a store kept.
  /// - Throws: `JSONError` if it isn't JSON.
  public init(text: String) throws {
    let json = try JSONValue(octets: Array(text.utf8)).object ?? [:]
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
    isForClientItself = json["client_itself"]?.bool ?? false
  }

  /// Whether what clients sent leaves room for what is put around it: ``text`` in a store, and a signed introspection answer
  /// (RFC 9701 §5). They may nest JSON as deeply as it is read at all, and nobody could read it again then.
  var leavesRoom: Bool {
    let room = JSONValue.maximumDepth - 2
    return [claims, actor, .array(authorizationDetails)].allSatisfy { $0?.fits(in: room) ?? true }
  }

  /// The details as a JSON object, for a store. It holds no secret.
  public var text: String {
    var members: [String: JSONValue] = [:]
    // Most have few of them.
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
    if isForClientItself { members["client_itself"] = true }
    return String(decoding: JSONValue.object(members).octets(), as: UTF8.self)
  }
}

extension JSONValue {
  /// Whether lists and objects are nested no deeper than so many levels.
  fileprivate func fits(in levels: Int) -> Bool {
    switch self {
    case .array(let elements): levels > 0 && elements.allSatisfy { $0.fits(in: levels - 1) }
    case .object(let members): levels > 0 && members.values.allSatisfy { $0.fits(in: levels - 1) }
    case .null, .bool, .integer, .number, .string: true
    }
  }
}
