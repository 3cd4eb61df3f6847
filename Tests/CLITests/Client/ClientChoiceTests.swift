import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

@testable import PixyCLI

/// The client that a command acts as.
@Suite struct ClientChoiceTests {
  private static func server(_ methods: [String]?) throws -> AuthorizationServerMetadata {
    var members: [String: JSONValue] = [
      "issuer": "https://as.example", "authorization_endpoint": "https://as.example/authorize",
      "token_endpoint": "https://as.example/token",
    ]
    members["token_endpoint_auth_methods_supported"] = methods.map { .array($0.map { .string($0) }) }
    return try AuthorizationServerMetadata(document: .object(members))
  }

  @Test(
    arguments: [
      (nil, "client_secret_basic"), (["client_secret_basic", "client_secret_post"], "client_secret_basic"),
      (["client_secret_post"], "client_secret_post"), (["private_key_jwt"], "client_secret_basic"),
    ] as [([String]?, String)])
  func `Without --client-auth a secret is sent in the way that the server announces`(
    _ announced: [String]?, _ method: String
  ) throws {
    let choice = ClientChoice(id: "app", secret: Secret("s"))
    #expect(try choice.authentication(at: Self.server(announced)).method == method)
    // A later run, with the stored choice, does the same.
    let restored = try #require(ClientChoice(choice.members))
    #expect(try restored.authentication(at: Self.server(announced)).method == method)
  }

  @Test func `With --client-auth the given method is used, whatever the server announces`() throws {
    let choice = ClientChoice(id: "app", method: .clientSecretBasic, secret: Secret("s"))
    #expect(try choice.authentication(at: Self.server(["client_secret_post"])).method == "client_secret_basic")
    #expect(try #require(ClientChoice(choice.members)).method == .clientSecretBasic)
  }

  @Test func `Trusted audiences reach the policy for ID tokens, also of a later run`() throws {
    let choice = ClientChoice(id: "app", idTokenAlgorithms: ["HS256"], trustedAudiences: ["api"])
    let restored = try #require(ClientChoice(choice.members))
    let oauth = OAuthClient(id: "app", server: try Self.server(nil), transport: ScriptedTransport())
    #expect(try restored.openIDClient(oauth).policy.trustedAudiences == ["api"])
  }

  @Test func `A stored method of another version isn't replaced by the default`() {
    #expect(ClientChoice(["id": "app", "method": "something_new"]) == nil)
  }
}
