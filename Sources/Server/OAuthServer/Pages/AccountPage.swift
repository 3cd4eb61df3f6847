public import FoundationBasics

/// The page on which a signed-in user manages applications and sessions.
///
/// The page has one form without text fields. Its buttons are ``PageField/endAccess`` with an
/// application's ``Application/id``, ``PageField/endSession`` with a session's ``Session/id``, and
/// ``PageField/decision`` with the value ``PageField/deny``, which signs out.
public struct AccountPage: Sendable, Hashable {
  /// A client that may use the user's account.
  public struct Application: Sendable, Hashable {
    /// The client's identifier, the value of its button.
    public let id: String
    /// The client's name and links.
    public let client: ClientCard
    /// The permissions that the client has.
    public let permissions: [Permission]
    /// The types of authorization details that the user has allowed the client (RFC 9396 §2).
    public let detailsTypes: [String]
    /// The time of the user's last approval.
    public let allowedAt: Date

    package init(id: String, client: ClientCard, permissions: [Permission], detailsTypes: [String], allowedAt: Date) {
      self.id = id
      self.client = client
      self.permissions = permissions
      self.detailsTypes = detailsTypes
      self.allowedAt = allowedAt
    }
  }

  /// A browser in which the user is signed in.
  public struct Session: Sendable, Hashable {
    /// The session's identifier, the value of its button. It isn't a secret.
    public let id: String
    /// The time of the last sign-in.
    public let signedIn: Date
    /// The browser and its system, such as `Firefox, Linux`; `nil` if they are unknown.
    public let browser: String?
    /// The address of the sign-in; `nil` if it is unknown.
    public let address: String?
    /// Whether it is the session of the browser that shows the page.
    public let isCurrent: Bool

    package init(id: String, signedIn: Date, browser: String? = nil, address: String? = nil, isCurrent: Bool) {
      self.id = id
      self.signedIn = signedIn
      self.browser = browser
      self.address = address
      self.isCurrent = isCurrent
    }
  }

  /// The result of the user's last action.
  public enum Notice: Sendable, Hashable {
    /// The client with this name lost its access.
    case accessEnded(client: String)
    /// A session was ended.
    case sessionEnded
    /// The password was changed, and all other sessions were ended.
    case passwordChanged
  }

  /// The display name of the signed-in user.
  public let person: String
  /// The clients that may use the account, by name.
  public let applications: [Application]
  /// The user's sessions, the latest first.
  public let sessions: [Session]
  /// The result of the user's last action; `nil` on the first display.
  public let notice: Notice?
  /// The path of the page that changes the password; `nil` if the server can't change it.
  public let passwordAddress: String?
  /// The reason why the user's last action failed, if it did.
  public let problem: PageProblem?
  /// The server's address, which the user can compare with the browser's address bar.
  public let issuer: String
  /// The path that the form is posted to.
  public let action: String
  /// The form's hidden fields, including the CSRF token.
  public let hiddenFields: [HiddenField]

  package init(
    person: String, applications: [Application], sessions: [Session], notice: Notice? = nil,
    passwordAddress: String? = nil, problem: PageProblem? = nil, issuer: String, action: String,
    hiddenFields: [HiddenField]
  ) {
    self.person = person
    self.applications = applications
    self.sessions = sessions
    self.notice = notice
    self.passwordAddress = passwordAddress
    self.problem = problem
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
  }
}
