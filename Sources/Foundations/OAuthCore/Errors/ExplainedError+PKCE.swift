public import PKCE

// PKCE is below this target, so its errors get their steps and categories here.

extension CodeVerifierError: ExplainedError {
  /// The facts of each case. Only a request for a verifier of another size is the program's mistake.
  public var facts: ErrorFacts {
    let row = row
    return ErrorFacts(
      row.code, at: .parsing, row.isMistake ? .mistake : .invalidInput, row.explanation, remedy: row.remedy)
  }
}

extension CodeChallengeError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    ErrorFacts(row.code, at: .parsing, .invalidInput, row.explanation, remedy: row.remedy)
  }
}

extension Base64URLError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    ErrorFacts(row.code, at: .parsing, .invalidInput, row.explanation, remedy: row.remedy)
  }
}
