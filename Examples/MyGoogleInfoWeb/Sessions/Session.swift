internal import OAuth
internal import OAuthCore

/// The server's record of one browser. The browser has only ``id``, in a cookie, and ``formToken``,
/// in its forms.
struct Session: Sendable {
  /// The maximum number of concurrent sign-ins in one browser, such as one in each tab.
  static let maximumAttempts = 4

  /// The cookie's value. A request with it counts as a request of this browser.
  let id: Secret
  /// The token in every form of this browser, so that no other site can send a form for it.
  let formToken: Secret
  /// The sign-ins that began in this browser. Their `state` belongs to this session only, so a
  /// callback for another browser's sign-in matches none of them.
  private(set) var attempts: [AuthorizationAttempt] = []
  /// The signed-in user; `nil` for a visitor.
  let person: Person?
  /// The notice that the next page shows.
  var notice: Notice?

  init(id: Secret, formToken: Secret, person: Person? = nil, notice: Notice? = nil) {
    self.id = id
    self.formToken = formToken
    self.person = person
    self.notice = notice
  }

  /// Adds a sign-in, and drops the oldest one if there are too many.
  mutating func begin(_ attempt: AuthorizationAttempt) {
    attempts.removeAll(where: \.isCompleted)
    if attempts.count >= Self.maximumAttempts { attempts.removeFirst() }
    attempts.append(attempt)
  }
}
