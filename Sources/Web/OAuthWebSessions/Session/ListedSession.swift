public import FoundationBasics
internal import OAuthCore

/// A session in the list that its user sees.
public struct ListedSession: Sendable, Hashable, Identifiable {
  /// The identifier, for the form that ends the session. No session can be opened with it.
  public let id: String
  /// Whether it is the session of this request.
  public let isCurrent: Bool
  /// The browser and the system at the sign-in.
  public let device: SessionDevice
  /// The time of the sign-in.
  public let signedInAt: Date
  /// The time of the last request, to a tenth of the idle time.
  public let usedAt: Date
  /// The time when the session ends unless it is used.
  public let endsAt: Date

  /// Creates an entry of the list.
  init(_ session: BrowserSession, isCurrent: Bool, _ lifetimes: SessionLifetimes) {
    id = session.name.text
    self.isCurrent = isCurrent
    device = session.device ?? SessionDevice(browser: nil, system: nil)
    signedInAt = session.user.signedInAt
    usedAt = session.usedAt
    endsAt = min(
      session.usedAt.addingTimeInterval(lifetimes.idle(of: session).inSeconds), session.end(lifetimes))
  }
}
