internal import FoundationBasics
internal import OAuth
internal import OAuthCore

/// The conditions on the answer of one sign-in: a step-up, or an identity that is linked to an
/// account. They travel with the sealed attempt, bound to its `state`.
struct SignInPurpose: Sendable, Hashable {
  /// The session whose user asked to link an identity.
  struct Link: Sendable, Hashable {
    /// The account that receives the identity.
    let account: String
    /// The names by which the session can be ended; its own is the first.
    let sessionNames: [String]
    /// The beginning of the session.
    let signedInAt: Date
  }

  /// The required authentication.
  var stepUp = StepUp()
  /// The issuer and the subject of the expected user; empty for any user.
  var user: [String] = []
  /// The account to link the identity to; `nil` if the user signs in.
  var link: Link?

  /// Checks the user who signed in. The age of the authentication was checked with the ID token.
  ///
  /// - Throws: ``SignInRefusal/weakSignIn``, ``SignInRefusal/anotherUser``.
  func check(_ user: SessionUser) throws(SignInRefusal) {
    guard stepUp.accepts(user.authenticationContext), stepUp.maxAge == nil || user.authenticatedAt != nil else {
      throw .weakSignIn
    }
    let isSame = zip(self.user, [user.issuer, user.subject]).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    guard isSame else { throw .anotherUser }
  }
}

extension SignInPurpose {
  private static let purpose = "purpose of a web sign-in"

  /// Seals the purpose of the sign-in with a `state`; `nil` if there are no conditions.
  func sealed(by sessions: BrowserSessions, state: Secret) throws(SealingError) -> Secret? {
    guard self != SignInPurpose() else { return nil }
    var members: [String: JSONValue] = [
      "a": .array(stepUp.acrValues.map { .string($0) }), "u": .array(user.map { .string($0) }),
    ]
    members["x"] = stepUp.maxAge.map { .integer($0) }
    if let link {
      members["y"] = .string(link.account)
      members["n"] = .array(link.sessionNames.map { .string($0) })
      members["t"] = .number(link.signedInAt.timeIntervalSince1970)
    }
    return try sessions.keys.seal(
      JSONValue.object(members).bytes(), for: Self.purpose, context: [.string(state.reveal())],
      random: sessions.random)
  }

  /// Opens the purpose of the sign-in with a `state`. It may come from an attacker.
  ///
  /// - Throws: `SealingError.invalid`.
  init(_ sealedText: Secret, by sessions: BrowserSessions, state: Secret) throws(SealingError) {
    let bytes = try sessions.keys.open(sealedText, for: Self.purpose, context: [.string(state.reveal())])
    guard let members = (try? JSONValue(bytes: bytes))?.object, let acrValues = members["a"]?.strings,
      let user = members["u"]?.strings
    else { throw .invalid }
    self.user = user
    stepUp.acrValues = acrValues
    if case .integer(let seconds)? = members["x"] { stepUp.maxAge = seconds }
    if let account = members["y"]?.string {
      guard let names = members["n"]?.strings, let signedInAt = BrowserSession.date(members["t"]) else {
        throw .invalid
      }
      link = Link(account: account, sessionNames: names, signedInAt: signedInAt)
    }
  }
}
