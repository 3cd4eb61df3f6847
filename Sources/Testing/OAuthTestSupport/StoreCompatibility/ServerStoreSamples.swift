internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

/// Values that several suites use.
enum ServerStoreSamples {
  /// Details that have every member.
  static let details: ApprovalDetails = {
    var details = ApprovalDetails(authenticationTime: Date(timeIntervalSince1970: 1_799_999_999))
    details.authenticationContext = "urn:example:silver"
    details.authenticationMethods = ["pwd", "otp"]
    details.session = SessionID(rawValue: "session-\u{1F511}")
    details.resources = ["https://api.example/", "urn:x"]
    details.authorizationDetails = [["type": "payment", "amount": ["currency": "EUR", "value": "1.00\u{0}"]]]
    details.claims = ["userinfo": ["email": .null]]
    details.confirmation = .dpop(jkt: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    details.actor = ["sub": "agent", "act": ["sub": "service"]]
    details.isForClient = true
    return details
  }()
}
