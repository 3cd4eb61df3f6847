internal import HTTPTypes
internal import OAuthCore

/// The reason why a client's metadata document can't be used.
enum ClientDocumentError: Error, Sendable, Hashable {
  /// The document can't be fetched right now.
  case unavailable(String)
  /// The document was fetched, and breaks a rule.
  case invalid(String)

  /// The error in words for the client's developer, in ASCII.
  var words: String {
    switch self {
    case .unavailable(let reason): "the client metadata document can't be fetched: \(reason)"
    case .invalid(let reason): "the client metadata document is not accepted: \(reason)"
    }
  }
}

extension ClientDocumentError: ExplainedError {
  /// The facts of each case.
  var facts: ErrorFacts {
    switch self {
    case .unavailable:
      ErrorFacts(
        "client_document_unavailable", at: .verification, .temporary,
        words.prefix(1).uppercased() + words.dropFirst() + ".",
        remedy: "Serve the document at the client_id with status 200, without a redirect, and try again.")
    case .invalid:
      ErrorFacts(
        "client_document_invalid", at: .verification, .mistake, words.prefix(1).uppercased() + words.dropFirst() + ".",
        remedy: "Correct the document, and try again after its cache lifetime.")
    }
  }
}

extension Refusal {
  /// Rejects the request of a client whose metadata document can't be used. If it can't be fetched
  /// right now, the client has to try again, and keeps its tokens.
  init(_ error: ClientDocumentError) {
    switch error {
    case .unavailable:
      self.init(.temporarilyUnavailable, error.words, status: .serviceUnavailable, fields: [.retryAfter: "10"])
    case .invalid: self.init(.invalidClient, error.words, status: .unauthorized)
    }
  }
}
