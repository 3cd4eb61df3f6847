import OAuthCore
import Testing

@testable import PixyAuth

/// The scopes that a server granted, compared with the requested ones.
@Suite struct GrantedScopeTests {
  @Test(
    arguments: [
      ("a b", "a", "b"), ("a b", "b a", ""), ("a b", nil, ""), ("a b", "", "a b"),
      ("openid offline_access a", "a", "offline_access"),
      ("email profile", "https://www.googleapis.com/auth/userinfo.email profile", ""),
      ("User.Read", "https://graph.microsoft.com/User.Read", ""), ("user:email repo", "user repo", ""),
      ("user", "user:email", "user"),
    ] as [(String, String?, String)])
  func `A scope is missing if the answer has it under no name`(
    _ requested: String, _ granted: String?, _ missing: String
  ) throws {
    let found = SignInOutcome.missing(
      try Scope(parameter: requested), in: try granted.map { try Scope(parameter: $0) }, besides: ["openid"])
    #expect(found.joined(separator: " ") == missing)
  }
}
