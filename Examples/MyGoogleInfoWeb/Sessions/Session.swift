internal import OAuth
internal import OAuthCore

/// What the server remembers of one browser. The browser has only ``id``, in a cookie, and ``formToken``, in its forms.
struct Session: Sendable {
  /// How many sign-ins may be under way in one browser: one for each tab that was opened for it.
  static let maximumAttempts = 4

  /// The cookie's value. Who has it is this browser.
  let id: Secret
  /// What every form of this browser carries, so that no other site can send one for it.
  let formToken: Secret
  /// Sign-ins that have begun here. Their `state` is known to this session alone, so an answer that was begun by another browser
  /// finds nothing it belongs to.
  private(set) var attempts: [AuthorizationAttempt] = []
  /// Who is signed in.
  let person: Person?
  /// What to say on the next page.
  var notice: Notice?

  init(id: Secret, formToken: Secret, person: Person? = nil, notice: Notice? = nil) {
    self.id = id
    self.formToken = formToken
    self.person = person
    self.notice = notice
  }

  /// Remembers a sign-in that begins; the oldest is forgotten when there are too many.
  mutating func begin(_ attempt: AuthorizationAttempt) {
    attempts.removeAll(where: \.isCompleted)
    if attempts.count >= Self.maximumAttempts { attempts.removeFirst() }
    attempts.append(attempt)
  }
}
