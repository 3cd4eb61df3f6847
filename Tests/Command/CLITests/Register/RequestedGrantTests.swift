import ArgumentParser
import OAuthServer
import Testing

@testable import PixyAuth

/// The names of grants as users type them.
@Suite struct RequestedGrantTests {
  @Test(arguments: [
    ("device_code", "urn:ietf:params:oauth:grant-type:device_code"),
    ("token_exchange", "urn:ietf:params:oauth:grant-type:token-exchange"),
    ("token-exchange", "urn:ietf:params:oauth:grant-type:token-exchange"),
    ("jwt_bearer", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
    ("ciba", "urn:openid:params:grant-type:ciba"), ("client_credentials", "client_credentials"),
    ("urn:ietf:params:oauth:grant-type:device_code", "urn:ietf:params:oauth:grant-type:device_code"),
    ("https://a.example/grant", "https://a.example/grant"),
  ])
  func `A registration has the grant's full name`(_ text: String, _ name: String) {
    #expect(RequestedGrant.name(text) == name)
  }

  @Test(
    arguments: [
      ("device_code", .device), ("token-exchange", .tokenExchange), ("jwt_bearer", .jwtBearer),
      ("urn:ietf:params:oauth:grant-type:jwt-bearer", .jwtBearer), ("authorization_code", .code), ("password", nil),
    ] as [(String, AccountRecord.Grant?)])
  func `A sign-in accepts the short and the full name`(_ text: String, _ grant: AccountRecord.Grant?) {
    #expect(AccountRecord.Grant(argument: text) == grant)
  }

  @Test func `The operator's commands accept underscores too`() {
    #expect(GrantType(shortName: "token_exchange") == .tokenExchange)
    #expect(GrantType(shortName: "jwt_bearer") == .jwtBearer && GrantType(shortName: "token") == nil)
  }

  @Test(arguments: ["--client-file", "--registration"])
  func `The file of a registration has the same option as for a sign-in`(_ option: String) throws {
    #expect(try KeptRegistration.parse([option, "client.json"]).registration == "client.json")
  }
}
