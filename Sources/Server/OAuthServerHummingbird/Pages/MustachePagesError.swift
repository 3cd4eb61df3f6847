public import OAuthCore

/// The reason why an operator's templates can't be used.
public enum MustachePagesError: ExplainedError, Hashable {
  /// The template can't be parsed, or the style sheet contains `</style`.
  case malformed(PageTemplate)
  /// The folder has a template of this name, which no page uses.
  case unknownTemplate(String)
  /// The folder, or a file in it, can't be read.
  case unreadable(String)

  /// `malformed_template`, `unknown_template` or `unreadable_templates`.
  public var code: String {
    switch self {
    case .malformed: "malformed_template"
    case .unknownTemplate: "unknown_template"
    case .unreadable: "unreadable_templates"
    }
  }

  /// The server's configuration.
  public var step: FlowStep { .configuration }

  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }

  /// A sentence that says what is wrong.
  public var explanation: String {
    switch self {
    case .malformed(.style): "The style sheet contains </style, which would end its element in the page."
    case .malformed(let template): "The template \(template.rawValue) isn't well-formed Mustache."
    case .unknownTemplate(let name): "There is no template called \(UntrustedText(name))."
    case .unreadable(let name): "The templates in \(UntrustedText(name)) could not be read."
    }
  }

  /// A sentence that says how to fix it.
  public var remedy: String {
    switch self {
    case .malformed(.style): "Remove `</style` from the style sheet."
    case .malformed: "Look for a section or a tag that isn't closed."
    case .unknownTemplate:
      "Use one of these: " + PageTemplate.allCases.map(\.rawValue).joined(separator: ", ") + "."
    case .unreadable: "Choose a folder that this process may read and that contains UTF-8 text files."
    }
  }
}
