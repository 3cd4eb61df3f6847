public import OAuthCore

/// The reason why an operator's templates can't be used.
public enum MustachePagesError: ExplainedError, Hashable {
  /// The template can't be parsed, or the style sheet contains `</style`.
  case malformed(PageTemplate)
  /// The folder has a template of this name, which no page uses.
  case unknownTemplate(String)
  /// The folder, or a file in it, can't be read.
  case unreadable(String)

  /// The facts of each case. The step is the server's configuration.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .malformed(.style):
      row(
        "malformed_template", "The style sheet contains </style, which would end its element in the page.",
        remedy: "Remove `</style` from the style sheet.")
    case .malformed(let template):
      row(
        "malformed_template", "The template \(template.rawValue) isn't well-formed Mustache.",
        remedy: "Look for a section or a tag that isn't closed.")
    case .unknownTemplate(let name):
      row(
        "unknown_template", "There is no template called \(UntrustedText(name)).",
        remedy: "Use one of these: " + PageTemplate.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    case .unreadable(let name):
      row(
        "unreadable_templates", "The templates in \(UntrustedText(name)) could not be read.",
        remedy: "Choose a folder that this process may read and that contains UTF-8 text files.")
    }
  }
}
