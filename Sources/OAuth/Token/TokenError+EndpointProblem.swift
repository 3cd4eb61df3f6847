internal import OAuthCore

extension TokenError {
  /// What is wrong with an answer, said of the token endpoint's.
  init(_ problem: EndpointProblem) {
    switch problem {
    case .refused(let response, let status): self = .refused(response, status: status)
    case .unexpectedStatus(let status, let wait): self = .unexpectedStatus(status, retryAfter: wait)
    case .redirected(let status): self = .redirected(status: status)
    case .wrongContentType(let type): self = .wrongContentType(type)
    case .malformedJSON(let cause): self = .malformedJSON(cause)
    case .malformedForm(let cause): self = .malformedForm(cause)
    case .notAnObject: self = .notAnObject
    case .repeatedMember(let name): self = .repeatedMember(name)
    case .missingMember(let name): self = .missingMember(name)
    case .malformedMember(let name): self = .malformedMember(name)
    // Metadata without a token endpoint is refused when it is read.
    case .notAnnounced: self = .missingMember("token_endpoint")
    }
  }
}
