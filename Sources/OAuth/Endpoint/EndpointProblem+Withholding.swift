internal import OAuthCore

extension EndpointProblem {
  /// The same problem with every appearance of the given secrets replaced: a media type or a form's name may be one that a
  /// careless server sends back.
  func withholding(_ secrets: [Secret]) -> EndpointProblem {
    switch self {
    case .wrongContentType(let type): .wrongContentType(type.withholding(secrets))
    case .repeatedMember(let name): .repeatedMember(UntrustedText(name).withholding(secrets).description)
    default: self
    }
  }
}
