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

  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .unreadable(let name):
      row(
        "unreadable_texts", "The texts in \(UntrustedText(name)) could not be read.",
        remedy: "Choose a folder that this process may read and that contains JSON files.")
    case .unknownLanguage(let file):
      row(
        "unknown_language", "The name of the file \(UntrustedText(file)) is not a language tag.",
        remedy: "Use the tag of the language (RFC 5646) as its name, such as fr.json or pt-BR.json.")
    case .unfit(let file, let error):
      row(error.code, "The file \(UntrustedText(file)) can't be used. \(error.explanation)", remedy: error.remedy)
    case .missing(let file, let texts):
      row(
        "missing_text",
        "Texts are missing from the file \(UntrustedText(file)): \(texts.map(\.rawValue).joined(separator: ", ")).",
        remedy: "Add them. Only the files for English and German may leave texts out.")
    }
  }
}
