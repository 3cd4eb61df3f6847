import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

@testable import PixyConnection

/// The client that a command acts as.
@Suite struct ClientChoiceTests {
  private static func server(_ methods: [String]?) throws -> AuthorizationServerMetadata {
    var members: [String: JSONValue] = [
      "issuer": "https://as.example", "authorization_endpoint": "https://as.example/authorize",
      "token_endpoint": "https://as.example/token", "jwks_uri": "https://as.example/keys",
    ]
    members["token_endpoint_auth_methods_supported"] = methods.map { .array($0.map { .string($0) }) }
    return try AuthorizationServerMetadata(document: .object(members))
  }

  /// Returns the rules for ID tokens of a client.
  private static func verifier(_ choice: ClientChoice) throws -> OpenIDClient {
    var server = ServerChoice()
    server.issuer = "https://as.example"
    return try ServerClient(
      choice, at: server, Self.server(nil), through: ScriptedTransport(), logger: CommandTests.silent
    ).openIDClient()
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
    #expect(try Self.verifier(restored).policy.trustedAudiences == ["api"])
  }

  @Test func `LinkedIn, Shopify and eBay: --bearer-type reaches the client, also of a later run`() throws {
    let choice = ClientChoice(id: "app", bearerTypes: ["missing", "User Access Token"])
    let restored = try #require(ClientChoice(choice.members))
    #expect(restored == choice && restored.bearerNames == BearerNames(["User Access Token"], orMissing: true))
    #expect(ClientChoice(id: "app").bearerNames == .standard)
    #expect(ClientChoice(id: "app", bearerTypes: ["x"]).bearerNames == BearerNames(["X"]))
  }

  @Test func `A decryption key in PEM or as a JWK reaches the rules for tokens, also of a later run`() throws {
    let key = try DecryptionKey.generate(.ecdhESA128KW, keyID: "k")
    for text in [try key.privateJWK(), Secret(Self.keyPEM)] {
      let restored = try #require(ClientChoice(ClientChoice(id: "app", decryptionKey: text).members))
      let client = try Self.verifier(restored)
      #expect(client.policy.decryption?.keys.count == 1 && client.userInfoDecryption == client.policy.decryption)
    }
    // A key with alg is for that algorithm, and another one for all of its type.
    let named = try ClientChoice(id: "app", decryptionKey: key.privateJWK()).decryption()
    #expect(named?.algorithms == [.ecdhESA128KW])
    let unnamed = try ClientChoice(id: "app", decryptionKey: Secret(Self.keyPEM)).decryption()
    #expect(unnamed?.algorithms == [.ecdhES, .ecdhESA128KW, .ecdhESA256KW])
    #expect(try Self.verifier(ClientChoice(id: "app")).policy.decryption == nil)
  }

  @Test func `A new client registers for encrypted ID tokens with what the server announces`() throws {
    func metadata(_ algorithms: [String], _ contents: [String]) throws -> AuthorizationServerMetadata {
      var members = try Self.server(nil).members
      members["issuer"] = "https://as.example"
      members["authorization_endpoint"] = "https://as.example/authorize"
      members["token_endpoint"] = "https://as.example/token"
      members["id_token_encryption_alg_values_supported"] = .array(algorithms.map { .string($0) })
      members["id_token_encryption_enc_values_supported"] = .array(contents.map { .string($0) })
      return try AuthorizationServerMetadata(document: .object(members))
    }
    let choice = ClientChoice(id: "", decryptionKey: Secret(Self.keyPEM))
    var registered = ClientMetadata()
    registered.jwks = ["keys": [["kty": "oct"]]]
    try choice.registerDecryption(
      in: &registered, at: metadata(["RSA-OAEP-256", "ECDH-ES", "ECDH-ES+A128KW"], ["A256GCM", "A128CBC-HS256"]))
    #expect(registered.additionalMembers["id_token_encrypted_response_alg"] == "ECDH-ES+A128KW")
    #expect(registered.additionalMembers["id_token_encrypted_response_enc"] == "A256GCM")
    let keys = try #require(registered.jwks?.object?["keys"]?.array)
    #expect(keys.count == 2 && keys.last?.object?["use"] == "enc" && keys.last?.object?["d"] == nil)
    for (algorithms, contents) in [([], ["A256GCM"]), (["RSA-OAEP-256"], ["A256GCM"]), (["ECDH-ES"], ["A192GCM"])]
      as [([String], [String])]
    {
      let error = #expect(throws: ClientChoiceError.self) {
        try choice.registerDecryption(in: &registered, at: metadata(algorithms, contents))
      }
      #expect(error?.code == "no_id_token_encryption")
    }
    var plain = ClientMetadata()
    try ClientChoice(id: "").registerDecryption(in: &plain, at: metadata([], []))
    #expect(plain == ClientMetadata())
  }

  /// A P-256 key that openssl wrote, for these tests only.
  private static let keyPEM = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAy/8kae98i66SRr1
    IhcPGnRujfOYdjz4euKtUTCWAeihRANCAAQp7CUPDpa5gQeqQ/51xjzqBO8pNqDL
    Fascd75ujVphazgOyGKrLRjl1Y/GVvOuQfvzoB0kZucYThZcbtsse/er
    -----END PRIVATE KEY-----
    """

  @Test func `A stored method of another version isn't replaced by the default`() {
    #expect(ClientChoice(["id": "app", "method": "something_new"]) == nil)
  }

  // The advice was for RSA keys.
  @Test func `A secret that is too short for client_secret_jwt is called a short secret`() throws {
    let choice = ClientChoice(id: "app", method: .clientSecretJWT, secret: Secret("short"))
    let error = #expect(throws: ClientChoiceError.self) { try choice.authentication(at: Self.server(nil)) }
    #expect(error?.explanation.contains("too short for client_secret_jwt with HS256") == true)
    #expect(error?.remedy.contains("--client-auth client_secret_basic") == true)
    #expect(error?.remedy.contains("RSA") == false)
  }

  @Test func `A server without an announcement of DPoP is warned about before the sign-in`() throws {
    var members = try Self.server(nil).members
    let silent = try AuthorizationServerMetadata(document: .object(members))
    #expect(silent.dpopWarning?.contains("leave out --dpop") == true)
    members["dpop_signing_alg_values_supported"] = ["ES256"]
    #expect(try AuthorizationServerMetadata(document: .object(members)).dpopWarning == nil)
  }
}
