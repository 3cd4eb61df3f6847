/// The facts of an error: the code, the step and the category for programs, and two texts for people.
///
/// An error type has one row for each of its cases, so that a new case is written in one place.
///
/// ```swift
/// enum ShopError: ExplainedError {
///   case soldOut(String)
///
///   var facts: ErrorFacts {
///     switch self {
///     case .soldOut(let article):
///       ErrorFacts(
///         "sold_out", at: .resource, .temporary, "\(article) is sold out.", remedy: "Ask again tomorrow.")
///     }
///   }
/// }
/// ```
public struct ErrorFacts: Sendable, Hashable {
  /// A stable word for programs, such as `foreign_state`. It doesn't change between versions.
  public let code: String
  /// The failed step of the flow, such as `callback`.
  public let step: FlowStep
  /// The reaction that the error asks for. Each case of each error decides it: there is no default.
  public let category: ErrorCategory
  /// The problem and its cause, as one or two sentences.
  public let explanation: String
  /// The recommended action of the user or the developer, as one or two sentences.
  public let remedy: String

  /// Creates the facts of one error.
  ///
  /// - Parameters:
  ///   - code: A stable word for programs, in snake case.
  ///   - step: The failed step of the flow.
  ///   - category: The reaction that the error asks for.
  ///   - explanation: The problem and its cause, without secrets.
  ///   - remedy: The recommended action of the user or the developer.
  public init(
    _ code: String, at step: FlowStep, _ category: ErrorCategory, _ explanation: String, remedy: String
  ) {
    self.code = code
    self.step = step
    self.category = category
    self.explanation = explanation
    self.remedy = remedy
  }
}

extension ErrorFacts {
  /// The facts that all cases of an error share. A call adds those of one case.
  ///
  /// `Remedy` is the type of the shared remedy, which a case may replace; `Void` if each case has its own.
  package struct Row<Remedy> {
    fileprivate let step: FlowStep
    fileprivate let category: ErrorCategory
    fileprivate let remedy: Remedy
  }
}

extension ErrorFacts.Row<Void> {
  /// Shares the step and the category.
  package init(at step: FlowStep, _ category: ErrorCategory) {
    self.init(step: step, category: category, remedy: ())
  }

  package func callAsFunction(_ code: String, _ explanation: String, remedy: String) -> ErrorFacts {
    ErrorFacts(code, at: step, category, explanation, remedy: remedy)
  }
}

extension ErrorFacts.Row<String> {
  /// Shares the step, the category and the remedy.
  package init(at step: FlowStep, _ category: ErrorCategory, remedy: String) {
    self.init(step: step, category: category, remedy: remedy)
  }

  package func callAsFunction(_ code: String, _ explanation: String, remedy: String? = nil) -> ErrorFacts {
    ErrorFacts(code, at: step, category, explanation, remedy: remedy ?? self.remedy)
  }
}
