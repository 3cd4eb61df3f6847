/// A rejected request that only the user can be told about, because no redirect URI can be trusted with the error
/// (RFC 6749 §4.1.2.1).
struct PageRefusal: Error {
  let reason: ErrorPage.Reason

  init(_ reason: ErrorPage.Reason) {
    self.reason = reason
  }
}
