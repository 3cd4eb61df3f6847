internal import OAuthServer

extension UserSessionRecord {
  /// The columns in the order in which they are read.
  static let columns =
    "cookie, subject, authenticated, context, methods, idle_until, expires, browser, address, id"

  /// Returns the columns in the order of the statements, the name last.
  func values() throws -> [SQLValue] {
    [
      .hash(cookie), try .storable(subject.rawValue), .moment(authenticatedAt), try .storable(authenticationContext),
      try .texts(authenticationMethods), .moment(idleUntil), .moment(expires), try .storable(browser),
      try .storable(address?.description), try .storable(id.rawValue),
    ]
  }

  init(_ columns: inout Columns) throws {
    let cookie = try columns.hash()
    let subject = try columns.subject()
    let authenticatedAt = try columns.moment()
    let context = try columns.optionalText()
    let methods = try columns.texts()
    let idleUntil = try columns.moment()
    let expires = try columns.moment()
    let browser = try columns.optionalText()
    let address = try columns.optionalText()
    self.init(
      id: SessionID(rawValue: try columns.text()), cookie: cookie, subject: subject,
      authenticatedAt: authenticatedAt,
      authenticationContext: context, authenticationMethods: methods, idleUntil: idleUntil, expires: expires,
      browser: browser, address: address.flatMap { ClientAddress($0) })
  }
}
