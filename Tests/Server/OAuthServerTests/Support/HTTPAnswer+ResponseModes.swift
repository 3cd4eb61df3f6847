import JOSE
import OAuthCore
import OAuthServer
import Testing

extension HTTPAnswer {
  /// Returns the page that was shown last, which posts an answer to the client.
  func formPost(of test: TestServer) throws -> FormPostPage {
    #expect(status == 200)
    guard case .formPost(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    return page
  }
}

extension FormPostPage {
  /// The parameters that the browser posts.
  var parameters: FormParameters {
    var form = FormParameters()
    for field in fields { form.append(field.name, field.value.reveal()) }
    return form
  }
}

extension TestServer {
  /// Returns the claims of a signed answer, after checking its signature with the published keys.
  func signedAnswer(_ response: String) async throws -> [String: JSONValue] {
    try JSONWebSignature(compact: response).verified(
      by: try await keySet(), allowing: SignatureAlgorithm.asymmetric
    ).claims()
  }
}
