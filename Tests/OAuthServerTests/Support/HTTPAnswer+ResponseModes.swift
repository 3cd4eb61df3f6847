import JOSE
import OAuthCore
import OAuthServer
import Testing

extension HTTPAnswer {
  /// The page that posts an answer to the client: the last one that the server made.
  func formPost(of test: TestServer) throws -> FormPostPage {
    #expect(status == 200)
    guard case .formPost(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    return page
  }
}

extension FormPostPage {
  /// What the browser posts.
  var parameters: FormParameters {
    var form = FormParameters()
    for field in fields { form.append(field.name, field.value.reveal()) }
    return form
  }
}

extension TestServer {
  /// The claims of a signed answer, its signature checked with the keys that the server publishes.
  func signedAnswer(_ response: String) async throws -> [String: JSONValue] {
    try JSONWebSignature(compact: response).verified(
      by: try await keySet(), allowing: SignatureAlgorithm.asymmetric
    ).claims()
  }
}
