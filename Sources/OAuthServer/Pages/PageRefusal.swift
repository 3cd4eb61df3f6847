/// A rejected request whose error only the user can see, because no redirect URI can be trusted
/// with it (RFC 6749 §4.1.2.1).
struct PageRefusal: Error {
  let reason: ErrorPage.Reason

  init(_ reason: ErrorPage.Reason) {
    self.reason = reason
  }
}
