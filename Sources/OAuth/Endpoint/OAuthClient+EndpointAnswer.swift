internal import OAuthCore

extension OAuthClient {
  /// Sends a form to an endpoint that answers with JSON, and reads what it granted.
  func answer(
    of name: EndpointName, at endpoint: Endpoint?, _ parameters: FormParameters, secrets: [Secret] = []
  ) async throws -> AnswerMembers {
    guard let endpoint else { throw EndpointError(name, .notAnnounced) }
    let (answer, request) = try await post(to: endpoint, parameters, secrets: secrets)
    return try Self.reading(name) { () throws(EndpointProblem) in
      try AnswerMembers(answer, withholding: request.secrets)
    }
  }

  /// Says of which endpoint a problem is.
  static func reading<Value>(
    _ name: EndpointName, _ read: () throws(EndpointProblem) -> Value
  ) throws(EndpointError) -> Value {
    do {
      return try read()
    } catch {
      throw EndpointError(name, error)
    }
  }
}
