import OAuthCore
import Testing

@Suite struct AuthorizationServerMetadataTests {
  private let document: [String: JSONValue] = [
    "issuer": "https://a.example", "authorization_endpoint": "https://a.example/authorize",
    "token_endpoint": "https://a.example/token", "userinfo_endpoint": "https://a.example/me",
    "code_challenge_methods_supported": ["S256"], "scopes_supported": ["profile"],
    "token_endpoint_auth_methods_supported": ["none"], "authorization_response_iss_parameter_supported": true,
    "something_new": [1, 2],
  ]

  @Test func `A document is read, and members without a name here are kept`() throws {
    let metadata = try AuthorizationServerMetadata(document: .object(document))
    #expect(metadata.issuer?.text == "https://a.example")
    #expect(metadata.userInfoEndpoint?.text == "https://a.example/me")
    #expect(metadata.codeChallengeMethodsSupported == ["S256"])
    #expect(metadata.authorizationResponseIssParameterSupported)
    #expect(metadata.members["something_new"] == [1, 2])
  }

  @Test(arguments: ["issuer", "authorization_endpoint", "token_endpoint"])
  func `What the code grant needs must be there`(_ member: String) {
    var document = document
    document[member] = nil
    #expect(throws: MetadataError.missing(member: member)) {
      try AuthorizationServerMetadata(document: .object(document))
    }
  }

  @Test(arguments: [
    "issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "code_challenge_methods_supported",
    "scopes_supported", "token_endpoint_auth_methods_supported", "authorization_response_iss_parameter_supported",
  ])
  func `A member of the wrong type is refused`(_ member: String) {
    var document = document
    document[member] = 1
    #expect(throws: MetadataError.wrongType(member: member)) {
      try AuthorizationServerMetadata(document: .object(document))
    }
  }

  @Test func `Endpoints that are no https are refused, and so is what is no object`() {
    var document = document
    document["token_endpoint"] = "http://a.example/token"
    #expect(throws: MetadataError.unacceptable(member: "token_endpoint", .notHTTPS)) {
      try AuthorizationServerMetadata(document: .object(document))
    }
    #expect(throws: MetadataError.notAnObject) { try AuthorizationServerMetadata(document: ["a"]) }
  }
}
