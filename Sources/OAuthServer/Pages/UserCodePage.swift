public import OAuthCore

/// Asks a person for the code that their device shows (RFC 8628 §3.3). The form is posted with nothing but the code, or with
/// ``PageField/deny`` as the decision by who wants no device connected.
public struct UserCodePage: Sendable, Hashable {
  /// What to put into the field for the code: from a link or an earlier attempt; empty if there is nothing yet. The person
  /// confirms it by sending the form (RFC 8628 §3.3.1).
  public let userCode: Secret
  /// The server's address, so that the person can compare it with what the browser shows.
  public let issuer: String
  /// Where the form is posted to.
  public let action: String
  /// What the form must post along.
  public let hiddenFields: [HiddenField]
  /// Why the page is shown again, if it is.
  public let problem: PageProblem?

  package init(
    userCode: Secret, issuer: String, action: String, hiddenFields: [HiddenField] = [], problem: PageProblem? = nil
  ) {
    self.userCode = userCode
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
    self.problem = problem
  }
}
