public import OAuthCore
public import OAuthServer

/// The reason why the languages in an operator's folder can't be used.
public enum PageTextsFolderError: ExplainedError, Hashable {
  /// The folder, or a file in it, can't be read.
  case unreadable(String)
  /// The file's name is no language tag.
  case unknownLanguage(file: String)
  /// A text in the file can't be used.
  case unfit(file: String, PageTextsError)
  /// The file's language isn't built in, and these texts are missing from the file.
  case missing(file: String, [PageText])

  /// `unreadable_texts`, `unknown_language`, `missing_text`, or the code of the text's error.
  public var code: String {
    switch self {
    case .unreadable: "unreadable_texts"
    case .unknownLanguage: "unknown_language"
    case .unfit(_, let error): error.code
    case .missing: "missing_text"
    }
  }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }

  /// A sentence that says what is wrong, with the file's name.
  public var explanation: String {
    switch self {
    case .unreadable(let name): "The texts in \(UntrustedText(name)) could not be read."
    case .unknownLanguage(let file): "The name of the file \(UntrustedText(file)) is not a language tag."
    case .unfit(let file, let error): "The file \(UntrustedText(file)) can't be used. \(error.explanation)"
    case .missing(let file, let texts):
      "Texts are missing from the file \(UntrustedText(file)): \(texts.map(\.rawValue).joined(separator: ", "))."
    }
  }

  /// A sentence that says how to fix it.
  public var remedy: String {
    switch self {
    case .unreadable: "Choose a folder that this process may read and that contains JSON files."
    case .unknownLanguage: "Use the tag of the language (RFC 5646) as its name, such as fr.json or pt-BR.json."
    case .unfit(_, let error): error.remedy
    case .missing: "Add them. Only the files for English and German may leave texts out."
    }
  }
}
