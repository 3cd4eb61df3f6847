import Evidence
import HTTPTypes
import OAuthCore
import OAuthResourceServer
import OAuthTestSupport
import Testing

@testable import OAuth

/// RFC 9728.
@Suite(.covers("RFC 9728 §2")) struct MetadataTests {
  private let resource: TestResource

  private struct Nothing: AccessTokenChecker {
    func facts(about token: Secret) async throws -> AccessTokenFacts { throw AccessTokenProblem.notActive }
  }

  init() throws {
    resource = try TestResource()
  }

  // RFC 9728 §3.2, the example.
  @Test(.covers("MCP: The resource's document has at least one of authorization_servers"))
  func `The document contains the configured members, and no empty ones`() throws {
    var form = resource
    form.presentation.takesForms = true
    form.takesDPoP = false
    var description = ResourceDescription(
      try Endpoint("https://resource.example.com"),
      authorizationServers: [try Issuer("https://as1.example.com"), try Issuer("https://as2.example.net")],
      scopes: try Scope(["profile", "email", "phone"]))
    description.documentation = try Endpoint("https://resource.example.com/resource_documentation.html")
    let server = ResourceServer(
      description, tokens: Nothing(), proofs: nil, presentation: form.presentation, logger: form.logs.logger())
    #expect(
      server.metadata == [
        "resource": "https://resource.example.com",
        "authorization_servers": ["https://as1.example.com", "https://as2.example.net"],
        "bearer_methods_supported": ["header", "body"], "scopes_supported": ["profile", "email", "phone"],
        "resource_documentation": "https://resource.example.com/resource_documentation.html",
      ])
  }

  @Test func `The document describes how tokens are accepted`() throws {
    var strict = resource
    strict.presentation = TokenPresentation(binding: .required)
    let metadata = try strict.server().metadata
    #expect(metadata["dpop_bound_access_tokens_required"] == true && metadata["bearer_methods_supported"] == nil)
    #expect(metadata["dpop_signing_alg_values_supported"] == ["ES256", "Ed25519", "EdDSA", "PS256"])
    strict.presentation.takesCertificates = true
    #expect(try strict.server().metadata["tls_client_certificate_bound_access_tokens"] == true)
  }

  @Test(arguments: [
    ("https://rs.example", "/.well-known/oauth-protected-resource"),
    ("https://rs.example/", "/.well-known/oauth-protected-resource"),
    ("https://rs.example/a/b", "/.well-known/oauth-protected-resource/a/b"),
    ("https://rs.example/a?b=c", "/.well-known/oauth-protected-resource/a?b=c"),
  ])
  func `The well-known path is between host and path`(_ identifier: String, _ expected: String) throws {
    let description = ResourceDescription(try Endpoint(identifier), authorizationServers: [])
    #expect(description.wellKnownPath == expected && description.metadataAddress == "https://rs.example" + expected)
  }

  @Test(.covers("MCP: Protected Resource Metadata (RFC 9728) is published"))
  func `Pixy's client finds the document by the challenge`() async throws {
    let server = try resource.server()
    let refusal = try #require(await server.refusal(resource.request()))
    let challenge = try #require(try AuthenticateChallenge.read(refusal.answer).first)
    let address = try #require(challenge.resourceMetadata)
    let answer = try #require(server.metadataAnswer(to: address.request(.get)))
    let found = try await ProtectedResourceMetadata.discover(
      Endpoint(TestResource.identifier), challenge: challenge, through: ScriptedTransport(answer))
    #expect(found.authorizationServers.map(\.text) == ["https://as.example"])
    #expect(
      found.scopesSupported == ["read", "write"]
        && found.dpopSigningAlgValuesSupported == ["ES256", "Ed25519", "EdDSA", "PS256"])
  }

  @Test func `Only GET and HEAD of the document's path are answered`() throws {
    let server = try resource.server()
    var request = try Endpoint(TestResource.metadata).request(.head)
    #expect(server.metadataAnswer(to: request)?.body == [])
    request.method = .post
    #expect(server.metadataAnswer(to: request)?.response.status == .methodNotAllowed)
    request.method = .get
    request.path = "/.well-known/oauth-protected-resource"
    #expect(server.metadataAnswer(to: request) == nil)
  }
}
