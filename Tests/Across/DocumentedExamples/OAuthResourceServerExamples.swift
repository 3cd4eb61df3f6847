import DPoPVerification
import HTTPTypes
import JOSE
import Logging
import OAuth
import OAuthCore
import OAuthResourceServer

/// Checks a request with keys of a known server.
func checkWithKnownServer(
  _ request: HTTPRequest, identifier: Endpoint, issuer: Issuer, scopes: Scope, jwksURI: Endpoint, readScope: Scope,
  transport: any HTTPTransport, logger: Logger
) async throws -> HTTPAnswer {
  let resource = ResourceServer(
    ResourceDescription(identifier, authorizationServers: [issuer], scopes: scopes),
    tokens: JWTAccessTokens(
      JWTAccessTokenPolicy(issuer: issuer, audience: [identifier.text]),
      keys: RemoteKeySet(jwksURI, through: transport)),
    proofs: DPoPProofChecker(usedTokenIDs: InMemoryUsedTokenIDs()), logger: logger)

  if let answer = resource.metadataAnswer(to: request) { return answer }
  let access = try await resource.access(to: request, requiring: AccessRequirement(scope: readScope))
  let body = Array("Hello, \(access.subject ?? "guest")".utf8)
  return HTTPAnswer(HTTPResponse(status: .ok, headerFields: access.answerFields), body: body)
}

/// Answers a request with a valid token, and rejects all others.
func answerOrReject(_ request: HTTPRequest, resource: ResourceServer, readScope: Scope) async -> HTTPAnswer {
  do {
    let access = try await resource.access(
      to: request, requiring: AccessRequirement(scope: readScope))
    let body = Array("Hello, \(access.subject ?? "guest")".utf8)
    return HTTPAnswer(HTTPResponse(status: .ok, headerFields: access.answerFields), body: body)
  } catch {
    return error.answer
  }
}
